// Where the states and the moves of a state machine are drawn: states in one column in their declared order, moves
// to the next state as short arrows, all others as arcs. The arcs to one state share a lane, so that they join into one line
// with one arrowhead. No other arc that overlaps them has the same lane.

import type { Machine } from '../../../src/kernel/states.ts'

export type Arc = { readonly from: number; readonly to: number; readonly lane: number }
type Layout = {
  /** Rows from which an arrow leads to the next row. */
  readonly arrowRows: readonly number[]
  readonly arcs: readonly Arc[]
  readonly laneCount: number
}

/** The arcs to one state, and the rows that their common line passes. */
type Line = {
  readonly from: readonly number[]
  readonly to: number
  readonly top: number
  readonly bottom: number
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
  const lines: (Line & { readonly lane: number })[] = []
  for (const line of linesOf(otherMoves).toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    let lane = 0
    while (lines.some((other) => other.lane === lane && overlaps(other, line))) lane++
    lines.push({ ...line, lane })
  }
  return {
    arrowRows,
    arcs: lines.flatMap(({ from, to, lane }) => from.map((row) => ({ from: row, to, lane }))),
    laneCount: 1 + Math.max(-1, ...lines.map(({ lane }) => lane)),
  }
}

function linesOf(moves: readonly (readonly [from: number, to: number])[]): Line[] {
  return [...Map.groupBy(moves, ([, to]) => to)].map(([to, movesToState]) => {
    const from = movesToState.map(([row]) => row)
    return { from, to, top: Math.min(to, ...from), bottom: Math.max(to, ...from) }
  })
}

const lengthOf = ({ top, bottom }: Line) => bottom - top

/** Lines that meet at one state overlap too. */
function overlaps(a: Line, b: Line): boolean {
  return Math.max(a.top, b.top) <= Math.min(a.bottom, b.bottom)
}
