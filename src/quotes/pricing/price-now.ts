// The price of money that is booked without a rate lock or after its end (D12a).

import { repricedTargetMinor } from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { MINOR_MAX } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { AmountNotPayable } from '../errors.ts'
import type { PricedOption, QuoteRow } from '../model.ts'
import { midMarketRate } from '../rates/rates.ts'

/**
 * Prices an option at the current rate. Source amount and fee stay; the target amount is rounded down (D110). Refuses with
 * AmountNotPayable when the recipient would get nothing, or more than can be sent.
 */
export async function priceNow(
  db: Reader,
  {
    sourceCurrency,
    targetCurrency,
    sourceMinor,
    feeMinor,
  }: Pick<QuoteRow, 'sourceCurrency' | 'targetCurrency'> &
    Pick<PricedOption, 'sourceMinor' | 'feeMinor'>,
  now: Temporal.Instant,
): Promise<{ readonly rate: Decimal; readonly targetMinor: bigint }> {
  const rate = await midMarketRate(db, sourceCurrency, targetCurrency, now)
  const exchange = { source: sourceCurrency, target: targetCurrency, rate }
  const targetMinor = repricedTargetMinor(exchange, sourceMinor - feeMinor)
  if (targetMinor <= 0n || targetMinor > MINOR_MAX) refuse(AmountNotPayable)
  return { rate, targetMinor }
}
