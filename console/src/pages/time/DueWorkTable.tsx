import type { DueWork } from '@godwit/sdk'
import type { ReactNode } from 'react'
import { COUNTED_ROWS_MAX } from '../../../../src/simulation/clock/counted-rows.ts'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { withoutReferences } from '../../without-references.ts'

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
    title: 'Count',
    align: 'end',
    cell: ({ rows }) => (rows < COUNTED_ROWS_MAX ? rows : `${COUNTED_ROWS_MAX} or more`),
  },
]

type Props = {
  readonly work: readonly DueWork[]
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode
}

/** The work of each sweep, the earliest first. */
export function DueWorkTable({ work, empty }: Props) {
  if (work.length === 0) return empty
  return (
    <Table caption="Pending timers" columns={columns} rowKey={({ sweep }) => sweep} rows={work} />
  )
}
