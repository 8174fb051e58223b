const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A moment in UTC. The exact text of the API is shown when the pointer rests on it. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time className="time" dateTime={at} title={at}>
      {format.format(new Date(withZone(at)))}
    </time>
  )
}

/** Some operations print `2026-01-05 10:00:00`, which is UTC too. */
function withZone(at: string): string {
  return /Z$|[+-]\d\d:?\d\d$/.test(at) || !at.includes(':') ? at : `${at.replace(' ', 'T')}Z`
}
