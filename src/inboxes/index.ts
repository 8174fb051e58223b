// What other modules may use of inboxes.

export { InboxNotFound } from './errors.ts'
export { receiveRequest } from './receive-request.ts'
export { INBOX_PATH } from './schemas.ts'
export { isInbox } from './store.ts'
