// Signs a user up for an application, which then exchanges the registration code for tokens (B 4.3).

import type { ClientCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { insertGrant } from './application-store.ts'
import { CodeNotUnique, EmailInvalid, EmailNotUnique } from './errors.ts'
import { isEmail, type Language } from './model.ts'
import { hashSecret } from './secret.ts'
import { emailExists, insertUser, type UserRow } from './store.ts'

/** The second argument of NOT_UNIQUE: client programs expect a class name there (Facts 1.3). */
export const REGISTER_COMMAND = 'class com.provider.fx.api.ApiRegisterCommand'

type SignUp = { email: string; registrationCode: string; language: Language }

/**
 * Creates a user of the application. Refuses with EmailInvalid; with EmailNotUnique (the application then asks the user
 * for consent); with CodeNotUnique, because a code that two users share would give access to both.
 */
export async function signUpUser(
  tx: Tx,
  { applicationId }: ClientCaller,
  { email, registrationCode, language }: SignUp,
  now: Temporal.Instant,
): Promise<UserRow> {
  if (!isEmail(email)) refuse(EmailInvalid, { arguments: [email] })
  const registrationCodeHash = hashSecret(registrationCode)
  const user = await insertUser(tx, { email, language, applicationId, registrationCodeHash }, now)
  if (user === undefined) return refuseRepeated(tx, email)
  // Sign-up is also a grant, which the user can revoke (D119).
  await insertGrant(tx, applicationId, user.id, now)
  return user
}

/** The arguments contain the e-mail address but not the registration code, which is a secret. */
async function refuseRepeated(tx: Tx, email: string): Promise<never> {
  return (await emailExists(tx, email))
    ? refuse(EmailNotUnique, { arguments: ['email', REGISTER_COMMAND, email] })
    : refuse(CodeNotUnique, { arguments: ['registrationCode', REGISTER_COMMAND] })
}
