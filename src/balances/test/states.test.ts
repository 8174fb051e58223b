import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { balanceStates } from '../states.ts'

it('a balance is open until it is closed, and cannot be opened again', () => {
  expect(balanceStates.initial).toBe('OPEN')
  expect(movesByState(balanceStates)).toEqual({ OPEN: { close: 'CLOSED' }, CLOSED: {} })
})
