// Splits a long calculation, so that other requests are answered in between (D116).

/** Far below the 20 ms for which the event loop may be blocked, because the last item of a slice may take longer. */
const SLICE_MS = 5

/** Processes one item after the other, and lets other requests run after every slice of time. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let sliceEndsMs = performance.now() + SLICE_MS
  for (const item of items) {
    work(item)
    if (performance.now() < sliceEndsMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    sliceEndsMs = performance.now() + SLICE_MS
  }
}
