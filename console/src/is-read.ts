import { isError } from './reply-status.ts'

type AnsweredRequest = { readonly onlyReads: boolean; readonly status: number }

/** Whether a request only read data and got no error. Lists hide these requests at first: the console sends most of them. */
export function isRead({ onlyReads, status }: AnsweredRequest): boolean {
  return onlyReads && !isError(status)
}
