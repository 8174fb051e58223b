// The state machine of recipients.

import { machine } from '../kernel/states.ts'

/** Stored in the column `active`. */
export const recipientStates = machine({
  name: 'recipient',
  states: ['active', 'inactive'],
  initial: 'active',
  moves: {
    deactivate: {
      from: ['active'],
      to: 'inactive',
      because:
        'deactivation is permanent; the same details can be added as a new recipient (A 3.3)',
    },
  },
})
