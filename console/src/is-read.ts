type AnsweredRequest = { readonly operation: string; readonly status: number }

/** Whether a request was successful and changed nothing, as those that the pages send all the time. */
export function isRead({ operation, status }: AnsweredRequest): boolean {
  return status < 400 && /^(get|list|preview)[A-Z]/.test(operation)
}
