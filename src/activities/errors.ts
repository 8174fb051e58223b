import type { ErrorKind } from '../kernel/refusal.ts'

export const CursorInvalid: ErrorKind = {
  code: 'activities.cursor.invalid',
  status: 400,
  message: 'This cursor was not given by a page of activities.',
  path: 'nextCursor',
}
export const MomentInvalid: ErrorKind = {
  code: 'activities.moment.invalid',
  status: 400,
  message: 'Write the moment as RFC 3339 says: 2026-11-20T10:00:00Z.',
}
