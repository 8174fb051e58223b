import type { CardTransaction } from '@godwit/sdk'

/** Whether a card transaction can be disputed (D82). Declined and cancelled transactions and refunds cannot. */
export function isDisputable({ type, state }: CardTransaction): boolean {
  return type !== 'REFUND' && (state === 'IN_PROGRESS' || state === 'COMPLETED')
}
