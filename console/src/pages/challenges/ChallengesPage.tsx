import { PageHeader } from '../../components/PageHeader.tsx'
import { FactorsPanel } from './FactorsPanel.tsx'
import { LockRules } from './LockRules.tsx'
import { PhonePanel } from './PhonePanel.tsx'
import { TokenPanel } from './TokenPanel.tsx'

/** Strong customer authentication: the factors of the user, and the challenges of a one-time token. */
export function ChallengesPage() {
  return (
    <div className="stack">
      <PageHeader
        description="Once a user has a factor, requests such as paying for a transfer or showing the number of a card are refused until the user has proved who they are."
        title="Challenges"
      />
      <TokenPanel />
      <PhonePanel />
      <FactorsPanel />
      <LockRules />
    </div>
  )
}
