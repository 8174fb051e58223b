// Endpoints of the sandbox clock.

import { reads, writes } from '../../kernel/endpoint.ts'
import { toMicrosecond } from '../../kernel/wire.ts'
import { ClockBackwards, ClockBusy, ClockTimeAmbiguous, ClockTooFar } from '../errors.ts'
import { advanceClock } from './advance-clock.ts'
import { AdvanceClock, AdvanceClockReply, ClockNow } from './schemas.ts'

export const clock = reads(
  {
    id: 'simulation.clock',
    operationId: 'getSandboxClock',
    route: 'GET /v1/simulation/clock',
    summary: 'Get the sandbox clock.',
    spec: 'D10',
    access: { token: 'any' },
    sandboxOnly: true,
    reply: ClockNow,
    errors: [],
  },
  async (_db, { now }) => ({ now: toMicrosecond(now) }),
)

/** Less than the 30 s for which the SDK waits for a reply: after a longer wait the SDK would lose this reply too. */
const REPETITION_WAIT_MS = 25_000

export const clockAdvance = writes(
  {
    id: 'simulation.clock-advance',
    operationId: 'advanceSandboxClock',
    route: 'POST /v1/simulation/clock/advance',
    summary: 'Move the sandbox clock forward and do the work that becomes due on the way.',
    spec: 'D10, gap 1081',
    access: { token: 'any' },
    sandboxOnly: true,
    body: AdvanceClock,
    reply: AdvanceClockReply,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    repetitionWaitMs: REPETITION_WAIT_MS,
    onConcurrentRequest: ClockBusy,
    errors: [ClockBusy, ClockBackwards, ClockTooFar, ClockTimeAmbiguous],
    before: async (_db, { body, realNow }, outside) => advanceClock(outside, body, realNow()),
  },
  async (_tx, { found: { now, ran } }) => ({ now: toMicrosecond(now), ran }),
)
