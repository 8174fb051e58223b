import type { ReactNode } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { Status, type Tone } from '../components/Status.tsx'
import { type Column, Table } from '../components/Table.tsx'

/** One delivery of an event, with its last attempt. */
export type DeliveryRow = {
  readonly key: string
  readonly event: string
  readonly state: string
  readonly attempts: number
  readonly reply: string | number | null | undefined
  readonly elapsedMs: number | undefined
}

const tones: Readonly<Record<string, Tone>> = {
  QUEUED: 'progress',
  RETRYING: 'caution',
  DELIVERED: 'good',
  FAILED: 'bad',
}

const columns: readonly Column<DeliveryRow>[] = [
  { title: 'Event', cell: ({ event }) => event },
  {
    title: 'State',
    cell: ({ state }) => <Status tone={tones[state] ?? 'neutral'}>{state}</Status>,
  },
  { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { title: 'Last reply', cell: ({ reply }) => reply },
  {
    title: 'Took',
    align: 'end',
    cell: ({ elapsedMs }) => elapsedMs !== undefined && `${elapsedMs} ms`,
  },
]

type Props = {
  readonly rows: readonly DeliveryRow[]
  /** What to do to receive messages, shown where there is none. */
  readonly empty: ReactNode
}

/** The messages about a resource to webhooks. */
export function Deliveries({ rows, empty }: Props) {
  if (rows.length === 0)
    return <EmptyState title="No message was sent to a webhook">{empty}</EmptyState>
  return <Table caption="Deliveries" columns={columns} rowKey={({ key }) => key} rows={rows} />
}
