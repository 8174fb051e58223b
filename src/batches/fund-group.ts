// A group is paid from balances: its own currency first, and what is missing is bought from the
// others. All of it happens in one transaction, or none.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { listDebts, ProfileOwes } from '../ledger/index.ts'
import { settleTransfers } from '../transfers/index.ts'
import { bookPayment, dueMinorOf } from './book-payment.ts'
import { coverFromBalances } from './cover-from-balances.ts'
import { PaymentTypeUnknown } from './errors.ts'
import * as store from './store.ts'
import { checkPayable, lockWaiting, takeGroup } from './take-group.ts'

type Asked = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: { readonly type: string }
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly settings: Settings
}

export async function fundGroup(tx: Tx, asked: Asked): Promise<store.GroupRow> {
  const { params, body, caller, now, settings } = asked
  const group = await takeGroup(tx, params.profileId, params.batchGroupId, now)
  if (body.type !== 'BALANCE') refuse(PaymentTypeUnknown, { arguments: [body.type] })
  checkPayable(group)
  await checkDebts(tx, group.profileId)
  const settled = await settleTransfers(tx, await lockWaiting(tx, group), 'BALANCE', now)
  const dueMinor = dueMinorOf(settled)
  const { profileId, sourceCurrency } = group
  const due = { minor: dueMinor, currency: sourceCurrency }
  const balance = await coverFromBalances(tx, { profileId, due, caller, now })
  const by = { method: 'BALANCE', balanceId: balance.id } as const
  const paymentId = await store.takePaymentId(tx)
  return bookPayment(tx, { group, settled, by, paymentId, now, settings })
}

/** Says so before anything is exchanged for it. */
async function checkDebts(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  const [debt] = await listDebts(tx, profileId)
  if (debt !== undefined) refuse(ProfileOwes, { arguments: [debt.currency] })
}
