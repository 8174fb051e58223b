import { isError } from './reply-status.ts'

type AnsweredRequest = { readonly onlyReads: boolean; readonly status: number }

/** Whether a request was successful and changed nothing. Lists hide such requests at first: the console sends most of them. */
export function isRead({ onlyReads, status }: AnsweredRequest): boolean {
  return onlyReads && !isError(status)
}
