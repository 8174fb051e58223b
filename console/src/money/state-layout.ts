// Where the states and the moves of a state machine are drawn: states in one column in their declared order, moves
// to the next state as short arrows, all others as arcs, each in a lane that no overlapping arc uses.

import type { Machine } from '../../../src/kernel/states.ts'

export type Arc = { readonly from: number; readonly to: number; readonly lane: number }
type Layout = {
  /** Rows from which an arrow leads to the next row. */
  readonly arrowRows: readonly number[]
  readonly arcs: readonly Arc[]
  readonly laneCount: number
}

export function layoutOf({ states, moves }: Machine<string, string>): Layout {
  const pairs = new Map<string, readonly [from: number, to: number]>()
  for (const { from, to } of Object.values(moves))
    for (const state of from) {
      const pair = [states.indexOf(state), states.indexOf(to)] as const
      if (pair[0] !== pair[1]) pairs.set(pair.join(), pair)
    }
  const arrowRows = [...pairs.values()]
    .filter(([from, to]) => to === from + 1)
    .map(([from]) => from)
  const otherMoves = [...pairs.values()].filter(([from, to]) => to !== from + 1)
  const arcs: Arc[] = []
  for (const [from, to] of otherMoves.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    let lane = 0
    while (arcs.some((arc) => arc.lane === lane && overlaps(arc, [from, to]))) lane++
    arcs.push({ from, to, lane })
  }
  return { arrowRows, arcs, laneCount: 1 + Math.max(-1, ...arcs.map(({ lane }) => lane)) }
}

const lengthOf = ([from, to]: readonly [number, number]) => Math.abs(to - from)

/** Arcs that meet at one state overlap too. */
function overlaps(arc: Arc, [from, to]: readonly [number, number]): boolean {
  const [top, bottom] = [Math.min(arc.from, arc.to), Math.max(arc.from, arc.to)]
  return Math.max(top, Math.min(from, to)) <= Math.min(bottom, Math.max(from, to))
}
