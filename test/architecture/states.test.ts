// Every state machine is complete, every state and move is tried, and the database allows exactly its states.

import { describe, expect, it } from 'vitest'
import { machines } from '../../src/app/declarations.ts'
import { isFinal, type Machine, machine, movesOf, next } from '../../src/kernel/states.ts'
import { testService } from '../support/service.ts'
import { checkValuesOf } from './check-values.ts'

type AnyMachine = Machine<string, string>

/** The column whose check constraint lists the states of a machine, or why no column does. */
const stateColumns: Readonly<Record<string, { column: string } | { because: string }>> = {
  'account-details-order': { column: 'account_details_orders.status' },
  balance: { column: 'balances.state' },
  card: { column: 'cards.status' },
  'batch-group': { column: 'batch_groups.status' },
  'card-order': { column: 'card_orders.status' },
  'card-transaction': { column: 'card_transactions.state' },
  'cdd-check': { column: 'cdd_checks.state' },
  delivery: { column: 'deliveries.state' },
  dispute: { column: 'disputes.sub_status' },
  'hold-limit-breach': { column: 'hold_limit_breaches.state' },
  'identity-document': { column: 'identity_documents.state' },
  'incoming-payment': { column: 'incoming_payments.state' },
  'payment-initiation': { column: 'payment_initiations.status' },
  'profile-update-window': { column: 'profiles.update_window' },
  'profile-verification': { because: 'profiles.verified is a boolean' },
  quote: { column: 'quotes.status' },
  recipient: { because: 'recipients.active is a boolean' },
  transfer: { column: 'transfers.status' },
}

/** Messages about the table of a machine. */
function faultsOf(m: AnyMachine): string[] {
  const reached = new Set<string>([m.initial])
  // Ends after a pass over the moves that has reached no further state.
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    for (const [, { from, to }] of movesOf(m)) if (from.some((s) => reached.has(s))) reached.add(to)
  }
  const known = new Set(m.states)
  return [
    ...m.states.filter((state) => !reached.has(state)).map((state) => `${state} is never reached`),
    ...movesOf(m).flatMap(([name, { from, to, because }]) => [
      ...[...from, to]
        .filter((s) => !known.has(s))
        .map((s) => `${name} has the unknown state ${s}`),
      ...(from.length === 0 ? [`${name} has no state to move from`] : []),
      ...(new Set(from).size < from.length ? [`${name} names a state twice`] : []),
      ...(because.trim() === '' ? [`${name} has no because`] : []),
    ]),
    ...(known.has(m.initial) ? [] : [`the initial state ${m.initial} is unknown`]),
  ]
}

describe('machines', () => {
  it('have unique names', () => {
    const names = machines.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  it('are all listed in this test', () => {
    expect(machines.map(({ name }) => name).sort()).toEqual(Object.keys(stateColumns).sort())
  })
})

describe.each(machines.map((m) => [m.name, m] as const))('%s', (_, m) => {
  it('is complete', () => {
    expect(faultsOf(m)).toEqual([])
  })

  it('allows the moves of its table and no others', () => {
    for (const state of m.states)
      for (const [move, { from, to }] of movesOf(m)) {
        const leads = next(m, state, move)
        expect([state, move, leads]).toEqual([state, move, from.includes(state) ? to : undefined])
        if (isFinal(m, state)) expect(leads).toBeUndefined()
      }
  })
})

describe('the check of state machines', () => {
  const light = { name: 'light', states: ['off', 'on', 'broken'], initial: 'off' } as const
  const press = { from: ['off'], to: 'on', because: 'the switch is pressed' } as const

  it.each([
    [{ press }, ['broken is never reached']],
    [
      { press, smash: { from: ['on', 'on'], to: 'broken', because: '' } },
      ['smash names a state twice', 'smash has no because'],
    ],
    [
      { press, smash: { from: ['on'], to: 'melted', because: 'the lamp fell' } },
      ['broken is never reached', 'smash has the unknown state melted'],
    ],
    [
      { press, smash: { from: [], to: 'broken', because: 'the lamp fell' } },
      ['broken is never reached', 'smash has no state to move from'],
    ],
  ] as const)('reports the faults of the moves %j: %j', (moves, message) => {
    expect(faultsOf(machine({ ...light, states: [...light.states], moves } as never))).toEqual(
      message,
    )
  })
})

describe('the database', () => {
  const service = testService({ audited: false })
  const columns = Object.entries(stateColumns).flatMap(([name, entry]) =>
    'column' in entry ? [[name, entry.column] as const] : [],
  )

  it.each(columns)('allows exactly the states of %s in %s', async (name, column) => {
    const states = machines.find((m) => m.name === name)?.states ?? []
    expect(await checkValuesOf(service, column)).toEqual(states.toSorted())
  })
})
