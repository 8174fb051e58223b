import type { LoggedRequestSummary } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** The largest page of the API. */
const REQUESTS_MAX = 200

type RequestHistory = {
  /** Whether the service logs requests. A log that is on has at least the requests of this page. */
  readonly isLogOn: boolean
  readonly requests: readonly LoggedRequestSummary[]
}

/**
 * The newest requests about each subject, such as `transfer:12`: at most `REQUESTS_MAX` of each, oldest first. Without
 * `showsReads`, requests that only read are left out unless they were refused: the page of a resource sends so many of them that
 * no other request would be among the newest.
 */
export function useRequests(subjects: readonly string[], showsReads = false) {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['requests', subjects, showsReads],
    queryFn: async (): Promise<RequestHistory> => {
      const listRequests = (query: string, size: number) =>
        godwit.requests.listRequests({ query: { query, size } })
      const pages = await Promise.all(
        subjects.map((subject) =>
          listRequests(showsReads ? subject : `${subject} hide:reads`, REQUESTS_MAX),
        ),
      )
      const byId = new Map(pages.flatMap(({ requests }) => requests.map((each) => [each.id, each])))
      const isLogOn = byId.size > 0 || (await listRequests('', 1)).requests.length > 0
      return { isLogOn, requests: [...byId.values()].sort((a, b) => a.id - b.id) }
    },
  })
}
