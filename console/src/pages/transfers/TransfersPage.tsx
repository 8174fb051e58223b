import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { FilterForm } from './FilterForm.tsx'
import { useFilters } from './filters.ts'
import { OpenTransfer } from './OpenTransfer.tsx'
import { TransferList } from './TransferList.tsx'
import './transfers.css'

export function TransfersPage() {
  const [filters, setFilter, clear] = useFilters()
  return (
    <div className="stack">
      <PageHeader description="The transfers of this profile, newest first." title="Transfers">
        <OpenTransfer />
      </PageHeader>
      <Panel title="All transfers">
        <FilterForm clear={clear} filters={filters} setFilter={setFilter} />
        <TransferList filters={filters} key={JSON.stringify(filters)} />
      </Panel>
    </div>
  )
}
