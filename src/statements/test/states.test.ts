import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { breachStates } from '../states.ts'

it('a breach of a hold limit starts OPEN, an open breach can only be closed, and a closed breach stays closed', () => {
  expect(breachStates.initial).toBe('OPEN')
  expect(movesByState(breachStates)).toEqual({ OPEN: { close: 'CLOSED' }, CLOSED: {} })
})
