import type { BatchGroup } from '@godwit/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Approval, type ApprovalHeaders } from '../../components/Approval.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

/** Completes, pays or cancels a batch group. */
export function BatchMoves({ group }: { readonly group: BatchGroup }) {
  const { godwit, profile } = useWorkspace()
  const { status, version, alreadyPaid } = group
  const path = { profileId: profile.id, batchGroupId: group.id }
  const [isCancelling, setCancelling] = useState(false)
  const change = useMutation({
    mutationFn: (to: 'COMPLETED' | 'CANCELLED') =>
      godwit.batches.updateBatchGroup({ path, body: { status: to, version } }),
    onSettled: () => setCancelling(false),
  })
  const pay = useMutation({
    mutationFn: (headers: ApprovalHeaders) =>
      godwit.batches.fundBatchGroup({ path, body: { type: 'BALANCE' }, headers }),
  })
  const isOpen = !alreadyPaid && (status === 'NEW' || status === 'COMPLETED')
  return (
    <Panel title="Next moves">
      {!isOpen && (
        <p className="muted">None: the batch is {alreadyPaid ? 'paid' : wordsOf(status)}.</p>
      )}
      {isOpen && (
        <div className="row">
          {status === 'NEW' ? (
            <Button
              isPending={change.isPending}
              kind="primary"
              onPress={() => change.mutate('COMPLETED')}
            >
              Complete the batch
            </Button>
          ) : (
            <Button isPending={pay.isPending} kind="primary" onPress={() => pay.mutate({})}>
              Pay from the balance
            </Button>
          )}
          <Button kind="danger" onPress={() => setCancelling(true)}>
            Cancel the batch and its transfers
          </Button>
        </div>
      )}
      {isOpen && status === 'NEW' && (
        <p className="muted">A completed batch takes no more transfers and can be paid.</p>
      )}
      {change.error && <ErrorNotice error={change.error} />}
      {isCancelling && (
        <ConfirmDialog
          isPending={change.isPending}
          label="Cancel the batch and its transfers"
          onClose={() => setCancelling(false)}
          onConfirm={() => change.mutate('CANCELLED')}
        >
          None of the transfers of the batch can then be paid. Create another batch to pay the
          recipients.
        </ConfirmDialog>
      )}
      <Approval error={pay.error} onApproved={pay.mutate} />
    </Panel>
  )
}
