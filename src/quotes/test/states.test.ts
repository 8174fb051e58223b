import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { quoteStates } from '../states.ts'

it('a quote is accepted or converted only while PENDING, and funded only while ACCEPTED', () => {
  expect(movesByState(quoteStates)).toEqual({
    PENDING: { accept: 'ACCEPTED', convert: 'FUNDED' },
    ACCEPTED: { fund: 'FUNDED' },
    FUNDED: {},
  })
})
