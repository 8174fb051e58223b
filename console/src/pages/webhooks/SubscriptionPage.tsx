import type { Subscription } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CodeSample } from '../../components/CodeSample.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Details } from '../../components/Details.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { serviceUrl } from '../../samples.ts'
import { useWorkspace } from '../../workspace.ts'
import { DeleteSubscription } from './DeleteSubscription.tsx'
import { DeliveriesPanel } from './deliveries/DeliveriesPanel.tsx'

/** One subscription with the deliveries to it. */
export function SubscriptionPage() {
  const { godwit, profile } = useWorkspace()
  const { subscriptionId } = useParams({ strict: false }) as { subscriptionId: string }
  const path = { profileId: profile.id, subscriptionId }
  const subscription = useQuery({
    queryKey: ['subscription', profile.id, subscriptionId],
    queryFn: () => godwit.webhooks.getSubscriptionOfProfile({ path }),
  })
  return (
    <div className="stack">
      <p>
        <Link to="/webhooks">All webhooks</Link>
      </p>
      {!subscription.data && <PageHeader title="Subscription" />}
      <Loaded label="Loading the subscription" query={subscription}>
        {(found) => (
          <>
            <SubscriptionDetails subscription={found} />
            <DeliveriesPanel key={found.id} subscription={found} />
            <TestPanel eventName={found.trigger_on} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function SubscriptionDetails({ subscription }: { readonly subscription: Subscription }) {
  const { id, name, trigger_on, delivery, created_at } = subscription
  return (
    <>
      <PageHeader title={name}>
        <DeleteSubscription subscription={subscription} />
      </PageHeader>
      <Panel title="Subscription">
        <Details
          rows={[
            ['Event', <code key="event">{trigger_on}</code>],
            ['Version', delivery.version],
            ['URL', <Receiver key="url" url={delivery.url} />],
            ['Created', <Time at={created_at} key="created" />],
            ['Id', <code key="id">{id}</code>],
          ]}
        />
      </Panel>
    </>
  )
}

/** Shows the URL. The URL of an inbox of this sandbox links to the inbox. */
function Receiver({ url }: { readonly url: string }) {
  const [, inboxId] = INBOX_URL.exec(url) ?? []
  return (
    <span className="webhooks-address">
      {inboxId === undefined ? (
        <code>{url}</code>
      ) : (
        <Link className="webhooks-wrap" to={`/webhooks/inboxes/${inboxId}`}>
          {url}
        </Link>
      )}{' '}
      <CopyButton name="the URL" text={url} />
    </span>
  )
}

const INBOX_URL = /\/console\/inbox\/([\da-f-]{36})$/

function TestPanel({ eventName }: { readonly eventName: string }) {
  return (
    <Panel title="Test it">
      <p className="muted">
        The URL answered a test message when the subscription was created. To receive another
        message, cause the event.
      </p>
      <CodeSample
        label="Cause the event"
        samples={[{ name: 'CLI', code: `npx godwit trigger ${eventName} --url ${serviceUrl}` }]}
      />
    </Panel>
  )
}
