// Which of two moments is the later one. Temporal's own `compare` copies both first, which costs thirty
// times as much as comparing them; rules ask this at every request.

export function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds > other.epochNanoseconds
}
