import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { cardStates } from '../states.ts'

it('D60: a BLOCKED or EXPIRED card can only be purged, and a suspended card is restored, blocked or expires', () => {
  expect(movesByState(cardStates)).toEqual({
    INACTIVE: {
      activate: 'ACTIVE',
      block: 'BLOCKED',
      suspend: 'PARTNER_SUSPENDED',
      expire: 'EXPIRED',
    },
    ACTIVE: {
      freeze: 'FROZEN',
      block: 'BLOCKED',
      suspend: 'PARTNER_SUSPENDED',
      expire: 'EXPIRED',
    },
    FROZEN: {
      activate: 'ACTIVE',
      block: 'BLOCKED',
      suspend: 'PARTNER_SUSPENDED',
      expire: 'EXPIRED',
    },
    BLOCKED: { purge: 'PURGED' },
    PARTNER_SUSPENDED: {
      block: 'BLOCKED',
      restoreInactive: 'INACTIVE',
      restoreActive: 'ACTIVE',
      restoreFrozen: 'FROZEN',
      expire: 'EXPIRED',
    },
    EXPIRED: { purge: 'PURGED' },
    PURGED: {},
  })
})

it('D60: the states of a card start with INACTIVE', () => {
  expect(cardStates.initial).toBe('INACTIVE')
})
