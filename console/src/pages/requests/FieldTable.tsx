import type { LoggedError, LoggedRequest } from '@godwit/sdk'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { fieldsOf, type SentField } from './fields.ts'
import './requests.css'

const columns: readonly Column<SentField>[] = [
  { title: 'Field', cell: ({ path }) => <code>{path}</code> },
  { title: 'Errors', cell: ({ errors }) => errors.length > 0 && <ErrorList errors={errors} /> },
  {
    title: 'Value',
    cell: ({ value }) =>
      value === undefined ? (
        <span className="muted">missing, or refused: the log keeps no refused value</span>
      ) : (
        <code className="requests-value">{value}</code>
      ),
  },
]

/** The fields that were sent, then those that only errors name; each with the errors of the reply that name it. */
export function FieldTable({ request }: { readonly request: LoggedRequest }) {
  const fields = fieldsOf(request)
  const generalErrors = request.errors.filter(({ path }) => path === undefined)
  return (
    <Panel title="Sent fields">
      {generalErrors.length > 0 && <ErrorList errors={generalErrors} />}
      {fields.length === 0 ? (
        <p className="muted">The request has no query and no body, or the log may not keep them.</p>
      ) : (
        <Table
          caption="Fields of the request"
          columns={columns}
          rowKey={({ path }) => path}
          rows={fields}
        />
      )}
    </Panel>
  )
}

/** Each code one time, with the message that the operation declares for it. */
function ErrorList({ errors }: { readonly errors: readonly LoggedError[] }) {
  const messages = new Map(errors.map(({ code, message }) => [code, message]))
  return (
    <ul className="requests-error-list">
      {[...messages].map(([code, message]) => (
        <li key={code}>
          <span className="requests-error">{code}</span> <span className="muted">{message}</span>
        </li>
      ))}
    </ul>
  )
}
