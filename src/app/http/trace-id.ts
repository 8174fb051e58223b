// How a request is called in its reply and in the log. To draw random digits for each one and to write
// them out costs more than to find out whose token it carries (docs/benchmarks.md), so they are drawn
// once, and then it is counted. Nobody is told more by it than how many requests a process has had.

const COUNTER_DIGITS = 12

/** Hands out UUIDs that begin as `first`, a random one, does and end in a count. */
export function traceIds(first: string): () => string {
  // Version 8: made in a way of one's own (RFC 9562).
  const start = `${first.slice(0, 14)}8${first.slice(15, -COUNTER_DIGITS)}`
  let count = 0
  return () => {
    count++
    return start + count.toString(16).padStart(COUNTER_DIGITS, '0')
  }
}
