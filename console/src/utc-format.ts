/** Formats moments in UTC, such as `1 Mar 2026, 09:30`. `options` adds parts, such as seconds, or changes parts. */
export function utcFormat(options: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    ...options,
  })
}
