import type { LoggedError, LoggedRequest } from '@godwit/sdk'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { bodyAbsenceText } from './body-absence.ts'
import { type SentField, sentFieldsOf } from './fields.ts'
import './requests.css'

const columns: readonly Column<SentField>[] = [
  {
    title: 'Field',
    cell: ({ path, errors }) => (
      <div className="requests-field">
        <code>{path}</code>
        {errors.length > 0 && <ErrorList errors={errors} />}
      </div>
    ),
  },
  {
    title: 'Value',
    cell: ({ value, wasSent }) =>
      value === undefined ? (
        <span className="muted long-text">{absentValueText(wasSent)}</span>
      ) : (
        <code className="long-text">{value}</code>
      ),
  },
]

function absentValueText(wasSent: boolean | undefined): string {
  if (wasSent === undefined) return 'missing, or refused: the log keeps no refused value'
  return wasSent ? 'sent, and refused: the log keeps no refused value' : 'missing'
}

/** The sent fields, then the fields that only errors name. Each field has the errors of the reply that name the field. */
export function FieldTable({ request }: { readonly request: LoggedRequest }) {
  const fields = sentFieldsOf(request)
  const generalErrors = request.errors.filter(({ path }) => path === undefined)
  return (
    <Panel title="Sent fields">
      {generalErrors.length > 0 && <ErrorList errors={generalErrors} />}
      <p className="muted">
        {bodyAbsenceText(request) ??
          'The log keeps only fields that the operation declares. A sent field that is not listed is unknown to the operation, for example because its name is misspelt, or a secret.'}
      </p>
      {fields.length > 0 && (
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
export function ErrorList({ errors }: { readonly errors: readonly LoggedError[] }) {
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
