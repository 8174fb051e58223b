import type { LoggedRequest } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { JsonText } from '../../components/JsonText.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TextAreaField } from '../../components/TextAreaField.tsx'
import { useWorkspace } from '../../workspace.ts'
import { hasLostBody } from './body-absence.ts'
import { loadExampleBody } from './example-body.ts'
import { replay } from './replay.ts'

type Props = {
  readonly request: LoggedRequest
  readonly body: string
  readonly onBody: (body: string) => void
}

/**
 * Sends the request again, with the same body or another one. Empty for a request of an application, because the console has
 * no token of the application.
 */
export function ReplayForm({ request, body, onBody }: Props) {
  const { godwit } = useWorkspace()
  const send = useMutation({ mutationFn: () => replay(godwit, request, body) })
  if (request.applicationId !== null) return null
  return (
    <Panel title="Send the request again">
      <p className="muted">
        This sends a second request with a new idempotency key. The log keeps no secrets, no files,
        no values that were refused, and no fields that the operation does not declare, such as a
        misspelt one: add what is missing, or the service refuses another field.
      </p>
      {hasLostBody(request) && <ExampleBody onLoad={onBody} operation={request.operation} />}
      {request.method !== 'GET' && (
        <TextAreaField label="Body" onChange={onBody} rows={8} value={body} />
      )}
      <div>
        <Button
          isDisabled={hasLostBody(request) && body.trim() === ''}
          isPending={send.isPending}
          onPress={() => send.mutate()}
        >
          Send
        </Button>
      </div>
      {send.error && <ErrorNotice error={send.error} />}
      <div aria-live="polite">
        {send.isSuccess && (
          <JsonText
            missing="The service accepted the request and sent no body."
            text={send.data === undefined ? null : JSON.stringify(send.data)}
          />
        )}
      </div>
    </Panel>
  )
}

type ExampleProps = { readonly operation: string; readonly onLoad: (body: string) => void }

/** Fills in the example of the operation, where the log does not have the body that was sent. */
function ExampleBody({ operation, onLoad }: ExampleProps) {
  const { profile } = useWorkspace()
  const load = useMutation({
    mutationFn: () => loadExampleBody(operation, profile.id),
    onSuccess: onLoad,
  })
  return (
    <>
      <p>
        The log does not have the body that was sent. Paste it from your program, or begin with an
        example.
      </p>
      <div>
        <Button isPending={load.isPending} onPress={() => load.mutate()}>
          Fill in the example of {operation}
        </Button>
      </div>
      {load.error && <ErrorNotice error={load.error} />}
    </>
  )
}
