import type { LoggedRequest } from '@godwit/sdk'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { fieldsOf, type SentField } from './fields.ts'
import { meanings } from './meanings.ts'
import './requests.css'

const columns: readonly Column<SentField>[] = [
  { title: 'Field', cell: ({ path }) => <code>{path}</code> },
  {
    title: 'Errors',
    cell: ({ codes }) => (
      <>
        <span className="requests-error">{codes.join(', ')}</span>{' '}
        <span className="muted">{codes.flatMap((code) => meanings[code] ?? []).join(', ')}</span>
      </>
    ),
  },
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

/** The fields that were sent, each with the errors of the reply that name it. */
export function FieldTable({ request }: { readonly request: LoggedRequest }) {
  const fields = fieldsOf(request)
  const general = request.errors.filter(({ path }) => path === undefined).map(({ code }) => code)
  return (
    <Panel title="Sent fields">
      {general.length > 0 && (
        <p>
          Refused: <span className="requests-error">{general.join(', ')}</span>
        </p>
      )}
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
