import { PageHeader } from '../../components/PageHeader.tsx'
import { BalancesPanel } from './BalancesPanel.tsx'
import { FeedPanel } from './FeedPanel.tsx'
import { FirstTransfer } from './FirstTransfer.tsx'
import { NewestTransfers } from './NewestTransfers.tsx'

export function HomePage() {
  return (
    <div className="stack">
      <PageHeader
        title="Home"
        description="The balances of this profile, its newest transfers, and the activity of the sandbox."
      />
      <BalancesPanel />
      <FirstTransfer />
      <NewestTransfers />
      <FeedPanel />
    </div>
  )
}
