// The sweep that releases the money of payments that were not captured in time.

import type { Id } from '../kernel/ids.ts'
import { ROWS_PER_RUN_MAX, sweep } from '../kernel/sweep.ts'
import { lapseIfDue } from './reverse-payment.ts'

export const lapse = sweep({
  name: 'card-transactions.lapse',
  summary: 'Cancels a card payment that was not captured in time, and releases its money (D72).',
  table: 'card_transactions',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 't.lapses_at',
  where: `t.state = 'IN_PROGRESS'`,
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, { profileId, id }, now) =>
    lapseIfDue(tx, profileId as Id<'profile'>, Number(id) as Id<'card-transaction'>, now),
})
