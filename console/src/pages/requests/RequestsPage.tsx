import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loading } from '../../components/Loading.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useWorkspace } from '../../workspace.ts'
import { RequestTable } from './RequestTable.tsx'
import { SearchForm } from './SearchForm.tsx'

const REFRESH_MS = 3_000

/** The log of requests, newest first. The search is in the address, so that it can be linked and shared. */
export function RequestsPage() {
  const { query = '' } = useSearch({ strict: false }) as { query?: string }
  const navigate = useNavigate()
  const search = (text: string) =>
    navigate({ to: '/requests', search: text === '' ? {} : { query: text } })
  const log = useRequestLog(query)
  const requests = log.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <div className="stack">
      <PageHeader
        description="The requests of your programs and of this console, with the replies of the service."
        title="Requests"
      />
      <SearchForm key={query} onSearch={search} query={query} />
      {log.error && <ErrorNotice error={log.error} onRetry={log.refetch} />}
      {log.isPending && <Loading label="Loading requests" />}
      {log.data && requests.length === 0 && !log.hasNextPage && (
        <NoRequests isSearch={query !== ''} />
      )}
      {requests.length > 0 && <RequestTable requests={requests} />}
      {log.hasNextPage && (
        <div>
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            Load older requests
          </Button>
        </div>
      )}
    </div>
  )
}

/** Pages of the log. The newest requests appear by themselves until the reader has loaded older ones. */
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
      <EmptyState title="No request matches every word">
        Remove a word, or search for an id such as <code>transfer:12</code>.
      </EmptyState>
    )
  return (
    <EmptyState title="The log has no request yet">
      Send a request with any program. If the log stays empty, it is turned off: start the service
      without <code>GODWIT_REQUEST_LOG=off</code>.
    </EmptyState>
  )
}
