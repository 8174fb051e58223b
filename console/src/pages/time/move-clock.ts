// Moves the sandbox clock in steps. Each step is a request, because a long move takes longer than a browser or a proxy waits
// for a reply, and so that the page shows progress.

import { type Godwit, GodwitError } from '@godwit/sdk'

/** The time that the clock has reached, and the number of due rows that sweeps processed: in a step, or in all steps of a move so far. */
export type Move = { readonly now: string; readonly ran: number }

/** The real time after which a step pauses: a choice of this project. */
const STEP_SECONDS = 2

/** `onStep` is called after each step except the last, whose result is returned. */
export async function moveClock(
  godwit: Godwit,
  to: string,
  onStep: (move: Move) => void,
): Promise<Move> {
  let ran = 0
  while (true) {
    const step = await moveOneStep(godwit, to)
    ran += step.ran
    const move = { now: step.now, ran }
    if (Date.parse(move.now) >= Date.parse(to)) return move
    onStep(move)
  }
}

/**
 * When the clock has passed `to` since the user chose it, or since the step before, the clock stays where it is, and the service
 * does the work that is due.
 */
async function moveOneStep(godwit: Godwit, to: string): Promise<Move> {
  const advance = (body: { to: string } | { seconds: number }) =>
    godwit.simulation.advanceSandboxClock({ body: { ...body, pauseAfterSeconds: STEP_SECONDS } })
  try {
    return await advance({ to })
  } catch (error) {
    const hasPassed = error instanceof GodwitError && error.reasons[0]?.code === 'clock.backwards'
    if (!hasPassed) throw error
    return advance({ seconds: 0 })
  }
}
