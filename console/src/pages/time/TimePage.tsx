import { useQuery } from '@tanstack/react-query'
import { CodeSample } from '../../components/CodeSample.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useWorkspace } from '../../workspace.ts'
import { DueWorkTable } from './DueWorkTable.tsx'
import { MoveClock } from './MoveClock.tsx'
import { timeSamples } from './samples.ts'

/** Moves the sandbox clock forward, after showing the work that becomes due. */
export function TimePage() {
  const { godwit } = useWorkspace()
  const preview = useQuery({
    queryKey: ['due-work'],
    queryFn: () => godwit.simulation.previewSandboxClock(),
  })
  return (
    <div className="stack">
      <PageHeader
        description="Quotes expire, transfers lapse and money moves when time passes. Move the clock instead of waiting."
        title="Time"
      />
      <Loaded label="Loading the timers" query={preview}>
        {({ next, work }) => (
          <>
            <MoveClock next={next} />
            <Panel title="Pending timers">
              <DueWorkTable
                empty={
                  <EmptyState title="No timer is pending">
                    Create a quote or a transfer: it expires or lapses later.
                  </EmptyState>
                }
                work={work}
              />
            </Panel>
          </>
        )}
      </Loaded>
      <CodeSample label="Move the clock from your tests" samples={timeSamples} />
    </div>
  )
}
