import { each, type ResourceEvent } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** What has happened to a resource, such as `transfer:12`, oldest first. */
export function useEvents(resource: string) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['events', profile.id, resource],
    queryFn: async () => {
      const events: ResourceEvent[] = []
      const pages = each(godwit.webhooks.listEvents, {
        path: { profileId: profile.id },
        query: { resource },
      })
      for await (const event of pages) {
        events.push(event)
        // The pages after the first event of the resource have none.
        if (event.number === 1) break
      }
      return events.reverse()
    },
  })
}
