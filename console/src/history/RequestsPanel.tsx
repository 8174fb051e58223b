import type { LoggedRequestSummary } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { Panel } from '../components/Panel.tsx'
import { RealTime } from '../components/RealTime.tsx'
import { ReplyStatus } from '../components/ReplyStatus.tsx'
import { ShowReadsButton } from '../components/ShowReadsButton.tsx'
import { type Column, Table } from '../components/Table.tsx'
import { milliseconds } from '../milliseconds.ts'
import { useRequests } from '../money/use-requests.ts'

const columns: readonly Column<LoggedRequestSummary>[] = [
  {
    title: 'Request',
    cell: ({ id, operation }) => <Link to={`/requests/${id}`}>{operation}</Link>,
  },
  { title: 'Reply', cell: ({ status }) => <ReplyStatus status={status} /> },
  { title: 'Errors', cell: ({ errors }) => errors.map(({ code }) => code).join(', ') },
  { title: 'Answered (real time)', cell: ({ createdAt }) => <RealTime at={createdAt} /> },
  {
    title: 'Duration',
    align: 'end',
    cell: ({ durationMicros }) => milliseconds(durationMicros),
  },
]

type Props = {
  /** The name of the resource in the log of requests, such as `order:12`. */
  readonly subject: string
  /** The resource in sentences, such as `the transfer`. */
  readonly noun: string
}

/**
 * The requests about a resource. Requests that only read are hidden at first unless they were refused, because the page of the
 * resource sends such requests all the time.
 */
export function RequestsPanel({ subject, noun }: Props) {
  const [showsReads, setShowsReads] = useState(false)
  const log = useRequests([subject], showsReads)
  return (
    <Panel
      action={<ShowReadsButton onChange={setShowsReads} showsReads={showsReads} />}
      title="Requests"
    >
      <Loaded label="Loading requests" query={log}>
        {({ isLogOn, requests }) => {
          if (!isLogOn)
            return (
              <EmptyState title="The service keeps no requests">
                Start the service without <code>GODWIT_REQUEST_LOG=off</code>, then repeat what you
                test.
              </EmptyState>
            )
          if (requests.length === 0)
            return (
              <EmptyState title={showsReads ? 'No request' : 'No request that changes data'}>
                The log has no request about {noun}. It keeps only the newest requests.
              </EmptyState>
            )
          return (
            <Table caption="Requests" columns={columns} rowKey={({ id }) => id} rows={requests} />
          )
        }}
      </Loaded>
    </Panel>
  )
}
