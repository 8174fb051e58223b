import type { TransferSummary } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedTable } from '../../components/PagedTable.tsx'
import type { Column } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { summaryColumns } from '../../components/transfer-columns.tsx'
import { useWorkspace } from '../../workspace.ts'
import type { Filters } from './filters.ts'
import { NoTransfers } from './NoTransfers.tsx'
import { type IdRange, listerOf, listNewest, listUpTo, newestIdOf } from './newest-transfers.ts'

const columns: readonly Column<TransferSummary>[] = [
  summaryColumns.id,
  summaryColumns.recipient,
  summaryColumns.youPay,
  summaryColumns.recipientGets,
  summaryColumns.status,
  { title: 'Created', cell: ({ created }) => <Time at={created} /> },
  {
    title: 'Reference',
    cell: ({ reference }) => reference && <span className="transfers-reference">{reference}</span>,
  },
]

/** The matching transfers, newest first, page by page. */
export function TransferList({ filters }: { readonly filters: Filters }) {
  const { godwit, profile } = useWorkspace()
  const listAfter = listerOf(godwit, profile.id, filters)
  const pages = useInfiniteQuery({
    queryKey: ['transfers', profile.id, filters, 'newest first'],
    initialPageParam: undefined as IdRange | undefined,
    queryFn: ({ pageParam }) =>
      pageParam === undefined
        ? listNewest(listAfter, () => newestIdOf(godwit, profile.id))
        : listUpTo(listAfter, pageParam),
    getNextPageParam: ({ older }) => older,
  })
  return (
    <PagedTable
      caption="Transfers"
      columns={columns}
      empty={<NoTransfers isFiltered={Object.keys(filters).length > 0} />}
      label="Loading transfers"
      more="Show older transfers"
      query={pages}
      rowKey={({ id }) => id}
      rowsOf={(page) => page.rows}
    />
  )
}
