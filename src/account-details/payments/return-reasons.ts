// The reasons for returning an incoming payment (B 4.8). The console imports this file, so this file imports nothing.

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
