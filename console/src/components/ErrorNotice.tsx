import { GodwitError } from '@godwit/sdk'
import { createContext, useContext } from 'react'
import { isAt, messageOf } from '../field-errors.ts'
import { Button } from './Button.tsx'
import './error-notice.css'

/** Whether the console has a page with the log of requests. The console of operators does not have this page. */
export const HasRequestLogContext = createContext(false)

type Props = {
  readonly error: unknown
  /** Repeats the failed request; absent where the user changes the input instead. */
  readonly onRetry?: () => unknown
  /** The fields of the form that show messages themselves (`messageAt`). The notice shows only the codes of these messages. */
  readonly fields?: readonly string[]
}

/** Every reason for a refusal, with its code, its field and the trace id of the request; otherwise the message of the error. */
export function ErrorNotice({ error, onRetry, fields = [] }: Props) {
  const allReasons = error instanceof GodwitError ? error.reasons : []
  const marked = allReasons.filter((reason) => fields.some((field) => isAt(reason, field)))
  const reasons = allReasons.filter((reason) => !marked.includes(reason))
  const traceId = error instanceof GodwitError ? error.traceId : null
  return (
    <div className="error-notice" role="alert">
      {allReasons.length === 0 && <p>{error instanceof Error ? error.message : String(error)}</p>}
      {marked.length > 0 && (
        <div>
          <p>Correct the marked fields.</p>
          <p className="error-notice-detail">
            <code>{[...new Set(marked.map(({ code }) => code))].join(', ')}</code>
          </p>
        </div>
      )}
      <ul className="error-notice-reasons">
        {reasons.map((reason, index) => (
          // Two reasons may be equal, and the reasons of an error never change.
          <li key={index}>
            <p>{messageOf(reason)}</p>
            <p className="error-notice-detail">
              <code>{reason.code}</code>
              {reason.path && (
                <>
                  {' '}
                  at <code>{reason.path}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {traceId && (
        <p className="error-notice-detail">
          Trace id <code>{traceId}</code>
          <RequestLink traceId={traceId} />
        </p>
      )}
      {onRetry && <Button onPress={() => void onRetry()}>Try again</Button>}
    </div>
  )
}

/** Opens a new tab, because leaving the page would discard what the user has entered. */
function RequestLink({ traceId }: { readonly traceId: string }) {
  if (!useContext(HasRequestLogContext)) return null
  return (
    <>
      {' '}
      <a href={`/console/requests?query=trace:${traceId}`} rel="noopener" target="_blank">
        Show the request in a new tab
      </a>
    </>
  )
}
