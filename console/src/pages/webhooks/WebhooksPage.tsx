import { LinkButton } from '../../components/LinkButton.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { CreateSubscription } from './CreateSubscription.tsx'
import { InboxesPanel } from './InboxesPanel.tsx'
import { SubscriptionsPanel } from './SubscriptionsPanel.tsx'

/** The subscriptions of the profile. */
export function WebhooksPage() {
  return (
    <div className="stack">
      <PageHeader
        description="Receive what happens to this profile as signed messages at your own address."
        title="Webhooks"
      >
        <LinkButton to="/webhooks/verify">Verify a signature</LinkButton>
      </PageHeader>
      <SubscriptionsPanel />
      <CreateSubscription />
      <InboxesPanel />
    </div>
  )
}
