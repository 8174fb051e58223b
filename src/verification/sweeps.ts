// The sweep that ends the reviews of the sandbox.

import type { Id } from '../kernel/ids.ts'
import { ROWS_PER_RUN_MAX, sweep } from '../kernel/sweep.ts'
import { reviewCheck } from './checks/decide-check.ts'

export const review = sweep({
  name: 'verification.review',
  summary: 'Decides on the additional verifications whose review has ended (D47a).',
  table: 'cdd_checks',
  key: { profileId: 'profile_id', id: 'profile_id' },
  dueAt: 't.review_at',
  where: 't.review_at is not null',
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, { profileId }, now) => reviewCheck(tx, profileId as Id<'profile'>, now),
})
