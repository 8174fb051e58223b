import { describe, expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { updateWindowStates, verificationStates } from '../states.ts'

describe('states of a profile', () => {
  it('the update window opens and closes from both states, and starts closed', () => {
    expect(movesByState(updateWindowStates)).toEqual({
      CLOSED: { open: 'OPEN', close: 'CLOSED' },
      OPEN: { open: 'OPEN', close: 'CLOSED' },
    })
    expect(updateWindowStates.initial).toBe('CLOSED')
  })

  it('a profile starts unverified, can be verified, and its verification can be withdrawn', () => {
    expect(movesByState(verificationStates)).toEqual({
      not_verified: { verify: 'verified' },
      verified: { withdraw: 'not_verified' },
    })
    expect(verificationStates.initial).toBe('not_verified')
  })
})
