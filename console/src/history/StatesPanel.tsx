import type { Machine } from '../../../src/kernel/states.ts'
import { Panel } from '../components/Panel.tsx'
import { StateMachine } from '../money/StateMachine.tsx'
import { useEvents } from '../money/use-events.ts'

type Props = {
  /** The name of the resource in events, such as `card-order:12`. */
  readonly resource: string
  readonly machine: Machine<string, string>
  readonly current: string
}

/** The diagram of states, in which the current state of the resource and the earlier states are marked. */
export function StatesPanel({ resource, machine, current }: Props) {
  const { data = [] } = useEvents(resource)
  const past = data.flatMap(({ to }) => (to === null || to === current ? [] : [to]))
  return (
    <Panel title="States">
      <StateMachine current={current} machine={machine} past={past} />
    </Panel>
  )
}
