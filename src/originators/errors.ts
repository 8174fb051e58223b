// The error of an originator; each fault has a message and a path of its field.

import type { ErrorKind } from '../kernel/refusal.ts'

export const OriginatorInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'The value is not valid for an originator.',
}
