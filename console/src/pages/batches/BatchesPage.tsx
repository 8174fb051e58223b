import { PageHeader } from '../../components/PageHeader.tsx'
import { OpenBatch } from './OpenBatch.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import './batches.css'

export function BatchesPage() {
  return (
    <div className="stack">
      <PageHeader description="Pay many recipients with one payment, from a file." title="Batches">
        <OpenBatch />
      </PageHeader>
      <UploadPanel />
    </div>
  )
}
