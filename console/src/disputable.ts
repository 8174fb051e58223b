import type { CardTransaction } from '@godwit/sdk'

/** Whether a transaction can be disputed: a payment that is neither declined nor cancelled, and no refund (D82). */
export function isDisputable({ type, state }: CardTransaction): boolean {
  return type !== 'REFUND' && (state === 'IN_PROGRESS' || state === 'COMPLETED')
}
