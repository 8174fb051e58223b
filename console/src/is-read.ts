import { isError } from './reply-status.ts'

type AnsweredRequest = { readonly onlyReads: boolean; readonly status: number }

/** Whether a request was successful and changed nothing. The pages repeat most of these requests. */
export function isRead({ onlyReads, status }: AnsweredRequest): boolean {
  return onlyReads && !isError(status)
}
