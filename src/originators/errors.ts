// The error of a field of an originator. A fault names the field in its message and its path.

import type { ErrorKind } from '../kernel/refusal.ts'

export const OriginatorInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Send a value that is valid for an originator.',
}
