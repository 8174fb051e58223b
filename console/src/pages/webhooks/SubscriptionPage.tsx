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
import { useInboxes } from './inboxes/use-inboxes.ts'

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
            ['URL', <ReceiverUrl key="url" url={delivery.url} />],
            ['Created', <Time at={created_at} key="created" />],
            ['Id', <code key="id">{id}</code>],
          ]}
        />
      </Panel>
    </>
  )
}

/** The URL that receives the messages. If an inbox of the user has the URL, the URL links to the inbox. */
function ReceiverUrl({ url }: { readonly url: string }) {
  const { data: inboxes = [] } = useInboxes()
  const inbox = inboxes.find((each) => each.url === url)
  return (
    <span className="webhooks-address">
      {inbox === undefined ? (
        <code>{url}</code>
      ) : (
        <Link to={`/webhooks/inboxes/${inbox.id}`}>{url}</Link>
      )}{' '}
      <CopyButton name="the URL" text={url} />
    </span>
  )
}

function TestPanel({ eventName }: { readonly eventName: string }) {
  const { profile } = useWorkspace()
  const code = `npx godwit trigger ${eventName} --profile ${profile.id} --url ${serviceUrl}`
  return (
    <Panel title="Test the subscription">
      <p className="muted">
        The URL answered a test message when the subscription was created. To receive another
        message, cause the event with this command. Events of transfers and balances are also caused
        by <Link to="/">Send 100 GBP on the page Home</Link>.
      </p>
      <CodeSample label="Cause the event" samples={[{ name: 'CLI', code }]} />
    </Panel>
  )
}
