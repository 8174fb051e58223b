import type { Subscription } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { useWorkspace } from '../../workspace.ts'
import { DeliveryHealth, SlowestDelivery } from './deliveries/NewestDeliveries.tsx'
import './webhooks.css'

const columns: readonly Column<Subscription>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <Link className="webhooks-wrap" to={`/webhooks/${id}`}>
        {name}
      </Link>
    ),
  },
  {
    title: 'Event',
    cell: ({ trigger_on, delivery }) => (
      <>
        <code>{trigger_on}</code> <span className="muted">{delivery.version}</span>
      </>
    ),
  },
  {
    title: 'URL',
    cell: ({ delivery }) => <code className="webhooks-wrap">{delivery.url}</code>,
  },
  { title: 'Newest deliveries', cell: ({ id }) => <DeliveryHealth subscriptionId={id} /> },
  {
    title: 'Slowest reply',
    align: 'end',
    cell: ({ id }) => <SlowestDelivery subscriptionId={id} />,
  },
]

export function SubscriptionsPanel() {
  const { godwit, profile } = useWorkspace()
  const subscriptions = useQuery({
    queryKey: ['subscriptions', profile.id],
    queryFn: () => godwit.webhooks.listSubscriptionsOfProfile({ path: { profileId: profile.id } }),
  })
  return (
    <Panel title="Subscriptions">
      <Loaded label="Loading subscriptions" query={subscriptions}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="This profile has no subscription">
              Create one below. Subscriptions of applications are not shown here: only the
              application can list them.
            </EmptyState>
          ) : (
            <Table caption="Subscriptions" columns={columns} rowKey={({ id }) => id} rows={rows} />
          )
        }
      </Loaded>
    </Panel>
  )
}
