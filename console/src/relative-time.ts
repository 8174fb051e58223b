// Describes a time relative to now in words.

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** Returns a text such as `3 minutes ago` or `in 5 days`, in the largest unit that the duration reaches; `now` below a second. */
export function relativeTime(atMs: number, nowMs: number): string {
  const seconds = Math.trunc((atMs - nowMs) / 1000)
  const found = units.find(([, size]) => Math.abs(seconds) >= size)
  if (found === undefined) return 'now'
  const [unit, size] = found
  return format.format(Math.trunc(seconds / size), unit)
}
