// State machines as tables. Code reads the table, SQL guards use it, documents print it, and one test checks each of
// its cells.

export type Move<S extends string> = {
  readonly from: readonly S[]
  readonly to: S
  readonly because: string
}

export type Machine<S extends string, M extends string> = {
  readonly name: string
  readonly states: readonly S[]
  readonly initial: S
  readonly moves: Readonly<Record<M, Move<S>>>
}

export function machine<const S extends string, const M extends string>(declared: {
  name: string
  states: readonly S[]
  initial: NoInfer<S>
  moves: Record<M, Move<NoInfer<S>>>
}): Machine<S, M> {
  return declared
}

/** The state after `move` from the state `from`; undefined when the machine does not allow the move. */
export function next<S extends string, M extends string>(
  { moves }: Machine<S, M>,
  from: S,
  move: M,
): S | undefined {
  const { from: allowed, to } = moves[move]
  return allowed.includes(from) ? to : undefined
}

export function movesOf<S extends string, M extends string>({
  moves,
}: Machine<S, M>): [M, Move<S>][] {
  return Object.entries(moves) as [M, Move<S>][]
}

export function isFinal<S extends string, M extends string>(
  declared: Machine<S, M>,
  state: S,
): boolean {
  return movesOf(declared).every(([, { from }]) => !from.includes(state))
}

/** The table as a diagram, for docs/printed/states.md. */
export function toMermaid<S extends string, M extends string>(declared: Machine<S, M>): string {
  const arrows = movesOf(declared).flatMap(([name, { from, to }]) =>
    from.map((state) => `  ${state} --> ${to}: ${name}`),
  )
  return ['stateDiagram-v2', `  [*] --> ${declared.initial}`, ...arrows].join('\n')
}
