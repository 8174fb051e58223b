import type { ErrorKind } from '../kernel/refusal.ts'

export const ClockBusy: ErrorKind = {
  code: 'clock.busy',
  status: 409,
  message: 'Another request is moving the clock. Wait for it to finish.',
}

export const TokenPermanent: ErrorKind = {
  code: 'token.permanent',
  status: 422,
  message:
    'A personal token does not expire. Send the access token of an application or of its user.',
}

export const ClockBackwards: ErrorKind = {
  code: 'clock.backwards',
  status: 422,
  message: 'The clock only moves forward.',
  path: 'to',
}

export const ClockTooFar: ErrorKind = {
  code: 'clock.too-far',
  status: 422,
  message: 'The clock can be moved by at most 30 years in all.',
}

export const ClockGoalUnclear: ErrorKind = {
  code: 'clock.goal.unclear',
  status: 422,
  message: 'Give either seconds or to.',
}

export const UserNotFound: ErrorKind = {
  code: 'user.not-found',
  status: 404,
  message: 'There is no such user.',
  path: 'userId',
}
