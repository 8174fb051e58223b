import type { CardTransaction } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { Journals } from '../../money/Journals.tsx'
import { wordsOf } from '../../words.ts'
import { useDisputeMoney } from './use-dispute-money.ts'

const columns: readonly Column<CardTransaction>[] = [
  {
    title: 'Transaction',
    cell: ({ id, cardToken }) => <Link to={`/cards/${cardToken}/transactions/${id}`}>{id}</Link>,
  },
  { title: 'Type', cell: ({ type }) => wordsOf(type) },
  { title: 'Merchant', cell: ({ merchant }) => merchant.name },
  {
    title: 'Amount',
    align: 'end',
    cell: ({ transactionAmount: { amount, currency } }) => (
      <Amount currency={currency} value={amount} />
    ),
  },
  { title: 'State', cell: ({ state }) => wordsOf(state) },
  { title: 'Made', cell: ({ createdDate }) => <Time at={createdDate} /> },
]

/** The disputed payment, its refunds, and the money that they have moved. */
export function PaymentPanel({ transactionId }: { readonly transactionId: number }) {
  const money = useDisputeMoney(transactionId)
  return (
    <Panel title="Payment and refunds">
      <Loaded label="Loading the payment" query={money}>
        {({ transactions, postings }) => (
          <>
            <Table
              caption="Payment and refunds"
              columns={columns}
              rowKey={({ id }) => id}
              rows={transactions}
            />
            <Journals postings={postings} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
