import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Journals } from '../../../money/Journals.tsx'
import { usePostings } from '../../../money/use-postings.ts'

/** The money that the transaction has moved. */
export function TransactionJournals({ transactionId }: { readonly transactionId: string }) {
  const postings = usePostings(`card-transaction:${transactionId}`)
  return (
    <Panel title="Journals">
      <Loaded label="Loading journals" query={postings}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No money has moved">
              A declined payment and a card check, which is a payment of zero, move no money.
            </EmptyState>
          ) : (
            <Journals postings={list} />
          )
        }
      </Loaded>
    </Panel>
  )
}
