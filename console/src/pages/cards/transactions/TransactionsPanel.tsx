import type { CardTransaction } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Amount } from '../../../components/Amount.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Pager } from '../../../components/Pager.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { type Column, Table } from '../../../components/Table.tsx'
import { Time } from '../../../components/Time.tsx'
import { wordsOf } from '../../../words.ts'
import { useWorkspace } from '../../../workspace.ts'
import { TransactionState } from './TransactionState.tsx'

/** Rows of a page: a choice of this project. */
const PAGE_SIZE = 10

const columns: readonly Column<CardTransaction>[] = [
  {
    title: 'Transaction',
    cell: ({ id, cardToken }) => <Link to={`/cards/${cardToken}/transactions/${id}`}>{id}</Link>,
  },
  {
    title: 'Merchant',
    cell: ({ merchant }) => <span className="long-text">{merchant.name}</span>,
  },
  {
    title: 'Amount',
    align: 'end',
    cell: ({ transactionAmount: { amount, currency } }) => (
      <Amount currency={currency} value={amount} />
    ),
  },
  { title: 'Type', cell: ({ type }) => wordsOf(type) },
  {
    title: 'State',
    cell: ({ state, declineReason }) => (
      <>
        <TransactionState state={state} /> {declineReason && <code>{declineReason}</code>}
      </>
    ),
  },
  { title: 'Made', cell: ({ createdDate }) => <Time at={createdDate} /> },
]

export function TransactionsPanel({ cardToken }: { readonly cardToken: string }) {
  const { godwit, profile } = useWorkspace()
  const [page, setPage] = useState(1)
  const transactions = useQuery({
    queryKey: ['card-transactions', profile.id, cardToken, page],
    queryFn: () =>
      godwit.cardTransactions.listCardTransactions({
        path: { profileId: profile.id, cardToken },
        query: { pageSize: PAGE_SIZE, pageNumber: page },
      }),
  })
  return (
    <Panel title="Transactions">
      <Loaded label="Loading transactions" query={transactions}>
        {({ transactions: list, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState title="The card has paid nothing yet">
              Pay at the terminal above.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Transactions of the card"
                columns={columns}
                rowKey={({ id }) => id}
                rows={list}
              />
              <Pager onChange={setPage} page={page} pageSize={PAGE_SIZE} totalCount={totalCount} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
