import type { Delivery } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../../workspace.ts'

export type StateFilter = Delivery['state'] | 'ALL'
type Path = { readonly profileId: number; readonly subscriptionId: string }

/** Rows of a page: a choice of this project. */
const PAGE_SIZE = 50
/** The real time between two requests for the pages: a choice of this project. */
const REFRESH_MS = 3_000

/**
 * Pages of the log. The live feed loads the pages again after an event or an attempt, but it has no entry for a delivery that is
 * only queued. So the pages are also loaded every `REFRESH_MS`, until the user has loaded older deliveries: then each refresh would
 * load all pages again.
 */
export function useDeliveries(path: Path, state: StateFilter) {
  const { godwit } = useWorkspace()
  return useInfiniteQuery({
    queryKey: ['deliveries', path, state],
    queryFn: ({ pageParam }) =>
      godwit.webhooks.listDeliveriesOfProfile({
        path,
        query: {
          size: PAGE_SIZE,
          ...(state !== 'ALL' && { state }),
          ...(pageParam && { seekPosition: pageParam }),
        },
      }),
    initialPageParam: '',
    // A full page may be the last one: the next is then empty.
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? page.at(-1)?.delivery_id : undefined),
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : REFRESH_MS),
  })
}
