// The exports of inboxes that other modules may use.

export { InboxNotFound } from './errors.ts'
export { receiveRequest } from './receive-request.ts'
export { INBOX_PATH } from './schemas.ts'
export { isInbox } from './store.ts'
