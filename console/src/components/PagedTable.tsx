import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Loading } from './Loading.tsx'
import { type Column, Table } from './Table.tsx'

type Props<Page, Row> = {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** The text that is shown until the rows have arrived, such as `Loading transfers`. */
  readonly label: string
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode
  /** The button that loads the next page, such as `Show older transfers`. */
  readonly more: string
}

/** The pages of a list as one table, with a button that loads the next page. */
export function PagedTable<Page, Row>(props: Props<Page, Row>) {
  const { caption, columns, rowKey, query, rowsOf, label, empty, more } = props
  if (query.error) return <ErrorNotice error={query.error} onRetry={query.refetch} />
  if (query.data === undefined) return <Loading label={label} />
  const rows = query.data.pages.flatMap(rowsOf)
  if (rows.length === 0) return empty
  return (
    <>
      <Table caption={caption} columns={columns} rowKey={rowKey} rows={rows} />
      {query.hasNextPage && (
        <div>
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {more}
          </Button>
        </div>
      )}
    </>
  )
}
