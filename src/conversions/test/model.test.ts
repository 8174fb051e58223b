import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { SameBalance } from '../errors.ts'
import { type MovementRequest, orderOf } from '../model.ts'

const quoteId = '3cf3dd96-903e-473a-9bb4-a5cf93450793'
const amount = { value: '1', currency: 'GBP' }
const from = { sourceBalanceId: 1 as Id<'balance'> }
const to = { targetBalanceId: 2 as Id<'balance'> }
const pair = { sourceId: 1, targetId: 2 }

describe('orderOf', () => {
  const good: [request: MovementRequest, order: object, because: string][] = [
    [
      { quoteId },
      { by: 'quote', quoteId, pair: undefined },
      'a quote alone means the STANDARD balances',
    ],
    [
      { quoteId, ...from, ...to },
      { by: 'quote', quoteId, pair },
      'the pair may contain a savings jar',
    ],
    [
      { amount, ...from, ...to },
      { by: 'amount', ...amount, pair },
      'money moves to or from a savings jar',
    ],
  ]
  it.each(good)('reads %j as %j, because %s', (request, order) =>
    expect(orderOf(request)).toEqual(order),
  )

  const noAmount = 'movement.amount-or-quote'
  const noSource = 'movement.both-balances at sourceBalanceId'
  const noTarget = 'movement.both-balances at targetBalanceId'
  const bad: [request: MovementRequest, error: string, because: string][] = [
    [{}, noAmount, 'the request is empty'],
    [{ ...from, ...to }, noAmount, 'two balances do not state an amount'],
    [{ amount, quoteId, ...from, ...to }, noAmount, 'amount and quote may contradict each other'],
    [{ amount }, `${noSource}, ${noTarget}`, 'an amount needs both balances'],
    [{ amount, ...from }, noTarget, 'each balance needs the other'],
    [{ quoteId, ...to }, noSource, 'each balance needs the other, also with a quote'],
    [from, `${noAmount}, ${noTarget}`, 'all faults are reported together'],
    [
      { amount, ...from, targetBalanceId: from.sourceBalanceId },
      'movement.same-balance',
      'source and target must differ',
    ],
  ]
  it.each(bad)('refuses %j with %s because %s', (request, message) =>
    expect(() => orderOf(request)).toThrow(expect.objectContaining({ message })),
  )

  it('names the balance that is both source and target', () => {
    const request = { amount, ...from, targetBalanceId: from.sourceBalanceId }
    expect(() => orderOf(request)).toThrow(
      expect.objectContaining({ faults: [{ kind: SameBalance, arguments: [1] }] }),
    )
  })
})
