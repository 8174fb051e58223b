import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { idInPath } from '../../../id-in-path.ts'
import { useWorkspace } from '../../../workspace.ts'
import { FollowUpPanel } from '../payments/FollowUpPanel.tsx'
import { TransactionDetails } from './TransactionDetails.tsx'
import { TransactionDisputes } from './TransactionDisputes.tsx'
import { TransactionJournals } from './TransactionJournals.tsx'
import { TransactionState } from './TransactionState.tsx'
import '../cards.css'

/** One card payment: its state, the next moves of the merchant, its disputes, and the money that it has moved. */
export function TransactionPage() {
  const { cardToken, transactionId } = useParams({ strict: false }) as {
    cardToken: string
    transactionId: string
  }
  const { godwit, profile } = useWorkspace()
  const transaction = useQuery({
    queryKey: ['card-transaction', profile.id, transactionId],
    queryFn: () =>
      godwit.cardTransactions.getCardTransaction({
        path: { profileId: profile.id, transactionId: idInPath('card transaction', transactionId) },
      }),
  })
  return (
    <div className="stack">
      <PageHeader
        description={<Link to={`/cards/${cardToken}`}>To the card</Link>}
        title={`Card transaction ${transactionId}`}
      >
        {transaction.data && <TransactionState state={transaction.data.state} />}
      </PageHeader>
      <Loaded label="Loading the transaction" query={transaction}>
        {(found) => (
          <>
            <div className="cards-columns">
              <TransactionDetails transaction={found} />
              <div className="stack">
                <FollowUpPanel key={found.id} transaction={found} />
                <TransactionDisputes transaction={found} />
              </div>
            </div>
            <TransactionJournals transactionId={found.id} />
          </>
        )}
      </Loaded>
    </div>
  )
}
