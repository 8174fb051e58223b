import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { breachStates } from '../states.ts'

it('a breach of a hold limit can make exactly these moves from each state', () => {
  expect(movesByState(breachStates)).toEqual({ OPEN: { close: 'CLOSED' }, CLOSED: {} })
})
