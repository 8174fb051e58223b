import type { Transfer } from '@godwit/sdk'

/**
 * Returns a text that states when a transfer with rate 0 and target amount 0 gets both; undefined when the transfer has them.
 * Both are 0 in an unpaid transfer whose rate lock has ended, and in a paid transfer that an issue held up.
 */
export function whenPriced({
  status,
  rate,
}: Pick<Transfer, 'status' | 'rate'>): string | undefined {
  if (rate !== 0) return undefined
  return status === 'incoming_payment_waiting'
    ? 'Set when the transfer is paid'
    : 'Set when the money is converted'
}
