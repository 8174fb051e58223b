// Long calculations in short turns of the event loop: other requests are answered in between (D116).

/** Far below the 20 ms that a turn may take, because the last item of a slice is not cut. */
const SLICE_MS = 5

/** Works on one item after the other, and gives way to other requests after every slice of time. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let sliceEndsMs = performance.now() + SLICE_MS
  for (const item of items) {
    work(item)
    if (performance.now() < sliceEndsMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    sliceEndsMs = performance.now() + SLICE_MS
  }
}
