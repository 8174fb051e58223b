import type { Delivery, Subscription } from '@godwit/sdk'
import { Dialog } from '../../../components/Dialog.tsx'
import { Disclosure } from '../../../components/Disclosure.tsx'
import { JsonText } from '../../../components/JsonText.tsx'
import { VerifyForm } from '../signature/VerifyForm.tsx'
import { AttemptsTable } from './AttemptsTable.tsx'
import { DeliveryDetails } from './DeliveryDetails.tsx'
import { EditForm } from './EditForm.tsx'
import '../webhooks.css'

type Props = {
  /** Undefined while the dialog is closed. */
  readonly delivery: Delivery | undefined
  readonly subscription: Subscription
  readonly onClose: () => void
}

/** The request of a delivery, its attempts, and forms that resend it and verify its signature. */
export function DeliveryDialog({ delivery, subscription, onClose }: Props) {
  return (
    <Dialog isOpen={delivery !== undefined} onOpenChange={onClose} title="Delivery">
      {delivery && (
        <>
          <DeliveryDetails delivery={delivery} url={subscription.delivery.url} />
          <h3>Attempts</h3>
          <AttemptsTable delivery={delivery} />
          <h3>Body</h3>
          <JsonText text={delivery.body} />
          <Disclosure title="Edit and resend">
            <EditForm delivery={delivery} key={delivery.delivery_id} subscription={subscription} />
          </Disclosure>
          <h3>Verify the signature of the delivery</h3>
          <VerifyForm key={delivery.delivery_id} sentBody={delivery.body} />
        </>
      )}
    </Dialog>
  )
}
