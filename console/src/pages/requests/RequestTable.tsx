import type { LoggedRequestSummary } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { RealTime } from '../../components/RealTime.tsx'
import { ReplyStatus } from '../../components/ReplyStatus.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { milliseconds } from '../../milliseconds.ts'
import { NO_OPERATION } from './no-operation.ts'
import './requests.css'

const columns: readonly Column<LoggedRequestSummary>[] = [
  {
    title: 'Request',
    cell: ({ id, method, path, errors }) => (
      <div className="requests-request">
        <Link to={`/requests/${id}`}>
          <code>
            {method} <BreakablePath path={path} />
          </code>
        </Link>
        {errors.length > 0 && (
          <p className="requests-error">
            {errors.map((each) => [each.code, each.path].filter(Boolean).join(' at ')).join(', ')}
          </p>
        )}
      </div>
    ),
  },
  { title: 'Reply', cell: ({ status }) => <ReplyStatus status={status} /> },
  {
    title: 'Operation',
    cell: ({ operation }) => operation !== NO_OPERATION && <code>{operation}</code>,
  },
  { title: 'Duration', align: 'end', cell: ({ durationMicros }) => milliseconds(durationMicros) },
  { title: 'Answered (real time)', cell: ({ createdAt }) => <RealTime at={createdAt} /> },
]

/** A path that wraps at its slashes. */
function BreakablePath({ path }: { readonly path: string }) {
  return path.split('/').map((word, index) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      <wbr />
      {word}
    </Fragment>
  ))
}

export function RequestTable({ requests }: { readonly requests: readonly LoggedRequestSummary[] }) {
  return <Table caption="Requests" columns={columns} rowKey={({ id }) => id} rows={requests} />
}
