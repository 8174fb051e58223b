import type { Delivery } from '@godwit/sdk'
import { DeliveryState } from '../../../components/DeliveryState.tsx'
import { Details } from '../../../components/Details.tsx'
import { Time } from '../../../components/Time.tsx'
import { AttemptReply } from './AttemptReply.tsx'

type Props = { readonly delivery: Delivery; readonly url: string }

/** The request of a delivery, and the reply to its latest attempt. */
export function DeliveryDetails({ delivery, url }: Props) {
  return <Details rows={rowsOf(delivery, url)} />
}

function rowsOf(delivery: Delivery, url: string) {
  const { delivery_id, event_type, test, state, attempts, next_attempt_at } = delivery
  const last = delivery.last_attempt
  return [
    ['State', <DeliveryState key="state" state={state} />],
    ['Request', <code key="request">POST {url}</code>],
    ['X-Delivery-Id', <code key="id">{delivery_id}</code>],
    ['Event', <code key="event">{event_type}</code>],
    ['Test message', test ? 'yes, with an edited body' : null],
    ['Attempts', String(attempts)],
    ['Latest attempt', last && <Time at={last.at} key="at" />],
    ['Reply', last && <AttemptReply delivery={delivery} key="reply" />],
    ['Latency', last && `${last.elapsed_ms} ms`],
    ['Next attempt', next_attempt_at && <Time at={next_attempt_at} key="next" />],
    ['Created', <Time at={delivery.created_at} key="created" />],
  ] as const
}
