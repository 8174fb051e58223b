// The ids of the resources that seed-examples.ts creates. The console imports this file, so it imports nothing.

export const EXAMPLES = {
  /** The UUID of an unused quote and of an open batch group, and the token of a card. */
  uuid: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
  /** The UUID of a quote between two balances. */
  conversionQuote: '0b8f4f0e-1d52-4c1b-9a55-7f6f0d9c1c11',
  /** The UUID of the quote of the unpaid transfer. */
  transferQuote: '0b8f4f0e-1d52-4c1b-9a55-7f6f0d9c1c12',
  /** The UUID of the quote of the transfer in the batch group. */
  memberQuote: '0b8f4f0e-1d52-4c1b-9a55-7f6f0d9c1c13',
} as const
