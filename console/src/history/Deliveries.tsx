import type { ReactNode } from 'react'
import { DeliveryState } from '../components/DeliveryState.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { type Column, Table } from '../components/Table.tsx'

/** A delivery with its last attempt, or one attempt. */
export type DeliveryRow = {
  readonly key: string
  readonly event: string
  readonly state: string
  readonly attempts: number
  readonly reply: string | number | null | undefined
  readonly elapsedMs: number | undefined
}

const columns: readonly Column<DeliveryRow>[] = [
  { title: 'Event', cell: ({ event }) => event },
  {
    title: 'State',
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { title: 'Last reply', cell: ({ reply }) => reply },
  {
    title: 'Duration',
    align: 'end',
    cell: ({ elapsedMs }) => elapsedMs !== undefined && `${elapsedMs} ms`,
  },
]

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
