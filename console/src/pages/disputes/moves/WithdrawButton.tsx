import type { Dispute } from '@godwit/sdk'
import { ConfirmedButton } from '../../../components/ConfirmedButton.tsx'
import { useWorkspace } from '../../../workspace.ts'
import type { LabelledMove } from './moves.ts'

type Props = { readonly dispute: Dispute; readonly next: LabelledMove }

/** A button that withdraws the dispute after a confirmation. */
export function WithdrawButton({ dispute, next: { because, label } }: Props) {
  const { godwit } = useWorkspace()
  return (
    <div className="disputes-move">
      <ConfirmedButton
        call={() =>
          godwit.disputes.withdrawDispute({
            path: { profileId: dispute.profileId, disputeId: dispute.id },
            body: { status: 'CLOSED' },
          })
        }
        label="Withdraw the dispute"
        name={label}
      >
        The review of the dispute ends without a refund. The payment can then be disputed again.
      </ConfirmedButton>
      <p className="muted">Withdraw the dispute when {because}.</p>
    </div>
  )
}
