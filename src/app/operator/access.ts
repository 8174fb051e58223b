// The operator's commands about who may act for whom: applications, users, grants and tokens (D119).

import { readFileSync } from 'node:fs'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { confirmUser, registerSigningKey } from '../../security/index.ts'
import {
  applicationChanged,
  changeApplication,
  createApplication,
  createPersonalToken,
  createUser,
  findUser,
  listGrants,
  listTokens,
  personalTokenCreated,
  revokeGrant,
  revokeOneToken,
  setUserActive,
  userCreated,
} from '../../users/index.ts'
import { type Command, idOf, listOf, type Moment, type Options, text } from './options.ts'
import { UsageError } from './usage-error.ts'

const application = ['redirect-uris', 'partner-price'] as const

const createApp: Command = {
  name: 'application create',
  summary: 'Makes an application and tells its secret, which is not told again.',
  required: ['key'],
  optional: ['name', ...application],
  flags: ['public'],
  async run(tx, options, { now, random, report }) {
    const secret = options['public'] === undefined ? random.secret() : null
    const { id: applicationId, clientKey } = await createApplication(
      tx,
      {
        clientKey: text(options, 'key'),
        name: options['name'],
        secret,
        redirectUris: listOf(options, 'redirect-uris'),
        partnerPrice: options['partner-price'],
      },
      now,
    )
    report(applicationChanged, { applicationId })
    return [
      `client_id      ${clientKey}`,
      secret === null ? 'no secret: it must use PKCE (S256)' : `client_secret  ${secret}`,
    ]
  },
}

const rotateApp: Command = {
  name: 'application rotate',
  summary: 'Gives an application a new secret; the old one ends at once. Tokens stay valid.',
  required: ['key'],
  optional: application,
  async run(tx, options, { random, report }) {
    const secret = random.secret()
    const { id: applicationId, clientKey } = await changeApplication(tx, text(options, 'key'), {
      secret,
      redirectUris: listOf(options, 'redirect-uris'),
      partnerPrice: options['partner-price'],
    })
    report(applicationChanged, { applicationId })
    return [`client_id      ${clientKey}`, `client_secret  ${secret}`]
  },
}

const makeUser: Command = {
  name: 'user create',
  summary: 'Makes a user with a personal token, which is not told again.',
  required: ['email'],
  optional: [],
  async run(tx, options, { now, realNow, random, report }) {
    const { id: userId } = await createUser(tx, { email: text(options, 'email') }, now)
    const token = random.uuid()
    await createPersonalToken(tx, { userId, token }, realNow)
    report(userCreated, { userId })
    return [`user   ${userId}`, `token  ${token}`]
  },
}

/** After a factor was deleted without a challenge, nothing else makes the user's new factors count (D112). */
const confirmPerson: Command = {
  name: 'user confirm',
  summary: 'Confirms the person behind a user one of whose factors was deleted by an application.',
  required: ['user'],
  optional: [],
  async run(tx, options, { report }) {
    const userId = await userOf(tx, options)
    const trusted = await confirmUser(tx, userId, report)
    return [
      `user     ${userId} is confirmed`,
      `trusted  ${trusted.length === 0 ? 'nothing that was not trusted before' : trusted.join(', ')}`,
    ]
  },
}

const addKey: Command = {
  name: 'signing-key add',
  summary: 'Registers the RSA public key of a file (PEM) for a user.',
  required: ['user', 'file'],
  optional: [],
  async run(tx, options, { now, report }) {
    const userId = await userOf(tx, options)
    // The operator acts for the user, whoever asked for it.
    const caller: UserCaller = {
      kind: 'user',
      userId,
      tokenId: 0 as Id<'token'>,
      applicationId: null,
      profiles: [],
    }
    const body = { publicKey: readText(text(options, 'file')) }
    const { fingerprint } = await registerSigningKey(tx, { caller, body, now, report })
    return [`fingerprint  ${fingerprint}`]
  },
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

async function userOf(tx: Tx, options: Options): Promise<Id<'user'>> {
  const userId = idOf<'user'>(options, 'user')
  if ((await findUser(tx, userId)) === undefined) throw new UsageError(`No user ${userId}.`)
  return userId
}

const tokenCreate: Command = {
  name: 'token create',
  summary: 'Gives a user a further personal token, which is not told again.',
  required: ['user'],
  optional: [],
  async run(tx, options, { realNow, random, report }) {
    const userId = await userOf(tx, options)
    const token = random.uuid()
    await createPersonalToken(tx, { userId, token }, realNow)
    report(personalTokenCreated, { userId })
    return [`token  ${token}`]
  },
}

const tokenList: Command = {
  name: 'token list',
  summary:
    "Lists a user's live grants and tokens; the tokens themselves are not kept, only hashes.",
  required: ['user'],
  optional: [],
  async run(tx, options, { realNow }) {
    const userId = await userOf(tx, options)
    const grants = await listGrants(tx, userId, null)
    const tokens = await listTokens(tx, userId, realNow)
    return [
      ...grants.map(({ clientKey, createdAt }) => `grant  ${clientKey}  since ${createdAt}`),
      ...tokens.map(({ id, kind, clientKey, expiresAt }) =>
        [`token ${id}`, kind, clientKey ?? '-', `until ${expiresAt ?? 'it is revoked'}`].join('  '),
      ),
    ]
  },
}

const tokenRevoke: Command = {
  name: 'token revoke',
  summary: 'Revokes one token of a user, by the number that token list shows.',
  required: ['user', 'token'],
  optional: [],
  async run(tx, options, moment) {
    const [userId, tokenId] = [await userOf(tx, options), idOf<'token'>(options, 'token')]
    await revokeOneToken(tx, { userId, tokenId }, revoking(moment))
    return [`token ${tokenId} is revoked`]
  },
}

const grantRevoke: Command = {
  name: 'grant revoke',
  summary:
    'Ends what an application may do for a user: tokens, codes, registration code, webhooks.',
  required: ['user', 'key'],
  optional: [],
  async run(tx, options, moment) {
    const [userId, clientKey] = [await userOf(tx, options), text(options, 'key')]
    await revokeGrant(tx, { userId, clientKey, by: 'operator' }, revoking(moment))
    return [`${clientKey} has no access to user ${userId}`]
  },
}

const activating = (verb: 'deactivate' | 'reactivate', summary: string): Command => ({
  name: `user ${verb}`,
  summary,
  required: ['user'],
  optional: [],
  async run(tx, options, moment) {
    const userId = await userOf(tx, options)
    await setUserActive(tx, userId, verb === 'reactivate', revoking(moment))
    return [`user ${userId} is ${verb}d`]
  },
})

const revoking = ({ now, realNow, report }: Moment) => ({ now, report, realNow: () => realNow })

export const accessCommands: readonly Command[] = [
  createApp,
  rotateApp,
  makeUser,
  activating('deactivate', 'Ends all tokens of a user, and lets nobody act for them.'),
  activating('reactivate', 'Lets a deactivated user and their applications get tokens again.'),
  confirmPerson,
  addKey,
  tokenCreate,
  tokenList,
  tokenRevoke,
  grantRevoke,
]
