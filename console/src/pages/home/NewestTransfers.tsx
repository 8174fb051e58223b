import type { TransferSummary } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { summaryColumns } from '../../components/transfer-columns.tsx'
import { useWorkspace } from '../../workspace.ts'

/** A choice of this project: the live feed stays near the top of the page. */
const SHOWN_MAX = 8

const columns: readonly Column<TransferSummary>[] = [
  summaryColumns.id,
  summaryColumns.recipient,
  summaryColumns.youPay,
  summaryColumns.recipientGets,
  summaryColumns.status,
  { title: 'Created', cell: ({ created }) => <Time at={created} hasSeconds /> },
]

export function NewestTransfers() {
  const { godwit, profile } = useWorkspace()
  const transfers = useQuery({
    queryKey: ['newest-transfers', profile.id],
    queryFn: () =>
      godwit.transfers.listTransferSummaries({
        path: { profileId: profile.id },
        query: { limit: SHOWN_MAX },
      }),
  })
  return (
    <Panel title="Newest transfers">
      <Loaded label="Loading transfers" query={transfers}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="This profile has sent nothing yet">
              Send a transfer above, or with your own program.
            </EmptyState>
          ) : (
            <Table
              caption="Newest transfers"
              columns={columns}
              rowKey={({ id }) => id}
              rows={list}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
