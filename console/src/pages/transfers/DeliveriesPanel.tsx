import type { Transfer } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Deliveries, type DeliveryRow } from '../../history/Deliveries.tsx'
import { subjectOf } from '../../history/message-subject.ts'
import { useWorkspace } from '../../workspace.ts'
import { type FoundDelivery, listDeliveriesAbout, SEARCHED_MAX } from './deliveries.ts'

/** The messages about the transfer to the webhooks of the profile. */
export function DeliveriesPanel({ transfer }: { readonly transfer: Transfer }) {
  const { godwit, profile } = useWorkspace()
  const deliveries = useQuery({
    queryKey: ['deliveries-of-transfer', profile.id, transfer.id],
    queryFn: () => listDeliveriesAbout(godwit, profile.id, transfer.id),
  })
  return (
    <Panel action={<Link to="/webhooks">All webhooks</Link>} title="Webhooks">
      <Loaded label="Loading deliveries" query={deliveries}>
        {(list) => (
          <Deliveries
            empty={
              <>
                Subscribe to <code>transfers#state-change</code> before the transfer changes. Only
                the newest {SEARCHED_MAX} messages of each subscription are searched; older ones,
                and those to applications, are in the logs of their subscriptions.
              </>
            }
            rows={list.map(rowOf)}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function rowOf({ delivery, subscriptionId }: FoundDelivery): DeliveryRow {
  const { delivery_id, event_type, state, attempts, last_attempt, body } = delivery
  return {
    key: delivery_id,
    event: event_type,
    reportedState: subjectOf(body).state,
    logEntry: { subscriptionId, deliveryId: delivery_id },
    state,
    attempts,
    reply: last_attempt?.status ?? last_attempt?.error,
    elapsedMs: last_attempt?.elapsed_ms,
    at: last_attempt?.at,
  }
}
