import type { Godwit, TransferSummary } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { summaryColumns } from '../../components/transfer-columns.tsx'
import { useWorkspace } from '../../workspace.ts'

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
    queryFn: () => listNewestTransfers(godwit, profile.id),
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

/** At most `SHOWN_MAX`, newest first. The API lists transfers oldest first, so the activities give the ids of the newest. */
async function listNewestTransfers(
  { activities, transfers }: Godwit,
  profileId: number,
): Promise<readonly TransferSummary[]> {
  const page = await activities.listActivities({
    path: { profileId },
    query: { monetaryResourceType: 'TRANSFER', size: SHOWN_MAX },
  })
  const ids = page.activities.map(({ resource }) => Number(resource.id))
  if (ids.length === 0) return []
  const after = Math.min(...ids) - 1
  const list = await transfers.listTransferSummaries({
    path: { profileId },
    query: after > 0 ? { seekPosition: after } : {},
  })
  return list.toReversed().slice(0, SHOWN_MAX)
}
