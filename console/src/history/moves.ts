// What moves a resource from its state to the next: the table of states, and the operations that make its moves.

import type { Machine } from '../../../src/kernel/states.ts'
import type { ApprovalHeaders } from '../components/Approval.tsx'

export type Action = {
  readonly name: string
  /** Sends the request, again with the headers when it had to be approved. */
  readonly run: (headers: ApprovalHeaders) => Promise<unknown>
  /** What the user must confirm before, for an action that cannot be undone. */
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
  /** How moves without an action come about. */
  readonly explanations?: Readonly<Partial<Record<M, string>>>
}

/** The moves that the table of states allows from a state. */
export function nextMoves<S extends string, M extends string>(
  machine: Machine<S, M>,
  state: S,
  { actions, explanations }: Causes<M>,
): NextMove[] {
  return (Object.keys(machine.moves) as M[]).flatMap((move) => {
    const { from, to, because } = machine.moves[move]
    if (!from.includes(state)) return []
    return [{ move, to, because, actions: actions[move] ?? [], explanation: explanations?.[move] }]
  })
}
