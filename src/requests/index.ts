// The exports of the log of requests that other modules may use.

export { requestEndpoints } from './api.ts'
export {
  type AnsweredRequest,
  isLogged,
  LOGGED_REPLY_HEADERS,
  type LoggedEndpoint,
} from './log/answered-request.ts'
export { type BatchColumns, newBatch, readSummaries, type StoredBatch } from './log/batch.ts'
export { type LogRow, logRows } from './log/log-row.ts'
export { insertBatch } from './log/store.ts'
export type { LoggedError, LoggedFile, MessageOf, RequestSummary } from './model.ts'
