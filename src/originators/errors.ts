// The error of an originator. Each fault has a message and the path of its field.

import type { ErrorKind } from '../kernel/refusal.ts'

export const OriginatorInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Send a value that is valid for an originator.',
}
