// The consent page: a person lets an application act for them.

import Type from 'typebox'
import type { Reader } from '../../kernel/database/db.ts'
import { type Context, reads, writes } from '../../kernel/endpoint.ts'
import { sessionCookie } from '../../kernel/form-session.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { NoLogin } from '../errors.ts'
import { AuthorizeForm, AuthorizeQuery } from '../schemas.ts'
import { accessGranted, consentRefused } from '../security-events.ts'
import type { Login } from '../settings.ts'
import * as store from '../store.ts'
import { consentCookie } from '../timers.ts'
import {
  type Authorization,
  consentToken,
  errorUri,
  faultOf,
  grantAccess,
  isConsentToken,
  readAuthorization,
  readChoice,
} from './authorize-application.ts'
import { type Consent, consentPage, pagePolicy, problemPage } from './consent-page.ts'
import { findPerson, loginUri } from './login.ts'

// Lax, because the login page redirects back to the consent page.
const consentSession = sessionCookie({
  name: 'godwit_consent',
  life: consentCookie,
  sameSite: 'Lax',
})
/** The most users that the page of the sandbox lists (gap 59). A search by e-mail address finds the others. */
const SHOWN_USERS_MAX = 50
const LOGIN_INVALID = 'Your login is missing, invalid or expired. Log in again.'
const FORM_INVALID =
  'This form is too old, or belongs to another browser. Go back to the application.'
const USER_INACTIVE = 'The selected user was deactivated.'
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
    return login === undefined
      ? showAnyUser(db, authorization, { context, cookie, emailPart: query.search ?? '' })
      : showPerson(db, authorization, { context, cookie, login, assertion: query.login })
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
    reply: Type.String({ description: 'A page with the error, as HTML' }),
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
    if (!isConsentToken(session, body.csrf, authorization))
      return refuseForm(context, applicationId, 'csrf-token', FORM_INVALID)
    const fault = faultOf(authorization, body)
    if (fault !== undefined) return redirect(context, errorUri(authorization, fault))
    if (body.decision !== 'allow')
      return redirect(context, errorUri(authorization, { error: 'access_denied' }))
    const choice = await readChoice(tx, body.choice ?? '')
    if (login !== undefined) {
      const person = await findPerson(tx, body.login, { ...context, login, cookie, authorization })
      // The refusal is the same for an unknown user as for another user: the reply must not show which users exist.
      if (person === undefined || person.id !== choice?.userId)
        return refuseForm(context, applicationId, 'login', LOGIN_INVALID)
    }
    if (choice === undefined) return showProblem(context, 400, 'Select a user.')
    const grantContext = { now, realNow: context.realNow(), secret: context.random.secret() }
    const uriWithCode = await grantAccess(tx, authorization, choice, grantContext)
    if (uriWithCode === undefined) return showProblem(context, 400, USER_INACTIVE)
    context.report(accessGranted, { userId: choice.userId, applicationId })
    return redirect(context, uriWithCode)
  },
)

type PageContext = PageReply & Pick<Context, 'settings'>

/** The consent page of the sandbox, on which any user can be selected. */
async function showAnyUser(
  db: Reader,
  authorization: Authorization,
  { context, cookie, emailPart }: { context: PageContext; cookie: string; emailPart: string },
): Promise<string> {
  const users = await store.listCandidates(db, emailPart, SHOWN_USERS_MAX)
  const search = { usersMax: SHOWN_USERS_MAX, emailPart }
  return showConsent(authorization, { users, search }, context, cookie)
}

type LoginInput = {
  readonly context: PageContext & Pick<Context, 'realNow'>
  readonly cookie: string
  readonly login: Login
  readonly assertion: string | undefined
}

/** The consent page of live mode, for the person who has logged in; without a login a redirect to the login page. */
async function showPerson(
  db: Reader,
  authorization: Authorization,
  { context, cookie, login, assertion }: LoginInput,
): Promise<string> {
  const consentUri = `${context.baseUrl()}/oauth/authorize`
  if (assertion === undefined)
    return redirect(context, loginUri(login, cookie, authorization, consentUri))
  const { realNow } = context
  const person = await findPerson(db, assertion, { login, cookie, authorization, realNow })
  if (person === undefined) return showProblem(context, 403, LOGIN_INVALID)
  return showConsent(authorization, { users: [person], assertion }, context, cookie)
}

function showConsent(
  authorization: Authorization,
  consent: Omit<Consent, 'csrf'>,
  { settings, setHeader }: PageContext,
  cookie: string,
): string {
  setHeader('content-security-policy', pagePolicy(authorization.redirectUri))
  const csrf = consentToken({ key: settings.formKey, cookie }, authorization)
  return consentPage(authorization, { ...consent, csrf })
}

/**
 * Undefined in the sandbox, where a person selects any user without a login. Refuses with NoLogin in live mode without a
 * login page.
 */
function loginOf({ mode, settings }: Pick<Context, 'mode' | 'settings'>): Login | undefined {
  return mode === 'live' ? (settings.login ?? refuse(NoLogin)) : undefined
}

type PageReply = Pick<Context, 'headers' | 'baseUrl' | 'setHeader' | 'setStatus'>

function showProblem(
  { setHeader, setStatus }: PageReply,
  status: 400 | 403,
  problem: string,
): string {
  setStatus(status)
  setHeader('content-security-policy', pagePolicy())
  return problemPage(problem)
}

function refuseForm(
  context: PageReply & Pick<Context, 'report'>,
  applicationId: Id<'application'>,
  reason: (typeof consentRefused.fields.reason)[number],
  problem: string,
): string {
  context.report(consentRefused, { applicationId, reason })
  return showProblem(context, 403, problem)
}

function redirect({ setHeader, setStatus }: PageReply, uri: string): string {
  setStatus(303)
  setHeader('location', uri)
  return ''
}
