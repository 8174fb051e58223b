import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Loading } from '../../components/Loading.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { type Transfer, useWorkspace } from '../../workspace.ts'
import type { Filters } from './filters.ts'
import { NoTransfers } from './NoTransfers.tsx'
import { type IdRange, listerOf, listNewest, listUpTo, newestIdOf } from './newest.ts'

const columns: readonly Column<Transfer>[] = [
  { title: 'Transfer', cell: ({ id }) => <Link to={`/transfers/${id}`}>{id}</Link> },
  { title: 'Status', cell: ({ status }) => <TransferStatus status={status} /> },
  { title: 'Created', cell: ({ created }) => <Time at={created} /> },
  {
    title: 'Reference',
    cell: ({ reference }) => <span className="transfers-reference">{reference}</span>,
  },
  {
    title: 'Sent',
    align: 'end',
    cell: ({ sourceValue, sourceCurrency }) => (
      <Amount currency={sourceCurrency} value={sourceValue} />
    ),
  },
  {
    title: 'Arrives',
    align: 'end',
    cell: ({ targetValue, targetCurrency }) => (
      <Amount currency={targetCurrency} value={targetValue} />
    ),
  },
]

/** The matching transfers, newest first, page by page. */
export function TransferList({ filters }: { readonly filters: Filters }) {
  const { godwit, profile } = useWorkspace()
  const query = { ...filters, profile: profile.id }
  const listAfter = listerOf(godwit, query)
  const pages = useInfiniteQuery({
    queryKey: ['transfers', query, 'newest first'],
    initialPageParam: undefined as IdRange | undefined,
    queryFn: ({ pageParam }) =>
      pageParam === undefined
        ? listNewest(listAfter, () => newestIdOf(godwit, profile.id))
        : listUpTo(listAfter, pageParam),
    getNextPageParam: ({ older }) => older,
  })
  if (pages.error) return <ErrorNotice error={pages.error} onRetry={pages.refetch} />
  if (pages.data === undefined) return <Loading label="Loading transfers" />
  const transfers = pages.data.pages.flatMap((page) => page.rows)
  if (transfers.length === 0) return <NoTransfers isFiltered={Object.keys(filters).length > 0} />
  return (
    <>
      <Table caption="Transfers" columns={columns} rowKey={({ id }) => id} rows={transfers} />
      {pages.hasNextPage && (
        <div>
          <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
            Show older transfers
          </Button>
        </div>
      )}
    </>
  )
}
