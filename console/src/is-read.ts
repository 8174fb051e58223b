type AnsweredRequest = { readonly operation: string; readonly status: number }

/** A successful request that has changed nothing. The pages send these all the time. */
export function isRead({ operation, status }: AnsweredRequest): boolean {
  return status < 400 && /^(get|list|preview)[A-Z]/.test(operation)
}
