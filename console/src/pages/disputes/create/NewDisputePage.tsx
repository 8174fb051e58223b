import { Link, useParams } from '@tanstack/react-router'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { useTransaction } from '../use-transaction.ts'
import { NewDispute } from './NewDispute.tsx'

/** The page on which a customer disputes a card payment. */
export function NewDisputePage() {
  const { transactionId } = useParams({ strict: false }) as { transactionId: string }
  const transaction = useTransaction(transactionId)
  const cardToken = transaction.data?.cardToken
  return (
    <div className="stack">
      <PageHeader
        description={
          cardToken && (
            <Link to={`/cards/${cardToken}/transactions/${transactionId}`}>
              Card transaction {transactionId}
            </Link>
          )
        }
        title="Dispute a payment"
      />
      <Loaded label="Loading the transaction" query={transaction}>
        {(found) => <NewDispute key={found.id} payment={found} />}
      </Loaded>
    </div>
  )
}
