import type { DueWork } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { type Column, Table } from '../../components/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { withoutReferences } from '../../without-references.ts'
import { useWorkspace } from '../../workspace.ts'

const columns: readonly Column<DueWork>[] = [
  { title: 'Due', cell: ({ dueAt }) => <Time at={dueAt} /> },
  { title: 'What happens', cell: ({ summary }) => withoutReferences(summary) },
]

/** The changes of the transfer that become due as time passes, the earliest first. */
export function TimersPanel({ transferId }: { readonly transferId: number }) {
  const { godwit } = useWorkspace()
  const preview = useQuery({
    queryKey: ['due-work-of-transfer', transferId],
    queryFn: () => godwit.simulation.previewSandboxClock({ query: { transferId } }),
  })
  return (
    <Panel title="Pending timers">
      <Loaded label="Loading the timers" query={preview}>
        {({ work }) =>
          work.length === 0 ? (
            <p className="muted">None: the passage of time does not change this transfer.</p>
          ) : (
            <>
              <Table
                caption="Pending timers"
                columns={columns}
                rowKey={({ sweep }) => sweep}
                rows={work}
              />
              <p>
                To see it happen, <Link to="/time">move the clock</Link>.
              </p>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
