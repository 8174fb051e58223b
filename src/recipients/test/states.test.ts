import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { recipientStates } from '../states.ts'

it('a recipient is active until it is deactivated', () => {
  expect(recipientStates.initial).toBe('active')
  expect(movesByState(recipientStates)).toEqual({
    active: { deactivate: 'inactive' },
    inactive: {},
  })
})
