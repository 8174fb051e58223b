import type { Machine } from '../../../src/kernel/states.ts'
import { layoutOf } from './state-layout.ts'
import './state-machine.css'

type Props = {
  readonly machine: Machine<string, string>
  readonly current: string
  /** The states before the current one, where they are known. */
  readonly past?: readonly string[]
}

// Sizes in pixels. LANE is the distance between arcs, ARROW the length of the strokes of an arrowhead.
const WIDTH = 188
const HEIGHT = 24
const ROW = 40
const LANE = 14
const ARROW = 5

/** A diagram of the states and moves of a state machine, with the current state marked. */
export function StateMachine({ machine, current, past = [] }: Props) {
  const { arrowRows, arcs, lanes } = layoutOf(machine)
  const { states } = machine
  const middle = (row: number) => row * ROW + HEIGHT / 2 + 1
  const width = WIDTH + (lanes + 1) * LANE
  return (
    <svg
      aria-label={describe(machine, current, past)}
      className="state-machine"
      role="img"
      viewBox={`0 0 ${width + 2} ${(states.length - 1) * ROW + HEIGHT + 2}`}
      width={width}
    >
      {arrowRows.map((row) => (
        <path
          className={`state-move ${isPast(states[row], states[row + 1]) ? 'state-move-past' : ''}`}
          d={`M ${WIDTH / 2} ${row * ROW + HEIGHT + 1} v ${ROW - HEIGHT - 1} m ${-ARROW} ${-ARROW} l ${ARROW} ${ARROW} l ${ARROW} ${-ARROW}`}
          key={row}
        />
      ))}
      {arcs.map(({ from, to, lane }) => (
        <path
          className={`state-move ${isPast(states[from], states[to]) ? 'state-move-past' : ''}`}
          d={`M ${WIDTH + 1} ${middle(from)} h ${(lane + 1) * LANE} V ${middle(to)} H ${WIDTH + 2} m ${ARROW} ${-ARROW} l ${-ARROW} ${ARROW} l ${ARROW} ${ARROW}`}
          key={`${from} ${to}`}
        />
      ))}
      {states.map((state, row) => (
        <g className={`state ${classOf(state)}`} key={state}>
          <rect height={HEIGHT} rx="6" width={WIDTH} x="1" y={row * ROW + 1} />
          <text textAnchor="middle" x={WIDTH / 2 + 1} y={middle(row) + 4}>
            {state.replaceAll('_', ' ')}
          </text>
        </g>
      ))}
    </svg>
  )

  function classOf(state: string): string {
    if (state === current) return 'state-current'
    return past.includes(state) ? 'state-past' : ''
  }

  function isPast(from: string | undefined, to: string | undefined): boolean {
    const visited = [...past, current]
    const at = visited.indexOf(from ?? '')
    return at >= 0 && visited[at + 1] === to
  }
}

function describe(
  { name, states }: Machine<string, string>,
  current: string,
  past: readonly string[],
) {
  const words = (list: readonly string[]) =>
    list.map((each) => each.replaceAll('_', ' ')).join(', ')
  const before = past.length > 0 ? ` Before: ${words(past)}.` : ''
  return `States of a ${name}: ${words(states)}. Now: ${words([current])}.${before}`
}
