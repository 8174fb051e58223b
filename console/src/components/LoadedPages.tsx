import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Loaded } from './Loaded.tsx'

export type PagesProps<Page> = {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>
  /** The text that is shown until the first page has arrived, such as `Loading transfers`. */
  readonly label: string
  /** The name of the button that loads the next page, such as `Show older transfers`. */
  readonly more: string
}

type Props<Page> = PagesProps<Page> & {
  readonly children: (pages: readonly Page[]) => ReactNode
}

/** Shows the loaded pages of a list, and a button that loads the next page. */
export function LoadedPages<Page>({ query, label, more, children }: Props<Page>) {
  return (
    <Loaded label={label} query={query}>
      {({ pages }) => (
        <>
          {children(pages)}
          {query.hasNextPage && (
            <div>
              <Button
                isPending={query.isFetchingNextPage}
                onPress={() => void query.fetchNextPage()}
              >
                {more}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}
