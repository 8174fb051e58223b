import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/PageHeader.tsx'
import { AccountsTable } from './AccountsTable.tsx'
import { BalanceAtMoment } from './BalanceAtMoment.tsx'
import { EffectPanel } from './EffectPanel.tsx'
import { PostingsPanel } from './PostingsPanel.tsx'
import './ledger.css'

/** The double-entry ledger of the profile. The reference that is searched for is in the address of the page. */
export function LedgerPage() {
  const search = useSearch({ strict: false }) as { readonly reference?: unknown }
  const navigate = useNavigate()
  const reference = search.reference === undefined ? '' : String(search.reference)
  const find = (wanted: string) =>
    void navigate({ to: '/ledger', search: wanted === '' ? {} : { reference: wanted } })
  return (
    <div className="stack">
      <PageHeader
        description="Every movement of the profile’s money: what moved, from where to where, and why."
        title="Ledger"
      />
      {reference === '' && (
        <div className="columns">
          <AccountsTable />
          <BalanceAtMoment />
        </div>
      )}
      <PostingsPanel onFind={find} key={reference} reference={reference} />
      {reference !== '' && <EffectPanel reference={reference} />}
    </div>
  )
}
