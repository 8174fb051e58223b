import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { breachStates } from '../states.ts'

it('an open breach of a hold limit can only be closed, and a closed breach stays closed', () => {
  expect(movesByState(breachStates)).toEqual({ OPEN: { close: 'CLOSED' }, CLOSED: {} })
})
