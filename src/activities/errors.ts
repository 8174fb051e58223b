// Every refusal of this module.

import { cursorInvalid } from '../kernel/cursor-pages.ts'
import type { ErrorKind } from '../kernel/refusal.ts'

export const CursorInvalid = cursorInvalid('activities.cursor.invalid')

export const MomentInvalid: ErrorKind = {
  code: 'activities.moment.invalid',
  status: 400,
  // The years that `readInstant` accepts.
  message: 'Send a time in RFC 3339, such as 2026-11-20T10:00:00Z, in the years 1 to 9998.',
}
