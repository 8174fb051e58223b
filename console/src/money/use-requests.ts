import type { LoggedRequestSummary } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

const REQUESTS_MAX = 200

export type RequestHistory = {
  /** Whether the service keeps requests at all: otherwise it has not even kept those of this page. */
  readonly isLogOn: boolean
  readonly requests: readonly LoggedRequestSummary[]
}

/** The newest 200 requests about a subject, such as `transfer:12`, oldest first. */
export function useRequests(subject: string) {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['requests', subject],
    queryFn: async (): Promise<RequestHistory> => {
      const list = (query: string, size: number) =>
        godwit.requests.listRequests({ query: { query, size } })
      const { requests } = await list(subject, REQUESTS_MAX)
      const isLogOn = requests.length > 0 || (await list('', 1)).requests.length > 0
      return { isLogOn, requests: requests.toReversed() }
    },
  })
}
