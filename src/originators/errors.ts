import type { ErrorKind } from '../kernel/refusal.ts'

// What of an originator may be wrong; path and message come with each fault.
export const OriginatorInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'The value cannot be that of an originator.',
}
