// The event of the verification of a profile.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { instantOut, oneOf } from '../kernel/wire.ts'
import { ProfileResource } from './schemas.ts'
import { verificationStates } from './states.ts'

export const verificationChanged = eventKind({
  name: 'profiles#verification-state-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'A profile was verified, or lost its verification.',
  payload: Type.Object(
    {
      resource: ProfileResource,
      current_state: oneOf(verificationStates.states, 'The state after the change'),
      occurred_at: instantOut('When the verification changed'),
    },
    { title: 'VerificationStateChange' },
  ),
})
