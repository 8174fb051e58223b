// Every refusal of this module.

import { cursorInvalid } from '../kernel/cursor-pages.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { INBOXES_MAX, REQUESTS_KEPT_MAX } from './model.ts'

export const InboxNotFound: ErrorKind = {
  code: 'inbox.not-found',
  status: 404,
  message: 'There is no inbox with this id. List your inboxes to get their ids.',
  path: 'inboxId',
}

export const ReceivedRequestNotFound: ErrorKind = {
  code: 'inbox.request.not-found',
  status: 404,
  message: `You have no inbox with this id, or the inbox has no request with this number. List the requests of the inbox: it keeps the newest ${REQUESTS_KEPT_MAX}.`,
  path: 'number',
}

export const TooManyInboxes: ErrorKind = {
  code: 'inbox.too-many',
  status: 422,
  message: `You have ${INBOXES_MAX} inboxes already. Delete one first.`,
}

export const InboxCursorInvalid = cursorInvalid('inbox.cursor.invalid')
