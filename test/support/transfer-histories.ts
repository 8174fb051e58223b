// Checks that the state changes in the events of every transfer are moves of its machine and end in its
// current state.

import { movesOf } from '../../src/kernel/states.ts'
import { transferStates } from '../../src/transfers/states.ts'

export type PublishedHistory = {
  readonly id: string
  readonly status: string
  /** `from` and `to` of each change in its events, oldest first. `from` of the first change is null. */
  readonly changes: readonly (readonly [from: string | null, to: string])[]
}

const legalMoves = new Set(
  movesOf(transferStates).flatMap(([, { from, to }]) => from.map((each) => `${each} -> ${to}`)),
)

/** Messages about invalid histories. */
export function invalidHistories(transfers: readonly PublishedHistory[]): string[] {
  return transfers.flatMap(({ id, status, changes }) => {
    const fault = (message: string) => `transfer ${id}: ${message}`
    const faults: string[] = []
    let state: string | null = null
    for (const [from, to] of changes) {
      if (from !== state) faults.push(fault(`has an event from ${from} while it was ${state}`))
      const isCreation = from === null && to === transferStates.initial
      if (!isCreation && !legalMoves.has(`${from} -> ${to}`))
        faults.push(fault(`moved ${from} -> ${to}`))
      state = to
    }
    if (state !== status) faults.push(fault(`is ${status}, and its last event is ${state}`))
    return faults
  })
}

/** The state changes of all transfers, from their events. */
export const publishedHistoriesSql = `
  select t.id::text as id, t.status,
         coalesce(json_agg(json_build_array(e.payload -> 'previous_state',
                                            e.payload -> 'current_state') order by e.number)
                  filter (where e.id is not null), '[]') as changes
    from transfers t
    left join events e on e.profile_id = t.profile_id and e.subject = 'transfer:' || t.id
                      and e.name = 'transfers#state-change'
   group by t.profile_id, t.id, t.status
   order by t.id`
