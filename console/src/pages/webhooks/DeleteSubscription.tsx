import type { Subscription } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { useWorkspace } from '../../workspace.ts'
import './webhooks.css'

/** A button that deletes the subscription after a confirmation. */
export function DeleteSubscription({ subscription }: { readonly subscription: Subscription }) {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      godwit.webhooks.deleteSubscriptionOfProfile({
        path: { profileId: profile.id, subscriptionId: subscription.id },
      }),
    onSuccess: () => navigate({ to: '/webhooks' }),
  })
  return (
    <>
      <Button kind="danger" onPress={() => setConfirming(true)}>
        Delete…
      </Button>
      {isConfirming && (
        <ConfirmDialog
          error={remove.error}
          isPending={remove.isPending}
          label="Delete the subscription"
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.mutate()}
        >
          <strong className="webhooks-name">{subscription.name}</strong> will receive no more
          messages. Its queued deliveries are stopped, and its log of deliveries can no longer be
          read.
        </ConfirmDialog>
      )}
    </>
  )
}
