// The reasons of a return (B 4.8). The console imports this file, so it imports nothing.

export const returnReasons = [
  'INCORRECT_ACCOUNT_NUMBER',
  'CLOSED_ACCOUNT',
  'BLOCKED_ACCOUNT',
  'CANCELLATION_REQUEST',
  'REGULATORY',
  'CUSTOMER_REQUEST',
] as const
export type ReturnReason = (typeof returnReasons)[number]

export function isReturnReason(text: string): text is ReturnReason {
  return returnReasons.some((reason) => reason === text)
}
