// The consent page: a person lets an application act for them.

import Type from 'typebox'
import { type Context, reads, writes } from '../../kernel/endpoint.ts'
import { sessionCookie } from '../../kernel/form-session.ts'
import { refuse } from '../../kernel/refusal.ts'
import { NoLogin } from '../errors.ts'
import { AuthorizeForm, AuthorizeQuery } from '../schemas.ts'
import { accessGranted, consentRefused } from '../security-events.ts'
import type { Login } from '../settings.ts'
import * as store from '../store.ts'
import { consentCookie } from '../timers.ts'
import {
  consentToken,
  errorUri,
  faultOf,
  grantAccess,
  isConsentToken,
  readAuthorization,
  readChoice,
} from './authorize-application.ts'
import { consentPage, pagePolicy, problemPage } from './consent-page.ts'
import { findPerson, loginUri } from './login.ts'

// Lax, because the login page redirects back to the consent page.
const consentSession = sessionCookie({
  name: 'godwit_consent',
  life: consentCookie,
  sameSite: 'Lax',
})
/** Users that the page of the sandbox lists. Others are found by their e-mail address. */
const SHOWN_USERS_MAX = 50
const LOGIN_INVALID = 'Your login is missing, invalid or expired. Log in again.'
const pageHeaders = ['content-security-policy', 'set-cookie'] as const

const authorizationReplies = {
  303: 'A redirect to the application, with a code or an error, or to the login page.',
  400: 'A page with the error of the request, without a redirect to the application.',
  403: 'A page with the reason why the form or the login was refused.',
} as const

export const showAuthorization = reads(
  {
    id: 'users.show-authorization',
    operationId: 'showAuthorizationPage',
    route: 'GET /oauth/authorize',
    summary: 'Open the page on which a person lets an application act for them.',
    spec: 'D6',
    access: { token: 'none' },
    replies: 'text/html',
    query: AuthorizeQuery,
    reply: Type.String({ description: 'The consent page, as HTML' }),
    replyHeaders: pageHeaders,
    otherReplies: authorizationReplies,
    errors: [NoLogin],
  },
  async (db, { query, ...context }) => {
    const login = loginOf(context)
    const authorization = await readAuthorization(db, query)
    if ('problem' in authorization) return showProblem(context, 400, authorization.problem)
    const fault = faultOf(authorization, query)
    if (fault !== undefined) return redirect(context, errorUri(authorization, fault))
    const cookie = consentSession.read(context) ?? context.random.secret()
    consentSession.set(context, cookie)
    const token = consentToken({ key: context.settings.formKey, cookie }, authorization)
    if (login === undefined) {
      context.setHeader('content-security-policy', pagePolicy(authorization.redirectUri))
      const search = { usersMax: SHOWN_USERS_MAX, emailPart: query.search ?? '' }
      const users = await store.listCandidates(db, search.emailPart, search.usersMax)
      return consentPage(authorization, { users, search, token })
    }
    if (query.login === undefined)
      return redirect(
        context,
        loginUri(login, cookie, authorization, `${context.baseUrl()}/oauth/authorize`),
      )
    const person = await findPerson(db, query.login, { ...context, login, cookie, authorization })
    if (person === undefined) return showProblem(context, 403, LOGIN_INVALID)
    context.setHeader('content-security-policy', pagePolicy(authorization.redirectUri))
    return consentPage(authorization, { users: [person], login: query.login, token })
  },
)

export const authorize = writes(
  {
    id: 'users.authorize',
    operationId: 'authorizeApplication',
    route: 'POST /oauth/authorize',
    summary:
      'Submit the consent page; the reply redirects to the application, with a code or an error.',
    spec: 'D6',
    access: { token: 'none' },
    form: true,
    replies: 'text/html',
    body: AuthorizeForm,
    reply: Type.String({ description: 'The consent page with an error, as HTML' }),
    replyHeaders: ['content-security-policy'],
    otherReplies: authorizationReplies,
    onRepeat: 'another',
    errors: [NoLogin],
  },
  async (tx, { body, now, ...context }) => {
    const login = loginOf(context)
    const authorization = await readAuthorization(tx, body)
    if ('problem' in authorization) return showProblem(context, 400, authorization.problem)
    const cookie = consentSession.read(context)
    const session = cookie === undefined ? undefined : { key: context.settings.formKey, cookie }
    const { id: applicationId } = authorization.application
    if (!isConsentToken(session, body.csrf, authorization)) {
      context.report(consentRefused, { applicationId, reason: 'csrf-token' })
      return showProblem(
        context,
        403,
        'This form is too old, or belongs to another browser. Go back to the application.',
      )
    }
    const fault = faultOf(authorization, body)
    if (fault !== undefined) return redirect(context, errorUri(authorization, fault))
    if (body.decision !== 'allow')
      return redirect(context, errorUri(authorization, { error: 'access_denied' }))
    const choice = await readChoice(tx, body.choice ?? '')
    if (choice === undefined) return showProblem(context, 400, 'Select a user.')
    if (login !== undefined) {
      const person = await findPerson(tx, body.login, { ...context, login, cookie, authorization })
      if (person?.id !== choice.userId) {
        context.report(consentRefused, { applicationId, reason: 'login' })
        return showProblem(context, 403, LOGIN_INVALID)
      }
    }
    context.report(accessGranted, { userId: choice.userId, applicationId })
    const code = { now, realNow: context.realNow(), secret: context.random.secret() }
    return redirect(context, await grantAccess(tx, authorization, choice, code))
  },
)

/** Undefined in the sandbox, where a person selects any user without a login. */
function loginOf({ mode, settings }: Pick<Context, 'mode' | 'settings'>): Login | undefined {
  return mode === 'live' ? (settings.login ?? refuse(NoLogin)) : undefined
}

type Page = Pick<Context, 'headers' | 'baseUrl' | 'setHeader' | 'setStatus'>

function showProblem({ setHeader, setStatus }: Page, status: 400 | 403, problem: string): string {
  setStatus(status)
  setHeader('content-security-policy', pagePolicy())
  return problemPage(problem)
}

function redirect({ setHeader, setStatus }: Page, uri: string): string {
  setStatus(303)
  setHeader('location', uri)
  return ''
}
