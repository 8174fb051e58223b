import type { BalanceStatement } from '@godwit/sdk'
import type { ReactNode } from 'react'
import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { CauseLink } from '../../money/CauseLink.tsx'
import { ledgerReferenceOf } from './ledger-reference.ts'

type Line = BalanceStatement['transactions'][number]

const columns: readonly Column<Line>[] = [
  {
    title: 'Description',
    cell: ({ date, details, referenceNumber }) => (
      <div className="balances-description">
        <p>{details.description}</p>
        <p className="muted">
          <LineLink referenceNumber={referenceNumber} /> <Time at={date} />
        </p>
      </div>
    ),
  },
  {
    title: 'Amount',
    align: 'end',
    cell: ({ amount, referenceNumber }) => (
      <LineLink referenceNumber={referenceNumber}>
        <Amount isSigned {...amount} />
      </LineLink>
    ),
  },
  {
    title: 'Balance after',
    align: 'end',
    cell: ({ runningBalance }) => <Amount {...runningBalance} />,
  },
  { title: 'Fees', align: 'end', cell: ({ totalFees }) => <Amount {...totalFees} /> },
]

type LinkProps = { readonly referenceNumber: string; readonly children?: ReactNode }

/** Links to the cause of the line. A line without a reference in the ledger has no link, because a search would find no journal. */
function LineLink({ referenceNumber, children }: LinkProps) {
  const reference = ledgerReferenceOf(referenceNumber)
  if (reference === undefined) return children ?? referenceNumber
  return <CauseLink reference={reference}>{children}</CauseLink>
}

export function StatementLines({ statement }: { readonly statement: BalanceStatement }) {
  const { transactions, startOfStatementBalance: start, endOfStatementBalance: end } = statement
  return (
    <>
      <p className="balances-ends">
        <span>
          Balance before: <Amount {...start} />
        </span>
        <span>
          Balance at the end: <Amount {...end} />
        </span>
      </p>
      {transactions.length === 0 ? (
        <EmptyState title="No money moved on these days">
          Choose other days, or add money. Days follow the sandbox clock, in UTC.
        </EmptyState>
      ) : (
        <Table
          caption="Statement"
          columns={columns}
          rowKey={({ referenceNumber, date, runningBalance }) =>
            `${referenceNumber} ${date} ${runningBalance.value}`
          }
          rows={transactions}
        />
      )}
    </>
  )
}
