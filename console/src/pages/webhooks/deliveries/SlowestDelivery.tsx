import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../../workspace.ts'

const SEARCHED_MAX = 50

/** How long the slowest of the newest deliveries of a subscription took, without tests. */
export function SlowestDelivery({ subscriptionId }: { readonly subscriptionId: string }) {
  const { godwit, profile } = useWorkspace()
  const path = { profileId: profile.id, subscriptionId }
  const { data } = useQuery({
    queryKey: ['slowest-delivery', path],
    queryFn: () => godwit.webhooks.listDeliveriesOfProfile({ path, query: { size: SEARCHED_MAX } }),
  })
  const latencies =
    data?.flatMap(({ test, last_attempt: last }) => (test ? [] : (last?.elapsed_ms ?? []))) ?? []
  if (latencies.length === 0) return null
  return <span className="time">{Math.max(...latencies)} ms</span>
}
