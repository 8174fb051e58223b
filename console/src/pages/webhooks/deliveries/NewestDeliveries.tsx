import type { Delivery } from '@godwit/sdk'
import { toneOfDelivery } from '../../../components/DeliveryState.tsx'
import { Status } from '../../../components/Status.tsx'
import { wordsOf } from '../../../words.ts'
import { useNewestDeliveries } from './use-newest-deliveries.ts'

type Props = { readonly subscriptionId: string }

const notDelivered: readonly Delivery['state'][] = ['FAILED', 'RETRYING', 'QUEUED', 'STOPPED']

/** Counts the newest deliveries in each state other than delivered. When all are delivered, shows their number. */
export function DeliveryHealth({ subscriptionId }: Props) {
  const newest = useNewestDeliveries(subscriptionId)
  const counts = notDelivered
    .map((state) => ({ state, count: newest.filter((each) => each.state === state).length }))
    .filter(({ count }) => count > 0)
  if (newest.length === 0) return <span className="muted">nothing sent</span>
  if (counts.length === 0) return <Status tone="good">{`${newest.length} delivered`}</Status>
  return (
    <span className="row">
      {counts.map(({ state, count }) => (
        <Status key={state} tone={toneOfDelivery(state)}>
          {`${count} ${wordsOf(state)}`}
        </Status>
      ))}
    </span>
  )
}

/** The longest last attempt, in milliseconds, among the newest deliveries of a subscription. Earlier attempts do not count. */
export function SlowestDelivery({ subscriptionId }: Props) {
  const newest = useNewestDeliveries(subscriptionId)
  const latencies = newest.flatMap(({ last_attempt: last }) => last?.elapsed_ms ?? [])
  if (latencies.length === 0) return null
  return <span className="time">{Math.max(...latencies)} ms</span>
}
