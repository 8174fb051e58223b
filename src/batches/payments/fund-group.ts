// Pays for a group from balances. Exchange and payment happen in one transaction: both or neither.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
import { InsufficientFunds, listDebts, ProfileOwes } from '../../ledger/index.ts'
import { priceTransfers } from '../../transfers/index.ts'
import { PaymentTypeNotSupported } from '../errors.ts'
import { lockGroupAt } from '../get-group.ts'
import { lockWaitingMembers } from '../lapse-members.ts'
import { checkPayable } from '../model.ts'
import { type GroupRow, generatePaymentId } from '../store.ts'
import { bookGroupPayment, dueMinorOf } from './book-group-payment.ts'
import { buyMissingMoney } from './buy-missing-money.ts'

type Input = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: { readonly type: string }
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly settings: Settings
}

export async function fundGroup(tx: Tx, input: Input): Promise<GroupRow> {
  const { params, body, caller, now, settings } = input
  const group = await lockGroupAt(tx, params.profileId, params.batchGroupId, now)
  const { profileId, sourceCurrency: currency } = group
  if (body.type !== 'BALANCE') refuse(PaymentTypeNotSupported, { arguments: [body.type] })
  checkPayable(group)
  await checkDebts(tx, profileId)

  const priced = await priceTransfers(tx, await lockWaitingMembers(tx, group), 'BALANCE', now)
  const due = { minor: dueMinorOf(priced), currency }

  const balance = await buyMissingMoney(tx, { profileId, due, caller, now })
  const by = { method: 'BALANCE', balanceId: balance.id } as const
  const paymentId = await generatePaymentId(tx)
  return bookGroupPayment(tx, { group, priced, by, paymentId, now, settings })
}

/** The payment itself refuses a debt, too. This check finds a debt before any money is exchanged. */
async function checkDebts(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  const [debt] = await listDebts(tx, profileId)
  if (debt !== undefined) refuse(ProfileOwes, { arguments: [debt.currency] })
}

/** The extra fields of a refusal for insufficient funds, as for a single transfer (Facts 4.3, D21). */
export function insufficientFundsFields({ faults: [{ kind }] }: Refusal) {
  if (kind !== InsufficientFunds) return undefined
  const { code: errorCode, message: errorMessage } = InsufficientFunds
  return { type: 'BALANCE', status: 'REJECTED', errorCode, errorMessage }
}
