// The update window and the verification of a profile.

import { machine } from '../kernel/states.ts'

/** B 3: while the window of a verified profile is closed, `checkChangeable` refuses changes. */
export const updateWindowStates = machine({
  name: 'profile-update-window',
  states: ['CLOSED', 'OPEN'],
  initial: 'CLOSED',
  moves: {
    open: {
      from: ['CLOSED', 'OPEN'],
      to: 'OPEN',
      because: 'opening has no condition (B 3), so an open window stays open',
    },
    close: {
      from: ['CLOSED', 'OPEN'],
      to: 'CLOSED',
      because: 'closing has no condition (B 3), so a closed window stays closed',
    },
  },
})

export type UpdateWindow = (typeof updateWindowStates.states)[number]

/** Facts 2.3: the states of the event profiles#verification-state-change. */
export const verificationStates = machine({
  name: 'profile-verification',
  states: ['not_verified', 'verified'],
  initial: 'not_verified',
  moves: {
    verify: {
      from: ['not_verified'],
      to: 'verified',
      because:
        'a profile that a partner verified stays verified, without an event, when the service verifies it too',
    },
    withdraw: {
      from: ['verified'],
      to: 'not_verified',
      because: 'a partner may take back the verification that it gave (B 4.1)',
    },
  },
})
