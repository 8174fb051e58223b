import type { Balance } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { useBalances } from '../../money/use-balances.ts'
import { wordsOf } from '../../words.ts'
import { OpenBalance } from './OpenBalance.tsx'

const columns: readonly Column<Balance>[] = [
  {
    title: 'Balance',
    cell: ({ id, currency, name }) => (
      <Link to={`/balances/${id}`}>
        {currency} {id}
        {name && `, ${name}`}
      </Link>
    ),
  },
  { title: 'Type', cell: ({ type }) => wordsOf(type) },
  { title: 'Money last moved', cell: ({ modificationTime }) => <Time at={modificationTime} /> },
  {
    title: 'Held by cards',
    align: 'end',
    cell: ({ reservedAmount }) => <Amount {...reservedAmount} />,
  },
  {
    title: 'Available',
    align: 'end',
    cell: ({ id, amount }) => (
      <Link to={`/balances/${id}`}>
        <Amount {...amount} />
      </Link>
    ),
  },
]

export function BalancesPage() {
  const balances = useBalances()
  return (
    <div className="stack">
      <PageHeader
        description="The money of this profile in each currency. Each balance links to its statement."
        title="Balances"
      />
      <Panel title="Open balances">
        <Loaded label="Loading balances" query={balances}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title="This profile has no balance">Open one below.</EmptyState>
            ) : (
              <Table caption="Balances" columns={columns} rowKey={({ id }) => id} rows={list} />
            )
          }
        </Loaded>
      </Panel>
      <OpenBalance />
    </div>
  )
}
