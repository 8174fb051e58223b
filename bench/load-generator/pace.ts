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

const TICK_MS = 2

/** Begins requests at a fixed rate, whether or not earlier ones have ended. Returns the number of begun requests. */
export async function openLoop(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  sendRequest: (n: number) => Promise<void>,
): Promise<number> {
  const running: Promise<void>[] = []
  const started = performance.now()
  while (performance.now() - started < seconds * 1000) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
    while (running.length < due) running.push(sendRequest(running.length))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(running)
  return running.length
}
