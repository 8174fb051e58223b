import type { Delivery, DeliveryAttempt } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { DeliveryState } from '../../../components/DeliveryState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { type Column, Table } from '../../../components/Table.tsx'
import { Time } from '../../../components/Time.tsx'
import { useWorkspace } from '../../../workspace.ts'
import '../webhooks.css'

const columns: readonly Column<DeliveryAttempt>[] = [
  {
    title: 'Sent',
    cell: ({ at }) => (
      <span className="webhooks-attempt-time">
        <Time at={at} />
      </span>
    ),
  },
  { title: 'Attempt', align: 'end', cell: ({ attempt }) => attempt },
  { title: 'Reply', cell: ({ status, error }) => <code>{status ?? error ?? 'no reply'}</code> },
  {
    title: 'Latency',
    align: 'end',
    cell: ({ latencyMs }) => <span className="time">{latencyMs} ms</span>,
  },
  { title: 'State', cell: ({ state }) => <DeliveryState state={state} /> },
]

/** The attempts to send a delivery that the live feed still has, newest first, including the attempts before a resend. */
export function AttemptsTable({ delivery }: { readonly delivery: Delivery }) {
  const { godwit, profile } = useWorkspace()
  const path = { profileId: profile.id, deliveryId: delivery.delivery_id }
  const attempts = useQuery({
    queryKey: ['delivery-attempts', path],
    queryFn: () => godwit.feed.listDeliveryAttempts({ path }),
  })
  return (
    <Loaded label="Loading the attempts" query={attempts}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">
            The live feed has no attempt: none was made yet, or the attempts are no longer in the
            live feed.
          </p>
        ) : (
          <>
            <p className="muted">
              The attempts of a resend are counted from 1 again. The service keeps the status of a
              reply, not its body.
            </p>
            <Table
              caption="Attempts"
              columns={columns}
              // Counted from the oldest attempt, so that another attempt does not change the keys of the earlier ones.
              rowKey={(row) => rows.length - rows.indexOf(row)}
              rows={rows}
            />
          </>
        )
      }
    </Loaded>
  )
}
