// The operator's commands about access: applications, users, grants and tokens (D119).

import { readFileSync } from 'node:fs'
import { onBehalfOf } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { confirmUser, registerSigningKey } from '../../security/index.ts'
import {
  applicationChanged,
  changeApplication,
  createApplication,
  createPersonalToken,
  createUser,
  deactivateUser,
  findUser,
  listGrants,
  listTokens,
  personalTokenCreated,
  reactivateUser,
  revokeGrant,
  revokeTokenById,
  userCreated,
} from '../../users/index.ts'
import {
  type Command,
  type CommandContext,
  flagOption,
  idOption,
  listOption,
  type Options,
  textOption,
  UsageError,
} from './options.ts'

const applicationOptions = ['redirect-uris', 'partner-price'] as const
const applicationFlags = ['trusted', 'additional-verification'] as const

const propertiesOf = (options: Options) => ({
  redirectUris: listOption(options, 'redirect-uris'),
  partnerPrice: options['partner-price'],
  trusted: flagOption(options, 'trusted'),
  additionalVerification: flagOption(options, 'additional-verification'),
})

const applicationCreate: Command = {
  name: 'application create',
  summary: 'Creates an application and prints its secret, which cannot be shown again.',
  required: ['key'],
  optional: ['name', ...applicationOptions],
  flags: ['public', ...applicationFlags],
  async run(tx, options, { now, random, report }) {
    const secret = flagOption(options, 'public') ? null : random.secret()
    const { id: applicationId, clientKey } = await createApplication(
      tx,
      {
        clientKey: textOption(options, 'key'),
        name: options['name'],
        secret,
        ...propertiesOf(options),
      },
      now,
    )
    report(applicationChanged, { applicationId })
    return [
      `client_id      ${clientKey}`,
      secret === null
        ? 'no secret: the application must use PKCE (S256)'
        : `client_secret  ${secret}`,
    ]
  },
}

const applicationRotate: Command = {
  name: 'application rotate',
  summary:
    'Replaces the secret of an application immediately, and changes the options that are set. Tokens stay valid.',
  required: ['key'],
  optional: applicationOptions,
  flags: applicationFlags,
  async run(tx, options, { random, report }) {
    const secret = random.secret()
    const { id: applicationId, clientKey } = await changeApplication(
      tx,
      textOption(options, 'key'),
      {
        secret,
        ...propertiesOf(options),
      },
    )
    report(applicationChanged, { applicationId })
    return [`client_id      ${clientKey}`, `client_secret  ${secret}`]
  },
}

const applicationChange: Command = {
  name: 'application change',
  summary: 'Changes an application; options that are absent stay as they are.',
  required: ['key'],
  optional: applicationOptions,
  flags: applicationFlags,
  async run(tx, options, { report }) {
    const changed = await changeApplication(tx, textOption(options, 'key'), propertiesOf(options))
    report(applicationChanged, { applicationId: changed.id })
    return [
      `client_id                ${changed.clientKey}`,
      `redirect_uris            ${changed.redirectUris.join(',')}`,
      `partner_price            ${changed.partnerPrice}`,
      `trusted                  ${changed.trusted}`,
      `additional_verification  ${changed.additionalVerification}`,
    ]
  },
}

const userCreate: Command = {
  name: 'user create',
  summary: 'Creates a user and prints a personal token, which cannot be shown again.',
  required: ['email'],
  optional: [],
  async run(tx, options, { now, realNow, random, report }) {
    const { id: userId } = await createUser(tx, { email: textOption(options, 'email') }, now)
    const token = random.uuid()
    await createPersonalToken(tx, { userId, token }, realNow)
    report(userCreated, { userId })
    return [`user   ${userId}`, `token  ${token}`]
  },
}

/** In live mode the only way to trust a user's new factors after an application deleted a factor without a challenge (D112). */
const userConfirm: Command = {
  name: 'user confirm',
  summary: 'Confirms the identity of a user after an application deleted one of their factors.',
  required: ['user'],
  optional: [],
  async run(tx, options, { report }) {
    const userId = await userOf(tx, options)
    const trusted = await confirmUser(tx, userId, report)
    return [
      `user     ${userId} is confirmed`,
      `trusted  ${trusted.length === 0 ? 'no further factor' : trusted.join(', ')}`,
    ]
  },
}

const signingKeyAdd: Command = {
  name: 'signing-key add',
  summary: 'Registers the RSA public key of a file (PEM) for a user.',
  required: ['user', 'file'],
  optional: [],
  async run(tx, options, { now, report }) {
    const userId = await userOf(tx, options)
    const body = { publicKey: readText(textOption(options, 'file')) }
    const caller = onBehalfOf(userId)
    const { fingerprint } = await registerSigningKey(tx, { caller, body, now, report })
    return [`fingerprint  ${fingerprint}`]
  },
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}. Check --file.`)
  }
}

async function userOf(tx: Tx, options: Options): Promise<Id<'user'>> {
  const userId = idOption<'user'>(options, 'user')
  if ((await findUser(tx, userId)) === undefined)
    throw new UsageError(`There is no user ${userId}. Check --user.`)
  return userId
}

const tokenCreate: Command = {
  name: 'token create',
  summary: 'Creates another personal token for a user and prints it; it cannot be shown again.',
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
    "Lists a user's valid grants and tokens. The tokens themselves are stored only as hashes.",
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
  summary: 'Revokes one token of a user, by the number that `token list` shows.',
  required: ['user', 'token'],
  optional: [],
  async run(tx, options, context) {
    const [userId, tokenId] = [await userOf(tx, options), idOption<'token'>(options, 'token')]
    await revokeTokenById(tx, { userId, tokenId }, revocationContext(context))
    return [`token ${tokenId} is revoked`]
  },
}

const grantRevoke: Command = {
  name: 'grant revoke',
  summary:
    'Ends the access of an application to a user: tokens, codes, registration code, webhooks.',
  required: ['user', 'key'],
  optional: [],
  async run(tx, options, context) {
    const [userId, clientKey] = [await userOf(tx, options), textOption(options, 'key')]
    await revokeGrant(tx, { userId, clientKey, by: 'operator' }, revocationContext(context))
    return [`${clientKey} has no access to user ${userId}`]
  },
}

const userDeactivate: Command = {
  name: 'user deactivate',
  summary: 'Ends all tokens of a user and refuses new ones.',
  required: ['user'],
  optional: [],
  async run(tx, options, context) {
    const userId = await userOf(tx, options)
    await deactivateUser(tx, userId, revocationContext(context))
    return [`user ${userId} is deactivated`]
  },
}

const userReactivate: Command = {
  name: 'user reactivate',
  summary: 'Lets a deactivated user and their applications get tokens again.',
  required: ['user'],
  optional: [],
  async run(tx, options, context) {
    const userId = await userOf(tx, options)
    await reactivateUser(tx, userId, context)
    return [`user ${userId} is reactivated`]
  },
}

const revocationContext = ({ now, realNow, report }: CommandContext) => ({
  now,
  report,
  realNow: () => realNow,
})

export const accessCommands: readonly Command[] = [
  applicationCreate,
  applicationRotate,
  applicationChange,
  userCreate,
  userDeactivate,
  userReactivate,
  userConfirm,
  signingKeyAdd,
  tokenCreate,
  tokenList,
  tokenRevoke,
  grantRevoke,
]
