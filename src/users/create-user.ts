// Creates users and personal tokens: for the operator, the sandbox's seed and the sessions of the console.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { EmailInvalid, EmailNotUnique } from './errors.ts'
import { isEmail, type Language } from './model.ts'
import { hashSecret } from './secret.ts'
import * as store from './store.ts'
import * as tokens from './tokens/token-store.ts'

/** Creates a user without an application. Refuses with EmailInvalid or EmailNotUnique. */
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

type NewPersonalToken = {
  readonly userId: Id<'user'>
  readonly token: string
  /** Absent for a token that is valid until it is revoked. */
  readonly expiresAt?: Temporal.Instant
}

/** Stores `token` as a personal token. Tokens follow the real time (D10). */
export async function createPersonalToken(
  tx: Tx,
  { userId, token, expiresAt }: NewPersonalToken,
  realNow: Temporal.Instant,
): Promise<void> {
  const hash = hashSecret(token)
  const row: tokens.NewToken = { kind: 'personal', hash, expiresAt: expiresAt ?? null }
  await tokens.insertTokens(tx, [row], { userId, applicationId: null }, realNow)
}
