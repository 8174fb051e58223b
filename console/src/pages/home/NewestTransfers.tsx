import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../components/Amount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { TransferStatus } from '../../components/TransferStatus.tsx'
import { type Transfer, useWorkspace } from '../../workspace.ts'

const SHOWN_MAX = 8

const columns: readonly Column<Transfer>[] = [
  { title: 'Transfer', cell: ({ id }) => id },
  { title: 'Reference', cell: ({ reference }) => reference ?? '' },
  { title: 'Status', cell: ({ status }) => <TransferStatus status={status} /> },
  { title: 'Created', cell: ({ created }) => <Time at={created} /> },
  {
    title: 'Sent',
    align: 'end',
    cell: (transfer) => <Amount currency={transfer.sourceCurrency} value={transfer.sourceValue} />,
  },
  {
    title: 'Arrives',
    align: 'end',
    cell: (transfer) => <Amount currency={transfer.targetCurrency} value={transfer.targetValue} />,
  },
]

export function NewestTransfers() {
  const { godwit, profile } = useWorkspace()
  const transfers = useQuery({
    queryKey: ['transfers', profile.id, 'newest'],
    queryFn: () =>
      godwit.transfers.listTransfers({ query: { profile: profile.id, limit: SHOWN_MAX } }),
  })
  return (
    <Panel title="Newest transfers">
      <Loaded label="Loading transfers" query={transfers}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No transfer yet">
              Send one with the SDK or with <code>POST /v1/transfers</code>; the guide “First
              transfer” shows each call.
            </EmptyState>
          ) : (
            <Table
              caption="Newest transfers"
              columns={columns}
              rowKey={({ id }) => id}
              rows={rows}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
