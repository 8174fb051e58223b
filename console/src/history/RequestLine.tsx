import type { LoggedRequestSummary } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { milliseconds } from '../milliseconds.ts'

/** A request with its result and a link to its page. */
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
      in {milliseconds(durationMicros)}
    </>
  )
}
