import type { LedgerPosting } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { useWorkspace } from '../../workspace.ts'

const columns: readonly Column<LedgerPosting>[] = [
  { title: 'Journal', cell: ({ journal }) => journal },
  { title: 'From', cell: ({ from }) => <code>{from}</code> },
  { title: 'To', cell: ({ to }) => <code>{to}</code> },
  { title: 'Posted', cell: ({ postedAt }) => <Time at={postedAt} /> },
  {
    title: 'Amount',
    align: 'end',
    cell: ({ amount }) => <Amount currency={amount.currency} value={amount.value} />,
  },
]

/** The money that the transaction has moved. */
export function TransactionJournals({ transactionId }: { readonly transactionId: string }) {
  const { godwit, profile } = useWorkspace()
  const postings = useQuery({
    queryKey: ['card-transaction-postings', profile.id, transactionId],
    queryFn: () =>
      godwit.ledger.listLedgerPostings({
        path: { profileId: profile.id },
        query: { reference: `card-transaction:${transactionId}`, size: 200 },
      }),
  })
  return (
    <Panel title="Journals">
      <Loaded label="Loading journals" query={postings}>
        {({ postings: list }) =>
          list.length === 0 ? (
            <EmptyState title="No money has moved">A declined payment moves nothing.</EmptyState>
          ) : (
            <Table
              caption="Postings of the transaction, newest first"
              columns={columns}
              rowKey={({ id }) => id}
              rows={list}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
