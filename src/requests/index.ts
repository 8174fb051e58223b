// What other modules may use of the log of requests.

export { readSummary } from './log/batch.ts'
export {
  type AnsweredRequest,
  BODY_KEPT_BYTES_MAX,
  isLogged,
  type LogRow,
  logRows,
} from './log/log-row.ts'
export { insertRequests } from './log/store.ts'
export type { LoggedFile, RequestSummary } from './model.ts'
