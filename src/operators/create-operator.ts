// Creates an operator.

import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Report } from '../kernel/security-event.ts'
import { isPlainText } from '../kernel/wire.ts'
import { isEmail } from '../users/index.ts'
import {
  OperatorEmailInvalid,
  OperatorExists,
  OperatorNameInvalid,
  PasswordInvalid,
} from './errors.ts'
import { isPassword, NAME_CHARACTERS_MAX } from './model.ts'
import { hashPassword, sealTotpSecret, totpSecretOf, totpUri } from './secrets.ts'
import { accessChanged } from './security-events.ts'
import { insertOperator } from './store.ts'

type Input = {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly random: { secret(): string }
  readonly now: Temporal.Instant
  readonly report: Report
}

/**
 * Returns the URI of the second factor, which cannot be shown again. Refuses with OperatorEmailInvalid,
 * OperatorNameInvalid, PasswordInvalid or OperatorExists.
 */
export async function createOperator(
  tx: Tx,
  { email, name, password, random, now, report }: Input,
): Promise<{ readonly uri: string }> {
  if (!isEmail(email)) refuse(OperatorEmailInvalid, { arguments: [email] })
  if (name.trim() === '' || [...name].length > NAME_CHARACTERS_MAX || !isPlainText(name))
    refuse(OperatorNameInvalid)
  if (!isPassword(password, email)) refuse(PasswordInvalid)
  const secret = totpSecretOf(random.secret())
  const operatorId = await insertOperator(tx, {
    email,
    name,
    passwordHash: await hashPassword(tx, password, random.secret()),
    totpSecret: await sealTotpSecret(tx, secret, email),
    createdAt: now,
  })
  if (operatorId === undefined) refuse(OperatorExists, { arguments: [email] })
  report(accessChanged, { operatorId, change: 'created' })
  return { uri: totpUri(secret, email) }
}
