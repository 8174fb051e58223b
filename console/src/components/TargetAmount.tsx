import type { Transfer } from '@godwit/sdk'
import { whenPriced } from '../money/when-priced.ts'
import { Amount } from './Amount.tsx'

/** The amount that arrives, or when it will be set. */
export function TargetAmount({ transfer }: { readonly transfer: Transfer }) {
  const { targetValue, targetCurrency } = transfer
  return whenPriced(transfer) ?? <Amount currency={targetCurrency} value={targetValue} />
}
