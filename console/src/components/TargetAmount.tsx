import type { Transfer } from '@godwit/sdk'
import { whenPriced } from '../money/when-priced.ts'
import { Amount } from './Amount.tsx'

/** The amount that the recipient gets, or a text that states when the service sets this amount. */
export function TargetAmount({ transfer }: { readonly transfer: Transfer }) {
  const { targetValue, targetCurrency } = transfer
  return whenPriced(transfer) ?? <Amount currency={targetCurrency} value={targetValue} />
}
