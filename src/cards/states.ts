// The state machine of cards.

import { machine } from '../kernel/states.ts'

export const cardStates = machine({
  name: 'card',
  states: ['INACTIVE', 'ACTIVE', 'FROZEN', 'BLOCKED', 'PARTNER_SUSPENDED', 'EXPIRED', 'PURGED'],
  initial: 'INACTIVE',
  moves: {
    activate: {
      from: ['INACTIVE', 'FROZEN'],
      to: 'ACTIVE',
      because: 'the holder has the card and wants to use it',
    },
    freeze: {
      from: ['ACTIVE'],
      to: 'FROZEN',
      because: 'the holder of the card wants every authorisation declined for a while',
    },
    block: {
      from: ['ACTIVE', 'INACTIVE', 'FROZEN', 'PARTNER_SUSPENDED'],
      to: 'BLOCKED',
      because: 'the card is lost or no longer wanted; it can never be used again',
    },
    suspend: {
      from: ['ACTIVE', 'INACTIVE', 'FROZEN'],
      to: 'PARTNER_SUSPENDED',
      because: 'the operator stops the card, for example after fraud; the customer cannot undo it',
    },
    restoreInactive: {
      from: ['PARTNER_SUSPENDED'],
      to: 'INACTIVE',
      because: 'the operator ended the suspension, before which the card was INACTIVE',
    },
    restoreActive: {
      from: ['PARTNER_SUSPENDED'],
      to: 'ACTIVE',
      because: 'the operator ended the suspension, before which the card was ACTIVE',
    },
    restoreFrozen: {
      from: ['PARTNER_SUSPENDED'],
      to: 'FROZEN',
      because: 'the operator ended the suspension, before which the card was FROZEN',
    },
    expire: {
      from: ['INACTIVE', 'ACTIVE', 'FROZEN', 'PARTNER_SUSPENDED'],
      to: 'EXPIRED',
      because: 'the month of its expiry date has ended',
    },
    purge: {
      from: ['EXPIRED', 'BLOCKED'],
      to: 'PURGED',
      because: 'nothing refers to the card number any more, so the encrypted data is deleted',
    },
  },
})

export type CardStatus = (typeof cardStates.states)[number]
export type CardMove = keyof typeof cardStates.moves

/** The statuses from which a card can be suspended, and to which a suspended card returns. */
export type SuspendableStatus = 'INACTIVE' | 'ACTIVE' | 'FROZEN'
