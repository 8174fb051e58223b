import type { Delivery } from '@godwit/sdk'
import { DeliveryState } from '../../components/DeliveryState.tsx'
import { Details } from '../../components/Details.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { JsonText } from '../../components/JsonText.tsx'
import { Time } from '../../components/Time.tsx'
import { AttemptReply } from './AttemptReply.tsx'
import { VerifyForm } from './VerifyForm.tsx'
import './webhooks.css'

type Props = {
  /** Undefined while none is open. */
  readonly delivery: Delivery | undefined
  readonly url: string
  readonly onClose: () => void
}

/** The request of a delivery, the reply to its latest attempt, and a form that verifies its signature. */
export function DeliveryDialog({ delivery, url, onClose }: Props) {
  return (
    <Dialog isOpen={delivery !== undefined} onOpenChange={onClose} title="Delivery">
      {delivery && (
        <>
          <Details rows={rowsOf(delivery, url)} />
          <h3>Body</h3>
          <JsonText text={delivery.body} />
          <h3>Verify its signature</h3>
          <VerifyForm key={delivery.delivery_id} sentBody={delivery.body} />
        </>
      )}
    </Dialog>
  )
}

function rowsOf(delivery: Delivery, url: string) {
  const { delivery_id, event_type, test, state, attempts, next_attempt_at } = delivery
  const last = delivery.last_attempt
  return [
    ['State', <DeliveryState key="state" state={state} />],
    ['Request', <code key="request">POST {url}</code>],
    ['X-Delivery-Id', <code key="id">{delivery_id}</code>],
    ['Event', <code key="event">{event_type}</code>],
    ['Test message', test ? 'yes' : null],
    ['Attempts', String(attempts)],
    ['Latest attempt', last && <Time at={last.at} key="at" />],
    ['Reply', last && <AttemptReply delivery={delivery} key="reply" />],
    ['Latency', last && `${last.elapsed_ms} ms`],
    ['Next attempt', next_attempt_at && <Time at={next_attempt_at} key="next" />],
    ['Created', <Time at={delivery.created_at} key="created" />],
  ] as const
}
