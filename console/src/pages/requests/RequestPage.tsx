import type { LoggedRequest } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeSample } from '../../components/CodeSample.tsx'
import { Details } from '../../components/Details.tsx'
import { JsonText } from '../../components/JsonText.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RealTime } from '../../components/RealTime.tsx'
import { ReplyStatus } from '../../components/ReplyStatus.tsx'
import { idInPath } from '../../id-in-path.ts'
import { milliseconds } from '../../milliseconds.ts'
import { prettyJson } from '../../pretty-json.ts'
import { isError } from '../../reply-status.ts'
import { useWorkspace } from '../../workspace.ts'
import { hasLostBody } from './body-absence.ts'
import { ErrorList, FieldTable } from './FieldTable.tsx'
import { NO_OPERATION } from './no-operation.ts'
import { ReplayForm } from './ReplayForm.tsx'
import { requestSamples } from './samples.ts'

/** One request, with each error at its field, and a form that sends the request again, unchanged or changed. */
export function RequestPage() {
  const { godwit } = useWorkspace()
  const { requestId } = useParams({ strict: false }) as { requestId: string }
  const request = useQuery({
    queryKey: ['request', requestId],
    queryFn: () =>
      godwit.requests.getRequest({ path: { requestId: idInPath('request', requestId) } }),
  })
  return (
    <Loaded label="Loading the request" query={request}>
      {(logged) => <RequestDetails request={logged} />}
    </Loaded>
  )
}

const idempotencyTexts: Readonly<Record<LoggedRequest['idempotency'], string>> = {
  none: 'No idempotency key was sent, or the key is not a UUID.',
  first: 'First request that succeeded with its idempotency key.',
  replayed: 'The key was used before: the first reply was sent again, and nothing was done twice.',
  reused: 'Refused: the key was used before for another request.',
}

function idempotencyTextOf({ idempotency, requestHeaders }: LoggedRequest): string {
  const isUnused = idempotency === 'none' && requestHeaders['x-idempotence-uuid'] !== undefined
  return isUnused
    ? 'The key was not used: the request was refused, or the operation uses no key.'
    : idempotencyTexts[idempotency]
}

function RequestDetails({ request }: { readonly request: LoggedRequest }) {
  const { method, path, status, durationMicros, createdAt, operation, traceId, subjects } = request
  return (
    <div className="stack">
      <PageHeader
        description={operation !== NO_OPERATION && <code>{operation}</code>}
        title={`${method} ${path}`}
      />
      <Panel title="Request">
        <Details
          rows={[
            ['Reply', <ReplyStatus key="status" status={status} />],
            ['Answered', <RealTime at={createdAt} key="at" />],
            ['Duration', milliseconds(durationMicros)],
            ['Idempotency', idempotencyTextOf(request)],
            ['Trace id', <code key="trace">{traceId}</code>],
            ['About', subjects.length > 0 && <Subjects key="subjects" subjects={subjects} />],
          ]}
        />
      </Panel>
      {operation === NO_OPERATION ? (
        <UnknownRoute request={request} />
      ) : (
        <RequestOfOperation request={request} />
      )}
    </div>
  )
}

function UnknownRoute({ request }: { readonly request: LoggedRequest }) {
  return (
    <Panel title="Errors">
      <ErrorList errors={request.errors} />
      <p>
        Compare your path and method with those of the{' '}
        <a href="/docs" rel="noopener" target="_blank">
          operations (new tab)
        </a>
        . Of an unknown path, the log keeps only words that also occur in the path of an operation.{' '}
        <code>{'{unknown}'}</code> replaces every other word, such as an id.
      </p>
    </Panel>
  )
}

/** The fields and the reply of a request to an operation, a form that sends the request again, and code that sends the request. */
function RequestOfOperation({ request }: { readonly request: LoggedRequest }) {
  const { godwit } = useWorkspace()
  const [body, setBody] = useState(prettyJson(request.requestBody ?? ''))
  const requestBody = body.trim() === '' ? null : body
  return (
    <>
      <FieldTable request={request} />
      <Panel title="Reply body">
        <JsonText
          missing={
            isError(request.status)
              ? 'The log keeps the error codes of a refused request, but neither its reply nor the refused values, which may be secrets. To read the reply, send the request again with the missing values.'
              : 'The log has no body: the body was empty, not JSON or too large, the log may keep none of its fields, or the service logs no bodies (GODWIT_REQUEST_LOG is not on).'
          }
          text={request.replyBody}
        />
      </Panel>
      <ReplayForm body={body} onBody={setBody} request={request} />
      <Panel title="Send the request from a program">
        {hasLostBody(request) && requestBody === null ? (
          <p className="muted">Enter the body above, because the log does not have it.</p>
        ) : (
          <CodeSample
            label="Send this request"
            samples={requestSamples(godwit, { ...request, requestBody })}
          />
        )}
      </Panel>
    </>
  )
}

/** The resources that the request is about. Each links to all requests about it. */
function Subjects({ subjects }: { readonly subjects: readonly string[] }) {
  return (
    <span className="row">
      {subjects.map((subject) => (
        <Link key={subject} search={{ query: subject }} to="/requests">
          {subject}
        </Link>
      ))}
    </span>
  )
}
