import type { Machine } from '../../../src/kernel/states.ts'
import { wordsOf } from '../words.ts'
import { type Arc, layoutOf } from './state-layout.ts'
import './state-machine.css'

type Props = {
  readonly machine: Machine<string, string>
  readonly current: string
  /** The earlier states of the resource, oldest first; empty where they are not known. */
  readonly past?: readonly string[]
}

// Sizes in pixels, choices of this project.
const BORDER = 1
const STATE_WIDTH = 188
const STATE_HEIGHT = 24
const CORNER_RADIUS = 6
/** From the top of a state to the top of the next state. */
const ROW_HEIGHT = 40
/** Between neighbouring lanes of arcs, and between the states and the first lane. */
const LANE_WIDTH = 14
/** The width and the height of half an arrowhead. */
const ARROW = 5
/** From the middle of a state to the baseline of its text. */
const BASELINE = 4
/** From the left edge of the diagram to the middle of the states. */
const MIDDLE = BORDER + STATE_WIDTH / 2

/** A diagram of the states and moves of a state machine, with the current state marked. */
export function StateMachine({ machine, current, past = [] }: Props) {
  const { arrowRows, arcs, laneCount } = layoutOf(machine)
  const { states } = machine
  const visited = [...past, current]
  const isPastMove = (from: number, to: number) =>
    visited.some((state, index) => state === states[from] && visited[index + 1] === states[to])
  const classOfMove = (from: number, to: number) =>
    `state-move ${isPastMove(from, to) ? 'state-move-past' : ''}`
  const isPastArc = ({ from, to }: Arc) => isPastMove(from, to)
  const classOfState = (state: string) => {
    if (state === current) return 'state state-current'
    return `state ${past.includes(state) ? 'state-past' : ''}`
  }
  const width = STATE_WIDTH + (laneCount + 1) * LANE_WIDTH
  const height = (states.length - 1) * ROW_HEIGHT + STATE_HEIGHT
  return (
    <svg
      aria-label={descriptionOf(machine, current, past)}
      className="state-machine"
      role="img"
      viewBox={`0 0 ${width + 2 * BORDER} ${height + 2 * BORDER}`}
      width={width}
    >
      {arrowRows.map((row) => (
        <path className={classOfMove(row, row + 1)} d={arrowPath(row)} key={row} />
      ))}
      {/* One path for all arcs, because with a path for each, the parts that arcs share would be darker. */}
      <path className="state-move" d={pathOf(arcs.filter((arc) => !isPastArc(arc)))} />
      <path className="state-move state-move-past" d={pathOf(arcs.filter(isPastArc))} />
      {states.map((state, row) => (
        <g className={classOfState(state)} key={state}>
          <rect
            height={STATE_HEIGHT}
            rx={CORNER_RADIUS}
            width={STATE_WIDTH}
            x={BORDER}
            y={row * ROW_HEIGHT + BORDER}
          />
          <text textAnchor="middle" x={MIDDLE} y={middleOf(row) + BASELINE}>
            {wordsOf(state)}
          </text>
        </g>
      ))}
    </svg>
  )
}

const middleOf = (row: number) => row * ROW_HEIGHT + STATE_HEIGHT / 2 + BORDER

/** A short arrow from the bottom of a state to the top of the next one. */
function arrowPath(row: number): string {
  const start = `M ${MIDDLE} ${row * ROW_HEIGHT + STATE_HEIGHT + BORDER}`
  const head = `m ${-ARROW} ${-ARROW} l ${ARROW} ${ARROW} l ${ARROW} ${-ARROW}`
  return `${start} v ${ROW_HEIGHT - STATE_HEIGHT - BORDER} ${head}`
}

/** An arc at the right of the states: out to its lane, along the lane, and back to the state where the move ends. */
function arcPath({ from, to, lane }: Arc): string {
  const right = STATE_WIDTH + BORDER
  const start = `M ${right} ${middleOf(from)} h ${(lane + 1) * LANE_WIDTH}`
  const head = `m ${ARROW} ${-ARROW} l ${-ARROW} ${ARROW} l ${ARROW} ${ARROW}`
  return `${start} V ${middleOf(to)} H ${right + BORDER} ${head}`
}

const pathOf = (arcs: readonly Arc[]) => arcs.map(arcPath).join(' ')

function descriptionOf(
  { name, states }: Machine<string, string>,
  current: string,
  past: readonly string[],
): string {
  const textOf = (names: readonly string[]) => names.map(wordsOf).join(', ')
  const before = past.length > 0 ? ` Before: ${textOf(past)}.` : ''
  return `States of a ${name}: ${textOf(states)}. Now: ${wordsOf(current)}.${before}`
}
