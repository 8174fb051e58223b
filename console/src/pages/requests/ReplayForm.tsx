import type { LoggedRequest } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { JsonText } from '../../components/JsonText.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TextAreaField } from '../../components/TextAreaField.tsx'
import { prettyJson } from '../../pretty-json.ts'
import { useWorkspace } from '../../workspace.ts'
import { replay } from './replay.ts'

/** Sends the request again, as it was or with another body. Requests of applications can only be copied. */
export function ReplayForm({ request }: { readonly request: LoggedRequest }) {
  const { godwit } = useWorkspace()
  const [body, setBody] = useState(prettyJson(request.requestBody ?? ''))
  const send = useMutation({ mutationFn: () => replay(godwit, request, body) })
  if (request.applicationId !== null) return null
  return (
    <Panel title="Send it again">
      <p className="muted">
        A second request with a new idempotency key. Fields that the log does not keep, such as
        secrets and files, are missing.
      </p>
      {request.method !== 'GET' && (
        <TextAreaField label="Body" onChange={setBody} rows={8} value={body} />
      )}
      <div>
        <Button isPending={send.isPending} onPress={() => send.mutate()}>
          Send
        </Button>
      </div>
      {send.error && <ErrorNotice error={send.error} />}
      <div aria-live="polite">
        {send.isSuccess && (
          <JsonText
            missing="The service has accepted it and sent no body."
            text={send.data === undefined ? null : JSON.stringify(send.data)}
          />
        )}
      </div>
    </Panel>
  )
}
