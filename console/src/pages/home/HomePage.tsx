import { PageHeader } from '../../components/PageHeader.tsx'
import { BalancesPanel } from './BalancesPanel.tsx'
import { FeedPanel } from './FeedPanel.tsx'
import { FirstTransfer } from './FirstTransfer.tsx'
import { NewestTransfers } from './NewestTransfers.tsx'

export function HomePage() {
  return (
    <div className="stack">
      <PageHeader title="Home" description="The money of this profile, and what was sent last." />
      <BalancesPanel />
      <FirstTransfer />
      <NewestTransfers />
      <FeedPanel />
    </div>
  )
}
