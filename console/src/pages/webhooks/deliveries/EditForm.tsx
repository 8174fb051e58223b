import type { Delivery, Subscription } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { TextAreaField } from '../../../components/TextAreaField.tsx'
import { errorAt } from '../../../field-errors.ts'
import { prettyJson } from '../../../pretty-json.ts'
import { useWorkspace } from '../../../workspace.ts'
import { DeliveryDetails } from './DeliveryDetails.tsx'

type Props = { readonly delivery: Delivery; readonly subscription: Subscription }

/** Sends an edited body once, as a test (D130). A refusal of the service names the problem of the body. */
export function EditForm({ delivery, subscription }: Props) {
  const { godwit, profile } = useWorkspace()
  const [body, setBody] = useState(prettyJson(delivery.body))
  const path = {
    profileId: profile.id,
    subscriptionId: subscription.id,
    deliveryId: delivery.delivery_id,
  }
  const send = useMutation({
    mutationFn: () => godwit.webhooks.resendEditedToProfile({ path, body: { body } }),
  })
  return (
    <form
      className="webhooks-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) send.mutate()
      }}
    >
      <p className="muted">
        The edited body is sent once, signed, with another X-Delivery-Id and the header
        X-Test-Notification: true. This delivery and its retries do not change.
      </p>
      <TextAreaField
        error={errorAt(send.error, 'body')}
        isRequired
        label="Edited body"
        onChange={setBody}
        rows={8}
        value={body}
      />
      <div>
        <Button isPending={send.isPending} type="submit">
          Send the edited body
        </Button>
      </div>
      {send.error && <ErrorNotice error={send.error} />}
      <div aria-live="polite">
        {send.data && <DeliveryDetails delivery={send.data} url={subscription.delivery.url} />}
      </div>
    </form>
  )
}
