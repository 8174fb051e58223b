// What other modules may use of the log of requests.

export {
  type AnsweredRequest,
  BODY_KEPT_BYTES_MAX,
  isLogged,
  type LoggedFile,
  logRows,
} from './log/log-row.ts'
export { insertRequests } from './log/store.ts'
