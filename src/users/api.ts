// The token endpoint, sign-up, the check whether a user exists, grants, and the contact address of a user.
// consent/api.ts has the consent page.

import Type from 'typebox'
import { reads, writes } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { idIn } from '../kernel/wire.ts'
import { CodeNotUnique, EmailInvalid, EmailNotUnique, GrantNotFound } from './errors.ts'
import { isEmail } from './model.ts'
import {
  ContactEmail,
  EmailBody,
  Exists,
  Grants,
  SignUpBody,
  showGrant,
  showUser,
  Token,
  TokenRequest,
  User,
} from './schemas.ts'
import { signUpUser } from './sign-up-user.ts'
import * as store from './store.ts'
import { issueToken } from './tokens/issue-token.ts'
import * as access from './tokens/revoke-access.ts'

export * from './consent/api.ts'

export const createToken = writes(
  {
    id: 'users.token',
    operationId: 'createToken',
    route: 'POST /oauth/token',
    neverLogged: true,
    summary: 'Get an access token, for an application or for a user.',
    spec: 'D6',
    access: { token: 'none' },
    form: true,
    body: TokenRequest,
    reply: Token,
    onRepeat: 'another',
    errors: [],
  },
  async (tx, { body, headers, realNow, random, countFor }) =>
    issueToken(tx, body, {
      authorization: headers['authorization'],
      realNow: realNow(),
      random,
      countFor,
    }),
)

export const signUp = writes(
  {
    id: 'users.sign-up',
    operationId: 'signUpUser',
    route: 'POST /v1/user/signup/registration_code',
    summary: 'Sign a user up with a code that the application later exchanges for their tokens.',
    spec: 'B 4.3, A 5.4',
    access: { token: 'client' },
    body: SignUpBody,
    reply: User,
    onRepeat: EmailNotUnique,
    errors: [EmailInvalid, EmailNotUnique, CodeNotUnique],
  },
  async (tx, { body: { language = 'EN', ...body }, caller, now }) =>
    showUser(await signUpUser(tx, caller, { ...body, language }, now), null),
)

export const checkUserExists = reads(
  {
    id: 'users.exists',
    operationId: 'checkUserExists',
    route: 'POST /v1/users/exists',
    aliases: ['POST /v1/user/exists'],
    summary: 'Check whether an e-mail address belongs to a user.',
    spec: 'B 4.3',
    access: { token: 'client' },
    body: EmailBody,
    reply: Exists,
    errors: [],
  },
  async (db, { body: { email } }) => ({ exists: await store.emailExists(db, email) }),
)

export const listGrants = reads(
  {
    id: 'users.list-grants',
    operationId: 'listGrants',
    route: 'GET /v1/user/grants',
    summary: 'List the applications that may act for the user.',
    spec: 'D119',
    access: { token: 'user' },
    reply: Grants,
    errors: [],
  },
  async (db, { caller }) => (await access.listVisibleGrants(db, caller)).map(showGrant),
)

export const revokeGrant = writes(
  {
    id: 'users.revoke-grant',
    operationId: 'revokeGrant',
    route: 'DELETE /v1/user/grants/{clientKey}',
    summary:
      'Revoke a grant with its tokens and codes, and stop the webhooks about the user to the application.',
    spec: 'D119',
    access: { token: 'user', owns: 'clientKey' },
    params: Type.Object({
      clientKey: Type.String({
        description: 'Client key of the application',
        examples: ['sandbox-app'],
      }),
    }),
    status: 204,
    reply: Type.Null(),
    changesCaller: true,
    onRepeat: GrantNotFound,
    errors: [GrantNotFound],
  },
  async (tx, { params: { clientKey }, caller: { userId, applicationId }, ...context }) => {
    const by = applicationId === null ? 'user' : 'application'
    await access.revokeGrant(tx, { userId, clientKey, by }, context)
    return null
  },
)

const UserParams = Type.Object({ userId: idIn('user') })

export const getContactEmail = reads(
  {
    id: 'users.get-contact-email',
    operationId: 'getContactEmail',
    route: 'GET /v1/users/{userId}/contact-email',
    summary: 'Get the contact e-mail address of the user.',
    spec: 'B 4.3',
    access: { token: 'user', owns: 'userId' },
    params: UserParams,
    reply: ContactEmail,
    errors: [],
  },
  async (db, { params: { userId } }) => ({ email: await store.getContactEmail(db, userId) }),
)

export const setContactEmail = writes(
  {
    id: 'users.set-contact-email',
    operationId: 'setContactEmail',
    route: 'PUT /v1/users/{userId}/contact-email',
    summary:
      'Set the contact e-mail address of the user, which replaces the sign-up address in messages.',
    spec: 'B 4.3, D30',
    access: { token: 'user', owns: 'userId', sca: 'CONTACT_EMAIL__CHANGE' },
    params: UserParams,
    body: EmailBody,
    reply: ContactEmail,
    onRepeat: 'same',
    errors: [EmailInvalid],
  },
  async (tx, { params: { userId }, body: { email } }) => {
    if (!isEmail(email)) refuse(EmailInvalid, { arguments: [email] })
    return { email: await store.setContactEmail(tx, userId, email) }
  },
)
