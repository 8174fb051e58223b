import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useWorkspace } from '../../workspace.ts'
import { quoteRows } from './quote-rows.tsx'

type Props = {
  readonly quoteId: string
  readonly recipientId: number
  /** Absent before the transfer is created. */
  readonly transferId?: number
  /** Rows after the terms. */
  readonly more?: ComponentProps<typeof Details>['rows']
}

/** The recipient and the terms of the payment. */
export function PaymentSummary({ quoteId, recipientId, transferId, more = [] }: Props) {
  const { godwit, profile } = useWorkspace()
  const summary = useQuery({
    queryKey: ['payment-summary', quoteId, recipientId, transferId],
    queryFn: () =>
      Promise.all([
        godwit.quotes.getQuote({ path: { profileId: profile.id, quoteId } }),
        godwit.recipients.getRecipient({ path: { accountId: recipientId } }),
        // Once the quote has a transfer, only the transfer has an estimate.
        transferId === undefined
          ? undefined
          : godwit.transfers.getDeliveryEstimate({ path: { transferId } }),
      ]),
  })
  return (
    <Loaded label="Loading the summary" query={summary}>
      {([quote, { name, accountSummary }, estimate]) => (
        <Details
          rows={[
            ['Recipient', `${name.fullName}, ${accountSummary}`],
            ...quoteRows(quote, estimate?.estimatedDeliveryDate),
            ...more,
          ]}
        />
      )}
    </Loaded>
  )
}
