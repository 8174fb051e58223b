// What an operator and the sandbox's seed do with applications and users.

import type { Tx } from '../kernel/database/db.ts'
import { parseDecimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import {
  ApplicationNotFound,
  ClientKeyInvalid,
  ClientKeyTaken,
  EmailInvalid,
  EmailNotUnique,
  PartnerPriceInvalid,
  RedirectUriInvalid,
} from './errors.ts'
import { isEmail, type Language, mayBeRegistered } from './model.ts'
import { hashSecret } from './secret.ts'
import * as store from './store.ts'
import * as tokens from './token-store.ts'

export type NewApplication = {
  readonly clientKey: string
  readonly name?: string | undefined
  /** Null for a public client, which cannot keep one. */
  readonly secret: string | null
  readonly redirectUris?: readonly string[] | undefined
  /** A fraction of the source amount as decimal text: `0.005` is half a per cent. */
  readonly partnerPrice?: string | undefined
}

// It stands in paths, and before the colon of Basic authentication.
const CLIENT_KEY = /^[\w.~-]{1,100}$/
// As many as the column keeps; a price beyond one half would leave no source amount for some targets.
const PRICE_DECIMALS_MAX = 6

/** Refuses with ClientKeyInvalid, ClientKeyTaken, RedirectUriInvalid or PartnerPriceInvalid. */
export async function createApplication(
  tx: Tx,
  { clientKey, name = clientKey, secret, redirectUris = [], partnerPrice = '0' }: NewApplication,
  now: Temporal.Instant,
): Promise<store.ApplicationRow> {
  if (!CLIENT_KEY.test(clientKey)) refuse(ClientKeyInvalid, { arguments: [clientKey] })
  checkApplication({ redirectUris, partnerPrice })
  const application = {
    clientKey,
    name,
    secretHash: secret === null ? null : hashSecret(secret),
    redirectUris,
    partnerPrice,
  }
  const row = await store.insertApplication(tx, application, now)
  return row ?? refuse(ClientKeyTaken, { arguments: [clientKey] })
}

/** Changes what is given: a new secret ends the old one. Tokens that were issued stay valid. */
export async function changeApplication(
  tx: Tx,
  clientKey: string,
  {
    secret,
    redirectUris,
    partnerPrice,
  }: Partial<Omit<NewApplication, 'clientKey' | 'name' | 'secret'>> & { secret?: string },
): Promise<store.ApplicationRow> {
  checkApplication({ redirectUris, partnerPrice })
  const row = await store.updateApplication(tx, clientKey, {
    secretHash: secret === undefined ? null : hashSecret(secret),
    redirectUris: redirectUris ?? null,
    partnerPrice: partnerPrice ?? null,
  })
  return row ?? refuse(ApplicationNotFound, { arguments: [clientKey] })
}

function checkApplication({
  redirectUris = [],
  partnerPrice = '0',
}: Pick<NewApplication, 'redirectUris' | 'partnerPrice'>): void {
  const wrong = redirectUris.filter((uri) => !mayBeRegistered(uri))
  if (wrong.length > 0) refuse(RedirectUriInvalid, { arguments: wrong })
  const price = parseDecimal(partnerPrice)
  const most = price && 10n ** BigInt(price.scale)
  if (
    !price ||
    !most ||
    price.digits < 0n ||
    price.digits * 2n > most ||
    price.scale > PRICE_DECIMALS_MAX
  )
    refuse(PartnerPriceInvalid, { arguments: [partnerPrice] })
}

/** A user whom no application signed up. Refuses with EmailInvalid or EmailNotUnique. */
export async function createUser(
  tx: Tx,
  { email, language = 'EN' }: { email: string; language?: Language },
  now: Temporal.Instant,
): Promise<store.UserRow> {
  if (!isEmail(email)) refuse(EmailInvalid, { arguments: [email] })
  const user = { email, language, applicationId: null, registrationCodeHash: null }
  const row = await store.insertUser(tx, user, now)
  return row ?? refuse(EmailNotUnique, { arguments: [email] })
}

/** Lets `token` act for the user until it is revoked. `realNow` is the real time (D10). */
export async function createPersonalToken(
  tx: Tx,
  { userId, token }: { userId: Id<'user'>; token: string },
  realNow: Temporal.Instant,
): Promise<void> {
  const row: tokens.NewToken = { kind: 'personal', hash: hashSecret(token), expiresAt: null }
  await tokens.insertTokens(tx, [row], { userId, applicationId: null }, realNow)
}
