import type { LedgerAccount } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { AccountName, pathOfAccount } from '../../money/AccountName.tsx'
import { useWorkspace } from '../../workspace.ts'

const columns: readonly Column<LedgerAccount>[] = [
  { title: 'Account', cell: ({ account }) => <AccountName account={account} /> },
  {
    title: 'Balance',
    align: 'end',
    cell: ({ account, balance }) => {
      const path = pathOfAccount(account)
      const amount = <Amount {...balance} />
      return path === undefined ? amount : <Link to={path}>{amount}</Link>
    },
  },
]

/** The ledger accounts of the profile now: available money, money held by cards, and debts. */
export function AccountsTable() {
  const { godwit, profile } = useWorkspace()
  const accounts = useQuery({
    queryKey: ['ledger-accounts', profile.id],
    queryFn: () => godwit.ledger.listLedgerAccounts({ path: { profileId: profile.id } }),
  })
  return (
    <Panel title="Accounts of the profile now">
      <Loaded label="Loading accounts" query={accounts}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No account yet">
              A balance gets an account when money is added to it for the first time. Add money on{' '}
              <Link to="/balances">Balances</Link>.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Accounts"
                columns={columns}
                rowKey={({ account, balance }) => `${account} ${balance.currency}`}
                rows={list}
              />
              <p className="muted">
                House accounts, such as Fees and Exchange desk, and the accounts of transfers are
                not listed: search for a transfer below to see its entries on each account.
              </p>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
