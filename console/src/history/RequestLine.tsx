import type { LoggedRequestSummary } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'

/** A request with its result, which leads to the whole request. */
export function RequestLine({ request }: { readonly request: LoggedRequestSummary }) {
  const { id, operation, status, durationMicros, errors } = request
  const codes = errors.map(({ code }) => code).join(', ')
  return (
    <>
      <Link to={`/requests/${id}`}>{operation}</Link> {status}
      {codes && (
        <>
          {' '}
          <code>{codes}</code>
        </>
      )}{' '}
      in {(durationMicros / 1000).toFixed(1)} ms
    </>
  )
}
