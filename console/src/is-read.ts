// Which operations and requests only read. The pages repeat most of them.

import { isError } from './reply-status.ts'

type AnsweredRequest = { readonly operation: string; readonly status: number }

const READ = /^(?:check|get|list|preview|refresh|show|stream|validate)[A-Z]/

/**
 * The operations whose names suggest the opposite, and whether they only read. `getCardDetails` and `getCardPin` write,
 * because the service counts and records each view of card secrets.
 */
const EXCEPTIONS: ReadonlyMap<string, boolean> = new Map([
  ['createExampleQuote', true],
  ['openApprovalPage', true],
  ['openDisputeStep', true],
  ['openNextDisputeStep', true],
  ['getCardDetails', false],
  ['getCardPin', false],
])

/** Whether an operation only reads. */
export function isReadOperation(operation: string): boolean {
  return EXCEPTIONS.get(operation) ?? READ.test(operation)
}

/** Whether a request was successful and changed nothing. */
export function isRead({ operation, status }: AnsweredRequest): boolean {
  return !isError(status) && isReadOperation(operation)
}
