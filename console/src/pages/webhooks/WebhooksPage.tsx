import { LinkButton } from '../../components/LinkButton.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { CreateSubscription } from './CreateSubscription.tsx'
import { InboxesPanel } from './inboxes/InboxesPanel.tsx'
import { SubscriptionsPanel } from './SubscriptionsPanel.tsx'

/** The subscriptions of the profile, and the inboxes of the user. */
export function WebhooksPage() {
  return (
    <div className="stack">
      <PageHeader
        description="Signed messages to a URL that you choose, about what happens to this profile."
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
