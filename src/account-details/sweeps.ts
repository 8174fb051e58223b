// Sweeps of account details. They release orders and payments that the verification of their profile did not release, such
// as an order that was created during the verification, and move orders when a document was sent or refused.

import type { Id } from '../kernel/ids.ts'
import { ROWS_PER_RUN_MAX, sweep } from '../kernel/sweep.ts'
import { proceedOrders } from './orders/proceed-orders.ts'
import { findOrder } from './orders/store.ts'
import { completeWaitingPayments } from './payments/complete-payment.ts'

const key = { profileId: 'profile_id', id: 'id' }
const VERIFIED = 'exists (select from profiles p where p.id = t.profile_id and p.verified)'

// PENDING_USER with a document that was not refused, or PENDING_TW without one (D54).
const DOCUMENT_CHANGED = `(t.verification = 'PENDING_USER') = exists (
  select from identity_documents d where d.profile_id = t.profile_id and d.state <> 'REFUSED')`

export const proceed = sweep({
  name: 'account-details.proceed',
  summary:
    'Moves orders of account details when their profile was verified, or when a document was sent or refused (D42, D54).',
  table: 'account_details_orders',
  key,
  dueAt: 't.modified_at',
  where: `t.verification <> 'DONE' and (${VERIFIED} or ${DOCUMENT_CHANGED})
    and exists (select from balances b
                 where b.profile_id = t.profile_id and b.currency = t.currency
                   and b.type = 'STANDARD' and b.state = 'OPEN')`,
  eager: true,
  batchMax: ROWS_PER_RUN_MAX,
  act: async (tx, { profileId, id }, now, { settings }) => {
    const order = await findOrder(tx, profileId as Id<'profile'>, id)
    if (order === undefined) return false
    return proceedOrders(tx, order.profileId, { now, settings }, order.currency)
  },
})

export const completePayments = sweep({
  name: 'account-details.complete-payments',
  summary: 'Credits payments that waited for the verification of their profile (D42, D55).',
  table: 'incoming_payments',
  key,
  dueAt: 't.received_at',
  where: `t.state = 'PROCESSING' and ${VERIFIED}`,
  eager: true,
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, { profileId, id }, now) =>
    completeWaitingPayments(
      tx,
      profileId as Id<'profile'>,
      now,
      Number(id) as Id<'incoming-payment'>,
    ),
})
