import type { Transfer } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { transferColumns } from '../../components/transfer-columns.tsx'
import { useWorkspace } from '../../workspace.ts'
import { BatchJournals } from './BatchJournals.tsx'

/** Rows of a page: a choice of this project. */
const PAGE_SIZE = 20

const columns: readonly Column<Transfer>[] = [
  transferColumns.id,
  transferColumns.status,
  transferColumns.afterFee,
  transferColumns.recipientGets,
  {
    title: 'Reference',
    cell: ({ reference }) => <span className="batches-cell">{reference}</span>,
  },
]

/** The transfers of a batch group, each with a link to its page, and their journals. */
export function BatchTransfers({ ids }: { readonly ids: readonly number[] }) {
  const { godwit } = useWorkspace()
  const [page, setPage] = useState(1)
  const idsOfPage = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const transfers = useQuery({
    queryKey: ['batch-transfers', idsOfPage],
    queryFn: () =>
      Promise.all(
        idsOfPage.map((transferId) => godwit.transfers.getTransfer({ path: { transferId } })),
      ),
  })
  return (
    <Panel title="Transfers">
      <Loaded label="Loading transfers" query={transfers}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No transfer yet">
              On the page Batches, choose the file again and enter the same name of the batch.
            </EmptyState>
          ) : (
            <Table caption="Transfers" columns={columns} rowKey={({ id }) => id} rows={list} />
          )
        }
      </Loaded>
      <Pager onChange={setPage} page={page} pageSize={PAGE_SIZE} totalCount={ids.length} />
      {idsOfPage.length > 0 && <BatchJournals transferIds={idsOfPage} />}
    </Panel>
  )
}
