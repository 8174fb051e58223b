/** A moment in UTC, to the second; a dash for null. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return '–'
  return (
    <time className="time" dateTime={at}>
      {`${at.slice(0, 19).replace('T', ' ')} UTC`}
    </time>
  )
}
