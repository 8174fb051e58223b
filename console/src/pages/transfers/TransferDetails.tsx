import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { type Transfer, useWorkspace } from '../../workspace.ts'

export function TransferDetails({ transfer }: { readonly transfer: Transfer }) {
  const { sourceCurrency, targetCurrency, targetAccount } = transfer
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
            'Converted',
            <Amount currency={sourceCurrency} key="sent" value={transfer.sourceValue} />,
          ],
          [
            'Arrives',
            <Amount currency={targetCurrency} key="arrives" value={transfer.targetValue} />,
          ],
          ['Rate', transfer.rate === 0 ? 'Set when it is paid' : transfer.rate],
          [
            'Recipient',
            <Link key="recipient" to={`/recipients/${targetAccount}`}>
              {name}
            </Link>,
          ],
          ['Reference', transfer.reference],
          ['Created', <Time at={transfer.created} key="created" />],
          ['Quote', <code key="quote">{transfer.quoteUuid}</code>],
          ['Your id', <code key="key">{transfer.customerTransactionId}</code>],
        ]}
      />
    </Panel>
  )
}
