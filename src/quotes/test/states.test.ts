import { describe, expect, it } from 'vitest'
import { isFinal, movesOf, next } from '../../kernel/states.ts'
import { quoteStates } from '../states.ts'

describe('the states of a quote', () => {
  const nextStates: Record<string, Record<string, string | undefined>> = {
    PENDING: { accept: 'ACCEPTED', fund: undefined, convert: 'FUNDED' },
    ACCEPTED: { accept: undefined, fund: 'FUNDED', convert: undefined },
    FUNDED: { accept: undefined, fund: undefined, convert: undefined },
  }

  for (const state of quoteStates.states)
    for (const [move] of movesOf(quoteStates))
      it(`${state} x ${move}: ${nextStates[state]?.[move] ?? 'refused'}`, () => {
        expect(next(quoteStates, state, move)).toBe(nextStates[state]?.[move])
      })

  it('have one final state, FUNDED', () => {
    expect(quoteStates.states.filter((state) => isFinal(quoteStates, state))).toEqual(['FUNDED'])
  })

  it('have a reason for each move', () => {
    for (const [, { because }] of movesOf(quoteStates)) expect(because).not.toBe('')
  })
})
