// The moves that the page of a transfer offers: only those that are possible for this transfer.

import { expect, it } from 'vitest'
import { actionsOf, leadOf, movesOfTransfer, type Situation } from '../src/pages/transfers/moves.ts'

const TRANSFER_ID = 1
const PROFILE_ID = 2
/** The tests run no action, so the actions need no client. */
const actions = actionsOf({} as never, TRANSFER_ID, PROFILE_ID)
const paid: Situation['summary'] = {
  issues: [],
  payOut: 'BANK_TRANSFER',
  paidBy: 'BALANCE',
  batchGroupId: null,
}
const detailsMissing = {
  type: 'recipient_details_missing',
  state: 'OPENED',
  description: 'The recipient has not given bank details yet.',
} as const
const batchGroupId = '3cf3dd96-903e-473a-9bb4-a5cf93450793'

/** The offered moves, each with the number of its actions. */
const offeredMoves = (situation: Situation) =>
  Object.fromEntries(
    movesOfTransfer(actions, situation).map((offered) => [offered.move, offered.actions.length]),
  )

it.each<[string, Situation, Record<string, number>]>([
  [
    'a transfer that a balance paid is not charged back and is not given up',
    { status: 'funds_converted', summary: paid, timers: [] },
    { send: 1 },
  ],
  [
    'a member of a batch that a direct debit paid may be charged back',
    {
      status: 'processing',
      summary: { ...paid, paidBy: 'DIRECT_DEBIT', batchGroupId },
      timers: [],
    },
    { convert: 1, cancel: 1, chargeBack: 0 },
  ],
  [
    'a transfer whose recipient names no account is not sent, and is given up by its timer',
    {
      status: 'funds_converted',
      summary: { ...paid, issues: [detailsMissing] },
      timers: [{ sweep: 'claims.lapse' }],
    },
    { send: 0, giveUp: 0 },
  ],
  [
    'an unpaid transfer without a pending timer does not lapse',
    { status: 'incoming_payment_waiting', summary: { ...paid, paidBy: null }, timers: [] },
    { fund: 2, cancel: 1 },
  ],
  [
    'an unpaid member of a batch has no action',
    {
      status: 'incoming_payment_waiting',
      summary: { ...paid, paidBy: null, batchGroupId },
      timers: [],
    },
    { fund: 0, cancel: 0, lapse: 0 },
  ],
  [
    'a transfer to a balance does not bounce',
    { status: 'outgoing_payment_sent', summary: { ...paid, payOut: 'BALANCE' }, timers: [] },
    {},
  ],
])('%s', (_, situation, expected) => {
  expect(offeredMoves(situation)).toEqual(expected)
})

it('for an unpaid transfer with a pending lapse timer, only the move lapse advises the user to move the clock', () => {
  const summary = { ...paid, paidBy: null }
  const timers = [{ sweep: 'transfers.lapse' }]
  const moves = movesOfTransfer(actions, { status: 'incoming_payment_waiting', summary, timers })
  expect(moves.map(({ move, explanation }) => [move, /clock/.test(explanation ?? '')])).toEqual([
    ['fund', false],
    ['cancel', false],
    ['lapse', true],
  ])
})

it('the page describes the issue of a transfer; without an issue, and with a pending advance timer, it states that the sandbox makes the next move by itself', () => {
  const held = { ...paid, issues: [detailsMissing] }
  expect(leadOf({ status: 'funds_converted', summary: held, timers: [] })).toBe(
    detailsMissing.description,
  )
  const timers = [{ sweep: 'transfers.advance' }]
  expect(leadOf({ status: 'processing', summary: paid, timers })).toContain('by itself')
})

it('the page of a sent transfer warns that the bank may return the money, unless the recipient got the money on a balance', () => {
  const leadOfSent = (payOut: Situation['summary']['payOut']) =>
    leadOf({ status: 'outgoing_payment_sent', summary: { ...paid, payOut }, timers: [] })
  const sent = 'The money was sent, and the transfer needs nothing more.'
  expect(leadOfSent('BANK_TRANSFER')).toBe(`${sent} The bank may still return the money.`)
  expect(leadOfSent('BALANCE')).toBe(sent)
})
