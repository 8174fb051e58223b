import { describe, expect, it } from 'vitest'
import { isFinal, movesOf, next } from '../../kernel/states.ts'
import { accountDetailsOrderStates, incomingPaymentStates } from '../states.ts'

describe('an order of account details', () => {
  it('starts with PENDING_USER and ends with DONE', () => {
    expect(accountDetailsOrderStates.initial).toBe('PENDING_USER')
    const { states } = accountDetailsOrderStates
    expect(states.filter((state) => isFinal(accountDetailsOrderStates, state))).toEqual(['DONE'])
  })

  it.each([
    ['PENDING_USER', 'review issue fulfil'],
    ['PENDING_TW', 'sendBack issue fulfil'],
    ['REQUIREMENTS_FULFILLED', 'issue'],
    ['DONE', ''],
  ] as const)('%s has the moves: %s', (state, moves) => {
    const possible = movesOf(accountDetailsOrderStates)
      .map(([move]) => move)
      .filter((move) => next(accountDetailsOrderStates, state, move) !== undefined)
    expect(possible.sort()).toEqual(moves.split(' ').filter(Boolean).sort())
  })
})

describe('an incoming payment', () => {
  it('is processed, completed, refunded, in this order only', () => {
    expect(incomingPaymentStates.initial).toBe('PROCESSING')
    expect(next(incomingPaymentStates, 'PROCESSING', 'complete')).toBe('COMPLETED')
    expect(next(incomingPaymentStates, 'COMPLETED', 'refund')).toBe('REFUNDED')
    expect(next(incomingPaymentStates, 'PROCESSING', 'refund')).toBeUndefined()
    expect(next(incomingPaymentStates, 'COMPLETED', 'complete')).toBeUndefined()
    expect(isFinal(incomingPaymentStates, 'REFUNDED')).toBe(true)
  })
})
