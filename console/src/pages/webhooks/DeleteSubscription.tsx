import type { Subscription } from '@godwit/sdk'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmedButton } from '../../components/ConfirmedButton.tsx'
import { useWorkspace } from '../../workspace.ts'
import './webhooks.css'

/** A button that deletes the subscription after a confirmation. */
export function DeleteSubscription({ subscription }: { readonly subscription: Subscription }) {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  return (
    <ConfirmedButton
      call={() =>
        godwit.webhooks.deleteSubscriptionOfProfile({
          path: { profileId: profile.id, subscriptionId: subscription.id },
        })
      }
      label="Delete the subscription"
      name="Delete…"
      onDone={() => navigate({ to: '/webhooks' })}
    >
      <strong className="webhooks-name">{subscription.name}</strong> will receive no more messages.
      Its queued deliveries are stopped, and its log of deliveries can no longer be read.
    </ConfirmedButton>
  )
}
