import type { ClientCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { EmailInvalid, EmailNotUnique } from './errors.ts'
import { isEmail, type Language } from './model.ts'
import { hashSecret } from './secret.ts'
import { insertUser, type UserRow } from './store.ts'

/** The second argument of NOT_UNIQUE: client programs are used to a class name there (Facts 1.3). */
const COMMAND_NAME = 'class com.provider.fx.api.ApiRegisterCommand'

type SignUp = { email: string; registrationCode: string; language: Language }

/**
 * Makes a user of the application, who can later be acted for with the registration code. Refuses
 * with EmailInvalid, or with EmailNotUnique: then the application asks the user for authorization.
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
  return user ?? refuse(EmailNotUnique, { arguments: ['email', COMMAND_NAME, email] })
}
