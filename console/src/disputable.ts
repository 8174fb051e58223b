import type { CardTransaction } from '@godwit/sdk'

/** A payment that has cost something; a refund is none (D82). */
export function isDisputable({ type, state }: CardTransaction): boolean {
  return type !== 'REFUND' && (state === 'IN_PROGRESS' || state === 'COMPLETED')
}
