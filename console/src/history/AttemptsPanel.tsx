import { Link } from '@tanstack/react-router'
import { Panel } from '../components/Panel.tsx'
import { useLiveFeed } from '../live-feed.ts'
import { Deliveries } from './Deliveries.tsx'

type Props = {
  /** The name of the resource in events, such as `card-order:12`. */
  readonly resource: string
  /** The event about the resource, such as `cards#card-order-status-change`. */
  readonly event: string
}

/**
 * The attempts to send messages about a resource. The panel reads the attempts from the live feed, because only applications can
 * subscribe to the events of these resources, and a user cannot read the deliveries of an application.
 */
export function AttemptsPanel({ resource, event }: Props) {
  const { entries } = useLiveFeed()
  const rows = entries.flatMap((entry) => {
    if (entry.kind !== 'delivery' || entry.resource !== resource) return []
    const { deliveryId, name, state, attempt, status, error, latencyMs } = entry
    return [
      {
        key: `${deliveryId} ${attempt}`,
        event: name,
        state,
        attempts: attempt,
        reply: status ?? error,
        elapsedMs: latencyMs,
        at: entry.at,
      },
    ]
  })
  return (
    <Panel action={<Link to="/webhooks">All webhooks</Link>} title="Webhooks">
      <Deliveries
        empty={
          <>
            Only applications receive <code>{event}</code>. Attempts are shown here as they are
            made, while the console is open; older ones are in the logs of the subscriptions.
          </>
        }
        rows={rows}
      />
    </Panel>
  )
}
