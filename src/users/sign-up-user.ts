import type { ClientCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { CodeNotUnique, EmailInvalid, EmailNotUnique } from './errors.ts'
import { insertGrant } from './grant-store.ts'
import { isEmail, type Language } from './model.ts'
import { hashSecret } from './secret.ts'
import { emailExists, insertUser, type UserRow } from './store.ts'

/** The second argument of NOT_UNIQUE: client programs are used to a class name there (Facts 1.3). */
export const REGISTER_COMMAND = 'class com.provider.fx.api.ApiRegisterCommand'

type SignUp = { email: string; registrationCode: string; language: Language }

/**
 * Makes a user of the application, who can later be acted for with the registration code. Refuses
 * with EmailInvalid; with EmailNotUnique: then the application asks the user for authorization; or
 * with CodeNotUnique, since whoever knows a code could act for each of its users.
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
  // Sign-up counts as a grant, which the user can revoke (D119).
  await insertGrant(tx, applicationId, user.id, now)
  return user
}

/** The code is a secret, so it is not shown among the arguments as the e-mail address is. */
async function refuseRepeated(tx: Tx, email: string): Promise<never> {
  return (await emailExists(tx, email))
    ? refuse(EmailNotUnique, { arguments: ['email', REGISTER_COMMAND, email] })
    : refuse(CodeNotUnique, { arguments: ['registrationCode', REGISTER_COMMAND] })
}
