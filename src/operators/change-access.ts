// Changes the access of an operator. Every change but the end of a lock-out ends the sessions of the operator, because
// somebody who has stolen a secret may have opened them. Every function refuses with OperatorNotFound.

import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Report } from '../kernel/security-event.ts'
import { OperatorNotFound, PasswordInvalid } from './errors.ts'
import { isPassword, noFailures } from './model.ts'
import { hashPassword, sealTotpSecret, totpSecretOf, totpUri } from './secrets.ts'
import { accessChanged } from './security-events.ts'
import { deleteSessions } from './session-store.ts'
import * as store from './store.ts'

type Input = { readonly email: string; readonly report: Report }
type Random = { readonly random: { secret(): string } }

async function lockExistingOperator(tx: Tx, email: string): Promise<store.OperatorRow> {
  return (await store.lockOperator(tx, email)) ?? refuse(OperatorNotFound, { arguments: [email] })
}

/** Also refuses with PasswordInvalid. */
export async function changePassword(
  tx: Tx,
  { email, password, random, report }: Input & Random & { readonly password: string },
): Promise<void> {
  const operator = await lockExistingOperator(tx, email)
  if (!isPassword(password, operator.email)) refuse(PasswordInvalid)
  const passwordHash = await hashPassword(tx, password, random.secret())
  await store.updateSecrets(tx, { ...operator, passwordHash })
  await deleteSessions(tx, operator.id)
  report(accessChanged, { operatorId: operator.id, change: 'password' })
}

/** Returns the URI of the new second factor, which cannot be shown again. Codes of the old second factor are refused. */
export async function replaceSecondFactor(
  tx: Tx,
  { email, random, report }: Input & Random,
): Promise<{ readonly uri: string }> {
  const operator = await lockExistingOperator(tx, email)
  const secret = totpSecretOf(random.secret())
  const totpSecret = await sealTotpSecret(tx, secret, operator.email)
  await store.updateSecrets(tx, { ...operator, totpSecret, lastTotpStep: 0 })
  await deleteSessions(tx, operator.id)
  report(accessChanged, { operatorId: operator.id, change: 'second-factor' })
  return { uri: totpUri(secret, operator.email) }
}

export async function endLockOut(tx: Tx, { email, report }: Input): Promise<void> {
  const { id: operatorId } = await lockExistingOperator(tx, email)
  await store.updateFailures(tx, operatorId, noFailures)
  report(accessChanged, { operatorId, change: 'unlocked' })
}

export async function endAllSessions(tx: Tx, { email, report }: Input): Promise<void> {
  const { id: operatorId } = await lockExistingOperator(tx, email)
  await deleteSessions(tx, operatorId)
  report(accessChanged, { operatorId, change: 'logged-out' })
}

export async function setOperatorActive(
  tx: Tx,
  { email, active, report }: Input & { readonly active: boolean },
): Promise<void> {
  const { id: operatorId } = await lockExistingOperator(tx, email)
  await store.updateActive(tx, { id: operatorId, active })
  await deleteSessions(tx, operatorId)
  report(accessChanged, { operatorId, change: active ? 'reactivated' : 'deactivated' })
}
