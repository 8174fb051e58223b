// Moves the sandbox clock in steps. Each step is a request, because a long move takes longer than a browser or a proxy waits
// for a reply, and so that the page shows progress.

import { type Godwit, GodwitError } from '@godwit/sdk'

/** The time that the clock has reached, and in `ran` the number of due rows that sweeps processed on the way. */
export type Progress = { readonly now: string; readonly ran: number }

/** The real time after which a step pauses: a choice of this project. */
const STEP_SECONDS = 2

/** Calls `onProgress` after each step except the last, with the total of all steps so far. Returns the total of all steps. */
export async function moveClock(
  godwit: Godwit,
  to: string,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  let ran = 0
  while (true) {
    const step = await moveOneStep(godwit, to)
    ran += step.ran
    const progress = { now: step.now, ran }
    if (Date.parse(step.now) >= Date.parse(to)) return progress
    onProgress(progress)
  }
}

/**
 * When the clock has passed `to` since the user chose it, or since the step before, the clock stays where it is, and the service
 * does the work that is due.
 */
async function moveOneStep(godwit: Godwit, to: string): Promise<Progress> {
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
