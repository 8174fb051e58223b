import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../../workspace.ts'

/** Enough to see whether messages arrive now: a choice of this project. */
const NEWEST_MAX = 50

/** The newest `NEWEST_MAX` deliveries of a subscription, less the tests among them. */
export function useNewestDeliveries(subscriptionId: string) {
  const { godwit, profile } = useWorkspace()
  const path = { profileId: profile.id, subscriptionId }
  const { data = [] } = useQuery({
    queryKey: ['newest-deliveries', path],
    queryFn: () => godwit.webhooks.listDeliveriesOfProfile({ path, query: { size: NEWEST_MAX } }),
  })
  return data.filter(({ test }) => !test)
}
