import type { Transfer } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TargetAmount } from '../../components/TargetAmount.tsx'
import { Time } from '../../components/Time.tsx'
import { toDecimal } from '../../money/decimal.ts'
import { accountsOf, type Posting } from '../../money/postings.ts'
import { usePostings } from '../../money/use-postings.ts'
import { whenPriced } from '../../money/when-priced.ts'
import { useWorkspace } from '../../workspace.ts'

export function TransferDetails({ transfer }: { readonly transfer: Transfer }) {
  const { sourceCurrency, targetAccount } = transfer
  const { godwit } = useWorkspace()
  const recipient = useQuery({
    queryKey: ['recipient-of-transfer', targetAccount],
    queryFn: () => godwit.recipients.getRecipient({ path: { accountId: targetAccount } }),
  })
  const postings = usePostings(`transfer:${transfer.id}`)
  const name = recipient.data?.name.fullName ?? `Recipient ${targetAccount}`
  return (
    <Panel title="Details">
      <Details
        rows={[
          ...feesOf(postings.data ?? []),
          [
            'Converted',
            <Amount currency={sourceCurrency} key="converted" value={transfer.sourceValue} />,
          ],
          ['Arrives', <TargetAmount key="arrives" transfer={transfer} />],
          ['Rate', whenPriced(transfer) ?? transfer.rate],
          [
            'Recipient',
            <Link key="recipient" to={`/recipients/${targetAccount}`}>
              {name}
            </Link>,
          ],
          ['Reference', transfer.reference],
          ['Created', <Time at={transfer.created} key="created" />],
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

/** The fees that the sender has paid for the transfer, less the refunded fees. */
function feesOf(postings: readonly Posting[]) {
  return accountsOf(postings)
    .filter(({ name }) => name === 'fees' || name.startsWith('partner:'))
    .map(
      ({ name, currency, balance }) =>
        [
          name === 'fees' ? 'Fee' : 'Fee of the partner',
          <Amount currency={currency} key={name} value={toDecimal(balance)} />,
        ] as const,
    )
}
