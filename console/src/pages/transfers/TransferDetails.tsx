import type { Transfer, TransferSummary } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TargetAmount } from '../../components/TargetAmount.tsx'
import { Time } from '../../components/Time.tsx'
import { whenPriced } from '../../money/when-priced.ts'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'

type Props = {
  readonly transfer: Transfer
  /** Null for a transfer of another profile; undefined until the summary is loaded. */
  readonly summary: TransferSummary | null | undefined
}

export function TransferDetails({ transfer, summary }: Props) {
  const { sourceCurrency, targetAccount } = transfer
  const { godwit } = useWorkspace()
  const recipient = useQuery({
    queryKey: ['recipient-of-transfer', targetAccount],
    queryFn: () => godwit.recipients.getRecipient({ path: { accountId: targetAccount } }),
  })
  const name = recipient.data?.name.fullName ?? `Recipient ${targetAccount}`
  return (
    <Panel title="Details">
      <Details
        rows={[
          [
            'You pay',
            summary && <Amount currency={sourceCurrency} key="cost" value={summary.cost} />,
          ],
          ['Fee', summary && <Amount currency={sourceCurrency} key="fee" value={summary.fee} />],
          [
            'After the fee',
            <Amount currency={sourceCurrency} key="afterFee" value={transfer.sourceValue} />,
          ],
          ['Rate', whenPriced(transfer) ?? transfer.rate],
          ['Recipient gets', <TargetAmount key="recipientGets" transfer={transfer} />],
          [
            'Recipient',
            <Link key="recipient" to={`/recipients/${targetAccount}`}>
              {name}
            </Link>,
          ],
          ['Paid by', summary?.paidBy && wordsOf(summary.paidBy)],
          ['Reference', transfer.reference],
          ['Created', <Time at={transfer.created} hasSeconds key="created" />],
          ['Quote', <code key="quote">{transfer.quoteUuid}</code>],
          [
            'Customer transaction id',
            <code key="customerTransactionId">{transfer.customerTransactionId}</code>,
          ],
        ]}
      />
    </Panel>
  )
}
