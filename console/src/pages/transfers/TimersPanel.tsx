import { Link } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time, TimeDistance } from '../../components/Time.tsx'
import { withoutReferences } from '../../without-references.ts'
import { useTimers } from './use-timers.ts'

type Props = {
  readonly transferId: number
  /** Null outside of a batch group; undefined while it is not known. */
  readonly batchGroupId: string | null | undefined
}

/** The changes of the transfer that become due as time passes, the earliest first. */
export function TimersPanel({ transferId, batchGroupId }: Props) {
  const timers = useTimers(transferId)
  return (
    <Panel title="Pending timers">
      <Loaded label="Loading the timers" query={timers}>
        {(work) =>
          work.length === 0 ? (
            <p className="muted">
              {batchGroupId
                ? 'None for this transfer alone. Its batch group may have timers.'
                : 'None: the passage of time does not change this transfer.'}
            </p>
          ) : (
            <>
              <ul className="plain-list">
                {work.map(({ sweep, summary, dueAt }) => (
                  <li key={sweep}>
                    <p>{withoutReferences(summary)}</p>
                    <p className="muted">
                      Due <Time at={dueAt} hasSeconds /> (<TimeDistance at={dueAt} />)
                    </p>
                  </li>
                ))}
              </ul>
              <p>
                To see the change happen, <Link to="/time">move the clock</Link>.
              </p>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
