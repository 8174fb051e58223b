import type { LoggedRequestSummary } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { type Column, Table } from '../../components/Table.tsx'
import { RealTime } from './RealTime.tsx'
import { ReplyStatus } from './ReplyStatus.tsx'

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
      errors.map(({ code, path }) => [code, path].filter(Boolean).join(' at ')).join(', '),
  },
  { title: 'Operation', cell: ({ operation }) => <code>{operation}</code> },
  { title: 'Duration', align: 'end', cell: ({ durationMicros }) => milliseconds(durationMicros) },
  { title: 'Sent', cell: ({ createdAt }) => <RealTime at={createdAt} /> },
]

export function RequestTable({ requests }: { readonly requests: readonly LoggedRequestSummary[] }) {
  return <Table caption="Requests" columns={columns} rowKey={({ id }) => id} rows={requests} />
}

export function milliseconds(micros: number): string {
  return `${(micros / 1000).toFixed(1)} ms`
}
