import type { Delivery } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Status, type Tone } from '../../components/Status.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { type Transfer, useWorkspace } from '../../workspace.ts'
import { listDeliveriesAbout } from './deliveries.ts'

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  QUEUED: 'progress',
  RETRYING: 'caution',
  DELIVERED: 'good',
  FAILED: 'bad',
  STOPPED: 'neutral',
}

const columns: readonly Column<Delivery>[] = [
  { title: 'Event', cell: ({ event_type }) => event_type },
  { title: 'State', cell: ({ state }) => <Status tone={tones[state]}>{state}</Status> },
  { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { title: 'Last reply', cell: ({ last_attempt: last }) => last?.status ?? last?.error ?? '' },
  {
    title: 'Took',
    align: 'end',
    cell: ({ last_attempt: last }) => (last === null ? '' : `${last.elapsed_ms} ms`),
  },
]

/** The messages about the transfer to the webhooks of the profile. */
export function DeliveriesPanel({ transfer }: { readonly transfer: Transfer }) {
  const { godwit, profile } = useWorkspace()
  const deliveries = useQuery({
    queryKey: ['deliveries-of-transfer', profile.id, transfer.id],
    queryFn: () => listDeliveriesAbout(godwit, profile.id, transfer.id),
  })
  return (
    <Panel action={<Link to="/webhooks">Webhooks</Link>} title="Webhooks">
      <Loaded label="Loading deliveries" query={deliveries}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Nothing was sent to this profile’s webhooks">
              Subscribe to <code>transfers#state-change</code> before the transfer changes. Messages
              to applications are in the logs of their subscriptions.
            </EmptyState>
          ) : (
            <Table
              caption="Deliveries"
              columns={columns}
              rowKey={({ delivery_id }) => delivery_id}
              rows={list}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
