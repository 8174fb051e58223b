import { GodwitError } from '@godwit/sdk'
import { Button } from './Button.tsx'
import './error-notice.css'

type Props = {
  readonly error: unknown
  /** Repeats the failed request; absent where the user changes the input instead. */
  readonly onRetry?: () => unknown
}

/** Every reason for a refusal, with its code, its field and the trace id of the request; otherwise the message of the error. */
export function ErrorNotice({ error, onRetry }: Props) {
  const reasons = error instanceof GodwitError ? error.reasons : []
  const traceId = error instanceof GodwitError ? error.traceId : null
  return (
    <div className="error-notice" role="alert">
      {reasons.length === 0 && <p>{error instanceof Error ? error.message : String(error)}</p>}
      <ul className="error-notice-reasons">
        {reasons.map(({ code, message, path }) => (
          <li key={`${code} ${path}`}>
            <p>{message}</p>
            <p className="error-notice-detail">
              <code>{code}</code>
              {path && (
                <>
                  {' '}
                  at <code>{path}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {traceId && (
        <p className="error-notice-detail">
          Trace id <code>{traceId}</code>
        </p>
      )}
      {onRetry && <Button onPress={() => void onRetry()}>Try again</Button>}
    </div>
  )
}
