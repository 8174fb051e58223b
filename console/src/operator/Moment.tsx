/** A moment in UTC, to the second, as the logs of the service print it. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return '–'
  return (
    <time className="time" dateTime={at}>
      {`${at.slice(0, 19).replace('T', ' ')} UTC`}
    </time>
  )
}
