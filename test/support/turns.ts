// How long one turn of the event loop takes (D116): processor time of this thread, so that other programs on the
// machine make no difference.

/** The longest turn that an operation may take (D116). */
export const TURN_MS_MAX = 20

/** The longest turn of the event loop during `work`, in milliseconds of processor time. */
export async function longestTurnMs(work: () => PromiseLike<unknown>): Promise<number> {
  let longest = 0
  let isEnded = false
  let last = processorMs()
  const measure = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isEnded) setImmediate(measure)
  }
  setImmediate(measure)
  await work()
  isEnded = true
  measure()
  return longest
}

export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
