import { relativeTime } from '../relative-time.ts'
import { useClockOffsetMs } from '../sandbox-clock.ts'
import { utcFormat } from '../utc-format.ts'

const format = utcFormat()
const formatWithSeconds = utcFormat({ second: '2-digit' })
/** Within this distance from the time of the sandbox clock, a moment has seconds: an hour, a choice of this project. */
const NEAR_MS = 60 * 60 * 1000

type Props = {
  readonly at: string
  /** Always shows the seconds, which distinguish moments of one minute. */
  readonly hasSeconds?: boolean
}

/**
 * A moment in UTC. A moment within `NEAR_MS` of the sandbox clock has seconds, because readers compare it with the clock and with
 * other moments of the same minute. The tooltip has the text of the API and the distance from the time of the sandbox clock.
 */
export function Time({ at, hasSeconds = false }: Props) {
  const offsetMs = useClockOffsetMs() ?? 0
  const atMs = momentOf(at)
  if (Number.isNaN(atMs)) return <span>{at}</span>
  const nowMs = Date.now() + offsetMs
  const shown = hasSeconds || Math.abs(atMs - nowMs) < NEAR_MS ? formatWithSeconds : format
  return (
    <time className="time" dateTime={at} title={`${at}, ${relativeTime(atMs, nowMs)}`}>
      {shown.format(atMs)}
    </time>
  )
}

/** The distance of a moment from the time of the sandbox clock, such as `in 5 days`. */
export function TimeDistance({ at }: { readonly at: string }) {
  const offsetMs = useClockOffsetMs() ?? 0
  return relativeTime(momentOf(at), Date.now() + offsetMs)
}

const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/

/** Milliseconds since 1970; NaN for text that is not a time. Some operations print `2026-01-05 10:00:00`, which is UTC too. */
function momentOf(at: string): number {
  const isDate = !at.includes(':')
  return Date.parse(isDate || ZONE.test(at) ? at : `${at.replace(' ', 'T')}Z`)
}
