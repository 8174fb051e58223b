import { describe, expect, it } from 'vitest'
import type { Id } from '../../kernel/ids.ts'
import { type Asked, orderOf } from '../model.ts'

const quoteId = '3cf3dd96-903e-473a-9bb4-a5cf93450793'
const amount = { value: '1', currency: 'GBP' }
const from = { sourceBalanceId: 1 as Id<'balance'> }
const to = { targetBalanceId: 2 as Id<'balance'> }
const pair = { sourceId: 1, targetId: 2 }

describe('orderOf', () => {
  const good: [asked: Asked, order: object, because: string][] = [
    [{ quoteId }, { by: 'quote', quoteId, pair: undefined }, 'the STANDARD balances are meant'],
    [{ quoteId, ...from, ...to }, { by: 'quote', quoteId, pair }, 'a jar may be exchanged from'],
    [{ amount, ...from, ...to }, { by: 'amount', ...amount, pair }, 'a jar is filled or emptied'],
  ]
  it.each(good)('takes %o as %o: %s', (asked, order) => expect(orderOf(asked)).toEqual(order))

  const noAmount = 'movement.amount-or-quote'
  const noSource = 'movement.both-balances at sourceBalanceId'
  const noTarget = 'movement.both-balances at targetBalanceId'
  const bad: [asked: Asked, says: string, because: string][] = [
    [{}, noAmount, 'nothing is asked for'],
    [{ ...from, ...to }, noAmount, 'balances alone say not how much'],
    [{ amount, quoteId, ...from, ...to }, noAmount, 'the two might say different amounts'],
    [{ amount }, `${noSource}, ${noTarget}`, 'an amount alone says not where'],
    [{ amount, ...from }, noTarget, 'each balance needs the other'],
    [{ quoteId, ...to }, noSource, 'each balance needs the other, with a quote too'],
    [from, `${noAmount}, ${noTarget}`, 'all faults are said at once'],
    [
      { amount, ...from, targetBalanceId: from.sourceBalanceId },
      'movement.same-balance',
      'money that stays does not move',
    ],
  ]
  it.each(bad)('refuses %o: %s, %s', (asked, says) => expect(() => orderOf(asked)).toThrow(says))
})
