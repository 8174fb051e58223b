import { PageHeader } from '../../components/PageHeader.tsx'
import { DisputesPanel } from './DisputesPanel.tsx'

export function DisputesPage() {
  return (
    <div className="stack">
      <PageHeader
        description="Card payments that the customer disputes, newest first. To dispute one, open it on the page of its card."
        title="Disputes"
      />
      <DisputesPanel />
    </div>
  )
}
