import { PageHeader } from '../../components/PageHeader.tsx'
import { DisputesPanel } from './DisputesPanel.tsx'

export function DisputesPage() {
  return (
    <div className="stack">
      <PageHeader
        description="Disputes of card transactions, newest first. To dispute a transaction, open it on the page of its card."
        title="Disputes"
      />
      <DisputesPanel />
    </div>
  )
}
