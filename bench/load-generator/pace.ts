// Two kinds of load: a fixed number of requests in progress, or requests that begin at a fixed rate.

/** Keeps `inFlight` requests in progress until `count` have begun. */
export async function closedLoop(
  inFlight: number,
  count: number,
  sendRequest: (n: number) => Promise<void>,
): Promise<void> {
  let begun = 0
  const client = async () => {
    while (begun < count) await sendRequest(begun++)
  }
  await Promise.all(Array.from({ length: inFlight }, client))
}

/** Short against the latency of a request, so that requests begin evenly and not in bursts. */
const TICK_MS = 2

/**
 * Begins requests at a fixed rate, whether or not earlier ones have ended. Returns the number of begun requests. The first
 * error ends the loop and is thrown.
 */
export async function openLoop(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  sendRequest: (n: number) => Promise<void>,
): Promise<number> {
  const running: Promise<void>[] = []
  const errors: unknown[] = []
  // Each request gets its handler at once: a rejection without one ends the process.
  const begin = (n: number) => sendRequest(n).catch((error: unknown) => void errors.push(error))
  const started = performance.now()
  while (errors.length === 0 && performance.now() - started < seconds * 1000) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
    while (running.length < due) running.push(begin(running.length))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(running)
  if (errors.length > 0) throw errors[0]
  return running.length
}
