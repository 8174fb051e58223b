import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { quoteStates } from '../states.ts'

it('a quote can make exactly these moves from each status', () => {
  expect(movesByState(quoteStates)).toEqual({
    PENDING: { accept: 'ACCEPTED', convert: 'FUNDED' },
    ACCEPTED: { fund: 'FUNDED' },
    FUNDED: {},
  })
})
