import { relativeTime } from '../relative-time.ts'

const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', dateStyle: 'medium' })

/** A moment of the real clock, in the time zone of the reader. The log of requests does not use the sandbox clock. */
export function RealTime({ at }: { readonly at: string }) {
  const atMs = Date.parse(at)
  return (
    <time className="time" dateTime={at} title={`${at}, ${relativeTime(atMs, Date.now())}`}>
      {format.format(atMs)}
    </time>
  )
}
