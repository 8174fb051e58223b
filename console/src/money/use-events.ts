import { each, type ResourceEvent } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** The events of a resource, such as `transfer:12`, oldest first. */
export function useEvents(resource: string) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['events', profile.id, resource],
    queryFn: async () => {
      const events: ResourceEvent[] = []
      const newestFirst = each(godwit.webhooks.listEvents, {
        path: { profileId: profile.id },
        query: { resource },
      })
      for await (const event of newestFirst) {
        events.push(event)
        // Event number 1 is the oldest of the resource, so no later page has another.
        if (event.number === 1) break
      }
      return events.reverse()
    },
  })
}
