import { describe, expect, it } from 'vitest'
import { isFinal, next } from '../../kernel/states.ts'
import { balanceStates } from '../states.ts'

describe('the states of a balance', () => {
  it('is open from the start', () => expect(balanceStates.initial).toBe('OPEN'))
  it('closes once', () => {
    expect(next(balanceStates, 'OPEN', 'close')).toBe('CLOSED')
    expect(next(balanceStates, 'CLOSED', 'close')).toBeUndefined()
  })
  it('never opens again', () => expect(isFinal(balanceStates, 'CLOSED')).toBe(true))
})
