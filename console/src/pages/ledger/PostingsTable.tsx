import type { LedgerPosting } from '@godwit/sdk'
import { Amount } from '../../components/Amount.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { AccountName } from '../../money/AccountName.tsx'
import { CauseLink } from '../../money/CauseLink.tsx'

const columns: readonly Column<LedgerPosting>[] = [
  { title: 'Posting', cell: ({ id }) => id },
  { title: 'When', cell: ({ postedAt }) => <Time at={postedAt} /> },
  {
    title: 'Journal',
    cell: ({ journal, purpose }) => (
      <div className="ledger-journal">
        {journal}
        <p className="muted">{purpose}</p>
      </div>
    ),
  },
  { title: 'From', cell: ({ from }) => <AccountName account={from} /> },
  { title: 'To', cell: ({ to }) => <AccountName account={to} /> },
  { title: 'Cause', cell: ({ reference }) => <CauseLink reference={reference} /> },
  {
    title: 'Amount',
    align: 'end',
    cell: ({ reference, amount }) => (
      <CauseLink reference={reference}>
        <Amount {...amount} />
      </CauseLink>
    ),
  },
]

export function PostingsTable({ postings }: { readonly postings: readonly LedgerPosting[] }) {
  return <Table caption="Postings" columns={columns} rowKey={({ id }) => id} rows={postings} />
}
