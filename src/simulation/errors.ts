// The errors of simulations.

import type { ErrorKind } from '../kernel/refusal.ts'
import { YEARS_AHEAD_MAX } from './clock/schemas.ts'

export const ClockBusy: ErrorKind = {
  code: 'clock.busy',
  status: 409,
  message:
    'Another request is moving the clock. Wait for it to finish, then send the request again.',
}

export const TokenPermanent: ErrorKind = {
  code: 'token.permanent',
  status: 422,
  message:
    'This operation does not expire personal tokens. Send the access token of an application or of its user.',
}

export const ClockBackwards: ErrorKind = {
  code: 'clock.backwards',
  status: 422,
  message:
    'The clock only moves forward. Send a time that is not before the current time of the clock.',
  path: 'to',
}

export const ClockTooFar: ErrorKind = {
  code: 'clock.too-far',
  status: 422,
  message: `The clock can be at most ${YEARS_AHEAD_MAX} years ahead of the real time. Send an earlier time or fewer seconds.`,
}

export const ClockTimeAmbiguous: ErrorKind = {
  code: 'clock.time.ambiguous',
  status: 422,
  message: 'Send exactly one of seconds and to.',
}

export const UserNotFound: ErrorKind = {
  code: 'user.not-found',
  status: 404,
  message: 'No user has this id. Send the id that the creation of the user returned.',
  path: 'userId',
}
