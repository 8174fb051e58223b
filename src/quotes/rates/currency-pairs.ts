// Lists every pair of currencies that money can be sent between, with its limits at the current rates. Limits that are
// set in the target currency are shown in the source currency: the smallest amount with the fee, so that a quote of that
// amount is accepted, and the largest without the fee.

import type { Static } from 'typebox'
import {
  crossRate,
  limitsOf,
  optionFromTarget,
  sourceCurrencies,
  targetCurrencies,
} from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import {
  type Currency,
  largerMinor,
  MINOR_MAX,
  scaleOf,
  smallerMinor,
  toWire,
} from '../../kernel/money.ts'
import { type ReadyReply, readyReply } from '../../kernel/ready-reply.ts'
import type { RateTable } from './rate-table.ts'
import { currentRates } from './rates.ts'
import type { CurrencyPairs } from './schemas.ts'

type Pairs = Static<typeof CurrencyPairs>
type Source = Pairs['sourceCurrencies'][number]

/** Returns some 24,000 pairs as a reply that is created once for each rate table (D116). */
export async function currencyPairs(db: Reader, now: Temporal.Instant): Promise<ReadyReply> {
  const rates = await currentRates(db, now)
  return rates.derived('currency-pairs', () => listPairs(rates))
}

function listPairs(rates: RateTable): Promise<ReadyReply> {
  const total = sourceCurrencies.length * targetCurrencies.length
  return readyReply(sourceCurrencies, (source, index) => {
    const begin = index === 0 ? `{"total":${total},"sourceCurrencies":[` : ','
    const end = index === sourceCurrencies.length - 1 ? ']}' : ''
    return `${begin}${JSON.stringify(showSource(source, rates))}${end}`
  })
}

/** One entry of the list: a source currency with all its targets. */
function showSource(source: Currency, rates: RateTable): Source {
  const limits = targetCurrencies.map((target) => limitsInSource(source, target, rates))
  const greatestMinor = limits.reduce((soFar, { maxMinor }) => largerMinor(soFar, maxMinor), 0n)
  return {
    currencyCode: source,
    maxInvoiceAmount: toWire({ minor: smallerMinor(greatestMinor, MINOR_MAX), currency: source }),
    targetCurrencies: limits.map(({ target, minMinor }) => ({
      currencyCode: target,
      minInvoiceAmount: toWire({ minor: minMinor, currency: source }),
      fixedTargetPaymentAllowed: true,
    })),
  }
}

/** The limits of a pair in minor units of the source currency. The minimum contains the fee of a transfer from bank to bank. */
function limitsInSource(source: Currency, target: Currency, rates: RateTable) {
  const { minTargetMinor, maxTargetMinor, minSourceMinor = 0n } = limitsOf(source, target)
  // Not `rates.cross`, which would keep 24,000 rates in memory.
  const rate = crossRate(source, target, rates.perUsd)
  const maxMinor = smallestSourceWorth(maxTargetMinor, target, source, rate)
  const methods = { payIn: 'BANK_TRANSFER', payOut: 'BANK_TRANSFER' } as const
  const option = optionFromTarget({ source, target, rate, ...methods }, minTargetMinor)
  const minMinor = 'refused' in option ? maxMinor : option.sourceAmountMinor
  return { target, maxMinor, minMinor: largerMinor(minMinor, minSourceMinor) }
}

/** The smallest `source` amount that is worth at least `minor` of `target`, both in minor units. */
function smallestSourceWorth(
  minor: bigint,
  target: Currency,
  source: Currency,
  rate: Decimal,
): bigint {
  const exponent = scaleOf(source) + rate.scale - scaleOf(target)
  const [up, down] = exponent >= 0 ? [10n ** BigInt(exponent), 1n] : [1n, 10n ** BigInt(-exponent)]
  const divisor = rate.digits * down
  return (minor * up + divisor - 1n) / divisor
}
