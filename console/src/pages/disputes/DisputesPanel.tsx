import type { Dispute } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { DisputeStatus } from './DisputeStatus.tsx'
import { listNewestDisputes, PAGE_SIZE } from './newest-disputes.ts'
import './disputes.css'

const columns: readonly Column<Dispute>[] = [
  {
    title: 'Reason',
    cell: ({ id, reason }) => <Link to={`/disputes/${id}`}>{wordsOf(reason)}</Link>,
  },
  { title: 'Transaction', align: 'end', cell: ({ transactionId }) => transactionId },
  { title: 'State', cell: ({ subStatus }) => <DisputeStatus subStatus={subStatus} /> },
  { title: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Last change', cell: ({ lastUpdatedAt }) => <Time at={lastUpdatedAt} /> },
]

const statuses = [
  { value: '', label: 'Any' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'CLOSED', label: 'Closed' },
]

export function DisputesPanel() {
  const { godwit, profile } = useWorkspace()
  const [status, setStatus] = useState('')
  const [page, setPage] = useState(1)
  const disputes = useQuery({
    queryKey: ['disputes', profile.id, status, page],
    queryFn: () =>
      listNewestDisputes(godwit, {
        profileId: profile.id,
        page,
        ...(status && { status: status as Dispute['status'] }),
      }),
  })
  return (
    <Panel title="All disputes">
      <search className="disputes-filter">
        <SelectField
          label="Status"
          onChange={(value) => {
            setStatus(value)
            setPage(1)
          }}
          options={statuses}
          value={status}
        />
      </search>
      <Loaded label="Loading disputes" query={disputes}>
        {({ totalCount, disputes: list }) =>
          totalCount === 0 ? (
            <NoDisputes isFiltered={status !== ''} />
          ) : (
            <>
              <Table caption="Disputes" columns={columns} rowKey={({ id }) => id} rows={list} />
              <Pager onChange={setPage} page={page} pageSize={PAGE_SIZE} totalCount={totalCount} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function NoDisputes({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="No dispute has this status">Choose another status.</EmptyState>
  return (
    <EmptyState title="No dispute yet">
      Pay with a card on the page <Link to="/cards">Cards</Link>, open the transaction and press
      “Dispute this payment”.
    </EmptyState>
  )
}
