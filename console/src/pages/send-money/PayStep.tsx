import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../components/Amount.tsx'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TargetAmount } from '../../components/TargetAmount.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { useWorkspace } from '../../workspace.ts'
import { AlreadyPaid } from './AlreadyPaid.tsx'
import { PayFromBalance } from './PayFromBalance.tsx'
import type { StepProps } from './step-props.ts'

/** The created transfer, and its payment. */
export function PayStep(props: StepProps) {
  const { godwit, profile } = useWorkspace()
  // SendMoneyPage shows this step only once the draft has a transfer (`isOpen`).
  const transferId = props.draft.transferId as number
  const transfer = useQuery({
    queryKey: ['transfer-with-cost', transferId],
    queryFn: async () => {
      const found = await godwit.transfers.getTransfer({ path: { transferId } })
      const path = { profileId: profile.id, quoteId: found.quoteUuid }
      const { paymentOptions } = await godwit.quotes.getQuote({ path })
      const option = paymentOptions.find(({ payIn }) => payIn === 'BALANCE')
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
            <Details
              rows={[
                ['Status', <TransferStatus key="status" status={found.status} />],
                [
                  'You pay',
                  <Amount currency={found.sourceCurrency} key="cost" value={found.cost} />,
                ],
                [
                  'After the fee',
                  <Amount currency={found.sourceCurrency} key="sent" value={found.sourceValue} />,
                ],
                ['Recipient gets', <TargetAmount key="arrives" transfer={found} />],
                ['Reference', found.reference],
              ]}
            />
            {found.status === 'incoming_payment_waiting' ? (
              <PayFromBalance {...props} cost={found.cost} transfer={found} />
            ) : (
              <AlreadyPaid clear={props.clear} transferId={transferId} />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
