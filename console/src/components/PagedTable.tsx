import type { ReactNode } from 'react'
import { LoadedPages, type PagesProps } from './LoadedPages.tsx'
import { type Column, Table } from './Table.tsx'

type Props<Page, Row> = PagesProps<Page> & {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly rowsOf: (page: Page) => readonly Row[]
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode
}

/** The pages of a list as one table, with a button that loads the next page. */
export function PagedTable<Page, Row>(props: Props<Page, Row>) {
  const { caption, columns, rowKey, rowsOf, empty, ...loading } = props
  return (
    <LoadedPages {...loading}>
      {(pages) => {
        const rows = pages.flatMap(rowsOf)
        if (rows.length === 0) return empty
        return <Table {...{ caption, columns, rowKey, rows }} />
      }}
    </LoadedPages>
  )
}
