// The sweep that enforces the limits of countries on balances.

import type { Id } from '../kernel/ids.ts'
import { ROWS_PER_RUN_MAX, sweep } from '../kernel/sweep.ts'
import { checkHoldLimit } from './hold-limits/check-hold-limit.ts'

export const holdLimits = sweep({
  name: 'statements.hold-limits',
  summary:
    'Compares the balances of a profile with the limit of its country after a credit, after a change of country, and at the end of each day, when the excess is sent.',
  table: 'hold_limit_checks',
  key: { profileId: 'profile_id', id: 'profile_id' },
  dueAt: 't.due_at',
  where: 't.due_at is not null',
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, { profileId }, now, { random, settings }) =>
    checkHoldLimit(tx, profileId as Id<'profile'>, { now, random, settings }),
})
