import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { LoadedPages } from '../../components/LoadedPages.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useWorkspace } from '../../workspace.ts'
import { RequestTable } from './RequestTable.tsx'
import { SearchForm } from './SearchForm.tsx'

/** The real time between two requests for the log: a choice of this project. */
const REFRESH_MS = 3_000

/** Most of the requests that only read are sent by the console itself. */
const DEFAULT_QUERY = 'hide:reads'

/** The log of requests, newest first. The search is in the address, so that it can be linked and shared. */
export function RequestsPage() {
  const { query = DEFAULT_QUERY } = useSearch({ strict: false }) as { query?: string }
  const navigate = useNavigate()
  const search = (text: string) =>
    navigate({ to: '/requests', search: text === DEFAULT_QUERY ? {} : { query: text } })
  const log = useRequestLog(query)
  return (
    <div className="stack">
      <PageHeader
        description="The requests of your programs and of this console, with the replies of the service."
        title="Requests"
      />
      <SearchForm key={query} onSearch={search} query={query} />
      <LoadedPages label="Loading requests" more="Load older requests" query={log}>
        {(pages) => {
          const requests = pages.flatMap((page) => page.requests)
          if (requests.length > 0) return <RequestTable requests={requests} />
          return (
            !log.hasNextPage && <NoRequests isSearch={query !== '' && query !== DEFAULT_QUERY} />
          )
        }}
      </LoadedPages>
    </div>
  )
}

/**
 * Pages of the log. After a request that only reads, the live feed does not load the pages again. So the first page is also loaded
 * every `REFRESH_MS`, until an older page is loaded: then each refresh would load all pages again.
 */
function useRequestLog(query: string) {
  const { godwit } = useWorkspace()
  return useInfiniteQuery({
    queryKey: ['request-pages', query],
    queryFn: ({ pageParam }) =>
      godwit.requests.listRequests({
        query: { ...(query && { query }), ...(pageParam && { nextCursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : REFRESH_MS),
  })
}

function NoRequests({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState title="No request matches all words">
        Remove a word, or search for an id such as <code>transfer:12</code>. A request with an
        unknown token belongs to no user and is never listed; the reply gives the reason.
      </EmptyState>
    )
  return (
    <EmptyState title="No request to show yet">
      Send a request with any program. Successful requests that only read are hidden while “Hide
      reads” is pressed. A request with an unknown token belongs to no user and is never listed; the
      reply gives the reason. If the log stays empty, the log is turned off: start the service
      without <code>GODWIT_REQUEST_LOG=off</code>.
    </EmptyState>
  )
}
