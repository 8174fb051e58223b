import type { Subscription } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useWorkspace } from '../../workspace.ts'
import './webhooks.css'

/** A button that deletes the subscription after a confirmation. */
export function DeleteSubscription({ subscription }: { readonly subscription: Subscription }) {
  const { godwit, profile } = useWorkspace()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      godwit.webhooks.deleteSubscriptionOfProfile({
        path: { profileId: profile.id, subscriptionId: subscription.id },
      }),
    onSuccess: () => navigate({ to: '/webhooks' }),
  })
  return (
    <>
      <Button kind="danger" onPress={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Delete the subscription">
        <p>
          <strong className="webhooks-name">{subscription.name}</strong> will receive no more
          messages. Its queued deliveries are stopped, and its log of deliveries can no longer be
          read.
        </p>
        {remove.error && <ErrorNotice error={remove.error} />}
        <Button isPending={remove.isPending} kind="danger" onPress={() => remove.mutate()}>
          Delete the subscription
        </Button>
      </Dialog>
    </>
  )
}
