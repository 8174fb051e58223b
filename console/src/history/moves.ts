// The moves of a resource from one state to the next, and the operations that make them.

import { type Machine, movesOf } from '../../../src/kernel/states.ts'
import type { ApprovalHeaders } from '../components/Approval.tsx'

export type Action = {
  readonly name: string
  /** Sends the request. Called again, with the `headers` of the approval, when the user has approved the request. */
  readonly run: (headers: ApprovalHeaders) => Promise<unknown>
  /** Whether the resource waits for this action. At most one action is primary. */
  readonly isPrimary?: boolean
  /** The sentence that the user confirms before an action that cannot be undone. */
  readonly warning?: string
}

export type NextMove = {
  readonly move: string
  readonly to: string
  readonly because: string
  readonly actions: readonly Action[]
  readonly explanation: string | undefined
}

type Causes<M extends string> = {
  readonly actions: Readonly<Partial<Record<M, readonly Action[]>>>
  /** How to cause a move that has no action, or what else decides whether a move is made, such as an issue. */
  readonly explanations?: Readonly<Partial<Record<M, string>>>
}

/** The moves that the table of states allows from a state. */
export function allowedMoves<S extends string, M extends string>(machine: Machine<S, M>, state: S) {
  return movesOf(machine).flatMap(([move, { from, to, because }]) =>
    from.includes(state) ? [{ move, to, because }] : [],
  )
}

/** The allowed moves, each with its actions and its explanation. */
export function nextMoves<S extends string, M extends string>(
  machine: Machine<S, M>,
  state: S,
  { actions, explanations }: Causes<M>,
): NextMove[] {
  return allowedMoves(machine, state).map((allowed) => ({
    ...allowed,
    actions: actions[allowed.move] ?? [],
    explanation: explanations?.[allowed.move],
  }))
}
