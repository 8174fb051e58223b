// The moves of a state machine as a table, for tests.

import { type Machine, movesOf, next } from '../../src/kernel/states.ts'

/** For each state the moves from it, and the state to which each move leads. */
export const movesByState = (machine: Machine<string, string>) =>
  Object.fromEntries(
    machine.states.map((state) => [
      state,
      Object.fromEntries(
        movesOf(machine).flatMap(([move]) => {
          const to = next(machine, state, move)
          return to === undefined ? [] : [[move, to]]
        }),
      ),
    ]),
  )
