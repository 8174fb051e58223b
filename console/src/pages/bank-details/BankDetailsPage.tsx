import type { AccountDetails } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { DetailsState } from './DetailsState.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { useAccountDetails } from './use-account-details.ts'

const columns: readonly Column<AccountDetails>[] = [
  {
    title: 'Currency',
    cell: ({ currency: { code, name } }) => (
      <Link to={`/bank-details/${code}`}>
        {code} {name}
      </Link>
    ),
  },
  { title: 'State', cell: (details) => <DetailsState {...details} /> },
  {
    title: 'Balance',
    cell: ({ id, balanceId }) =>
      id !== null && <Link to={`/balances/${balanceId}`}>Balance {balanceId}</Link>,
  },
  { title: 'A payer needs', cell: ({ subtitle }) => subtitle },
]

export function BankDetailsPage() {
  const details = useAccountDetails()
  return (
    <div className="stack">
      <PageHeader
        description="Account numbers on which the profile receives money, by currency."
        title="Bank details"
      />
      <Panel title="Currencies">
        <Loaded label="Loading bank details" query={details}>
          {(list) => (
            <Table
              caption="Bank details by currency"
              columns={columns}
              rowKey={({ id, currency }) => id ?? currency.code}
              rows={list}
            />
          )}
        </Loaded>
      </Panel>
      <PaymentsPanel />
    </div>
  )
}
