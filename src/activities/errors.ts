// Every refusal of this module.

import type { ErrorKind } from '../kernel/refusal.ts'

export const CursorInvalid: ErrorKind = {
  code: 'activities.cursor.invalid',
  status: 400,
  message: 'Send the cursor of the previous page. Leave nextCursor out for the first page.',
  path: 'nextCursor',
}

export const MomentInvalid: ErrorKind = {
  code: 'activities.moment.invalid',
  status: 400,
  message: 'Send a time in RFC 3339, such as 2026-11-20T10:00:00Z.',
}
