import type { LoggedRequestSummary } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { RealTime } from '../../components/RealTime.tsx'
import { ReplyStatus } from '../../components/ReplyStatus.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { milliseconds } from '../../milliseconds.ts'
import './requests.css'

const columns: readonly Column<LoggedRequestSummary>[] = [
  {
    title: 'Request',
    cell: ({ id, method, path }) => (
      <Link className="requests-path" to={`/requests/${id}`}>
        <code>
          {method} {path}
        </code>
      </Link>
    ),
  },
  { title: 'Reply', cell: ({ status }) => <ReplyStatus status={status} /> },
  {
    title: 'Errors',
    cell: ({ errors }) =>
      errors.length > 0 && (
        <span className="requests-errors">
          {errors.map(({ code, path }) => [code, path].filter(Boolean).join(' at ')).join(', ')}
        </span>
      ),
  },
  { title: 'Operation', cell: ({ operation }) => <code>{operation}</code> },
  { title: 'Duration', align: 'end', cell: ({ durationMicros }) => milliseconds(durationMicros) },
  { title: 'Answered', cell: ({ createdAt }) => <RealTime at={createdAt} /> },
]

export function RequestTable({ requests }: { readonly requests: readonly LoggedRequestSummary[] }) {
  return <Table caption="Requests" columns={columns} rowKey={({ id }) => id} rows={requests} />
}
