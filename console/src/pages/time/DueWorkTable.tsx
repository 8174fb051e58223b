import type { DueWork } from '@godwit/sdk'
import { EmptyState } from '../../components/EmptyState.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { withoutReferences } from '../../without-references.ts'

/** The service counts at most this many rows. */
const COUNTED_ROWS_MAX = 100

const columns: readonly Column<DueWork>[] = [
  { title: 'Due', cell: ({ dueAt }) => <Time at={dueAt} /> },
  {
    title: 'What happens',
    cell: ({ sweep, summary }) => (
      <div className="due-work">
        {withoutReferences(summary)} <code className="muted">{sweep}</code>
      </div>
    ),
  },
  {
    title: 'Rows',
    align: 'end',
    cell: ({ rows }) => (rows < COUNTED_ROWS_MAX ? rows : `${COUNTED_ROWS_MAX} or more`),
  },
]

/** The work of each sweep, the earliest first. */
export function DueWorkTable({ work }: { readonly work: readonly DueWork[] }) {
  if (work.length === 0)
    return (
      <EmptyState title="Nothing waits until then">
        Create a quote or a transfer: it expires or lapses later.
      </EmptyState>
    )
  return (
    <Table caption="Work that waits" columns={columns} rowKey={({ sweep }) => sweep} rows={work} />
  )
}
