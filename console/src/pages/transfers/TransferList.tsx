import type { TransferSummary } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedTable } from '../../components/PagedTable.tsx'
import type { Column } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { summaryColumns } from '../../components/transfer-columns.tsx'
import { useWorkspace } from '../../workspace.ts'
import type { Filters } from './filters.ts'
import { NoTransfers } from './NoTransfers.tsx'

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

/** Enough for two screens: a choice of this project. */
const PAGE_SIZE = 50

/** The matching transfers, newest first, page by page. */
export function TransferList({ filters }: { readonly filters: Filters }) {
  const { godwit, profile } = useWorkspace()
  const pages = useInfiniteQuery({
    queryKey: ['transfers', profile.id, filters, 'pages'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: beforeId }) =>
      godwit.transfers.listTransferSummaries({
        path: { profileId: profile.id },
        query: { ...filters, limit: PAGE_SIZE, ...(beforeId !== undefined && { beforeId }) },
      }),
    // A full page may be the last one: the next is then empty.
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? page.at(-1)?.id : undefined),
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
      rowsOf={(page) => page}
    />
  )
}
