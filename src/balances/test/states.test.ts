import { describe, expect, it } from 'vitest'
import { isFinal, next } from '../../kernel/states.ts'
import { balanceStates } from '../states.ts'

describe('the states of a balance', () => {
  it('start with OPEN', () => expect(balanceStates.initial).toBe('OPEN'))
  it('allow close from OPEN only', () => {
    expect(next(balanceStates, 'OPEN', 'close')).toBe('CLOSED')
    expect(next(balanceStates, 'CLOSED', 'close')).toBeUndefined()
  })
  it('end with CLOSED', () => expect(isFinal(balanceStates, 'CLOSED')).toBe(true))
})
