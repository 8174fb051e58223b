import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DeliveryState } from '../components/DeliveryState.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { type Column, Table } from '../components/Table.tsx'
import { Time } from '../components/Time.tsx'
import { wordsOf } from '../words.ts'
import './history.css'

/** A delivery with its last attempt, or one attempt. */
export type DeliveryRow = {
  readonly key: string
  readonly event: string
  /** The state of the resource that the message reports. */
  readonly reportedState?: string | null
  /** The ids for the link to the delivery in the log of its subscription; undefined where the user cannot read the log. */
  readonly logEntry?: { readonly subscriptionId: string; readonly deliveryId: string }
  readonly state: string
  readonly attempts: number
  readonly reply: string | number | null | undefined
  readonly elapsedMs: number | undefined
  /** The time of the last attempt; undefined before the first attempt. */
  readonly at: string | undefined
}

const columns: readonly Column<DeliveryRow>[] = [
  {
    title: 'Message',
    cell: (row) => (
      <div className="history-message">
        <MessageLink row={row} />
        {row.at && (
          <span className="muted">
            <Time at={row.at} />
          </span>
        )}
      </div>
    ),
  },
  {
    title: 'State',
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    title: 'Last reply',
    cell: ({ reply, elapsedMs }) => (
      <>
        {reply} {elapsedMs !== undefined && <span className="muted">{elapsedMs} ms</span>}
      </>
    ),
  },
]

/** The new state that the message reports, or else the name of its event, as a link to the delivery. */
function MessageLink({ row: { event, reportedState, logEntry } }: { readonly row: DeliveryRow }) {
  const text = reportedState ? wordsOf(reportedState) : event
  if (logEntry === undefined) return <span>{text}</span>
  return (
    <Link search={{ delivery: logEntry.deliveryId }} to={`/webhooks/${logEntry.subscriptionId}`}>
      {text}
    </Link>
  )
}

type Props = {
  readonly rows: readonly DeliveryRow[]
  /** Explains how to receive messages, where there is no message. */
  readonly empty: ReactNode
}

/** The messages about a resource that were sent to webhooks. */
export function Deliveries({ rows, empty }: Props) {
  if (rows.length === 0) return <EmptyState title="No message to a webhook">{empty}</EmptyState>
  return <Table caption="Deliveries" columns={columns} rowKey={({ key }) => key} rows={rows} />
}
