/** A moment in UTC, to the second; a dash for null. `Time` needs the sandbox clock, which live mode does not have. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return '–'
  return (
    <time className="time" dateTime={at}>
      {`${at.slice(0, 19).replace('T', ' ')} UTC`}
    </time>
  )
}
