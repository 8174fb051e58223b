import type { Draft } from './draft.ts'

/** The steps, each at a separate address, so that the back button leads to the step before. */
export const steps = [
  { name: 'amount', path: '/send-money', title: 'Amount' },
  { name: 'recipient', path: '/send-money/recipient', title: 'Recipient' },
  { name: 'details', path: '/send-money/details', title: 'Details' },
  { name: 'pay', path: '/send-money/pay', title: 'Pay' },
] as const

export type StepName = (typeof steps)[number]['name']

/** Whether the draft has the values that a step needs. */
export function canOpen(name: StepName, { quoteId, recipientId, transferId }: Draft): boolean {
  if (name === 'recipient') return quoteId !== undefined
  if (name === 'details') return quoteId !== undefined && recipientId !== undefined
  return name === 'amount' || transferId !== undefined
}
