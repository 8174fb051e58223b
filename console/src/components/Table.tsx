import type { ReactNode } from 'react'
import './table.css'

export type Column<Row> = {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** For amounts and counts, which are aligned at their last digit. */
  readonly align?: 'end'
}

type Props<Row> = {
  /** The name of the table, which screen readers read out. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
}

/**
 * The cell of the first column is the heading of its row. On narrow windows the cells of a row are below each other, each with the
 * title of its column. A link of the class `table-row-link` is followed wherever its row is pressed, except on other links and
 * buttons.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable with the keyboard.
    <div className="table-scroll" tabIndex={0}>
      <table className="table table-stacked">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, align }) => (
              <th className={align && 'table-end'} key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, align, cell }, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    className={align && 'table-end'}
                    data-title={title}
                    key={title}
                    {...(index === 0 && { scope: 'row' })}
                  >
                    {cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
