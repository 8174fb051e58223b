import { relativeTime } from '../relative-time.ts'
import { useClockOffset } from '../sandbox-clock.ts'
import { utcFormat } from '../utc-format.ts'

const format = utcFormat()

/** A moment in UTC. The tooltip has the text of the API and the distance from the time of the sandbox clock. */
export function Time({ at }: { readonly at: string }) {
  const offset = useClockOffset() ?? 0
  const atMs = Date.parse(withZone(at))
  if (Number.isNaN(atMs)) return <span>{at}</span>
  return (
    <time
      className="time"
      dateTime={at}
      title={`${at}, ${relativeTime(atMs, Date.now() + offset)}`}
    >
      {format.format(atMs)}
    </time>
  )
}

const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/

/** Some operations print `2026-01-05 10:00:00`, which is UTC too. */
function withZone(at: string): string {
  const isDate = !at.includes(':')
  return isDate || ZONE.test(at) ? at : `${at.replace(' ', 'T')}Z`
}
