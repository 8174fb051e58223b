import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { useWorkspace } from '../../workspace.ts'
import { NoPaymentDue } from './NoPaymentDue.tsx'
import { PayFromBalance } from './PayFromBalance.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { balanceOptionOf } from './quote-rows.tsx'
import type { StepProps } from './step-props.ts'

/** The created transfer, and its payment. */
export function PayStep(props: StepProps) {
  const { godwit, profile } = useWorkspace()
  // SendMoneyPage shows this step only once the draft has a transfer (`canOpen`).
  const transferId = props.draft.transferId as number
  const transfer = useQuery({
    queryKey: ['transfer-with-cost', transferId],
    queryFn: async () => {
      const found = await godwit.transfers.getTransfer({ path: { transferId } })
      const path = { profileId: profile.id, quoteId: found.quoteUuid }
      const option = balanceOptionOf(await godwit.quotes.getQuote({ path }))
      // AmountStep gets quotes with the pay-in method BALANCE only.
      if (option === undefined) throw new Error('The quote cannot be paid from a balance.')
      // `sourceValue` of the transfer is the exchanged amount, without the fee.
      return { ...found, cost: option.sourceAmount }
    },
  })
  return (
    <Panel title={`Transfer ${transferId}`}>
      <Loaded label="Loading the transfer" query={transfer}>
        {(found) => (
          <>
            <PaymentSummary
              more={[
                ['Reference', found.reference],
                ['Status', <TransferStatus key="status" status={found.status} />],
              ]}
              quoteId={found.quoteUuid}
              recipientId={found.targetAccount}
              transferId={transferId}
            />
            {found.status === 'incoming_payment_waiting' ? (
              <PayFromBalance {...props} cost={found.cost} transfer={found} />
            ) : (
              <NoPaymentDue clear={props.clear} transferId={transferId} />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
