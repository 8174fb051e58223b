// Every pair of currencies that money can be sent between, with its limits at the rates of now. What
// is fixed in a target currency is told in the source currency, the fee included: a quote over the
// least amount of a pair is not refused for it.

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
import { type Currency, MINOR_MAX, scaleOf, toWire } from '../../kernel/money.ts'
import { type ReadyReply, readyReply } from '../../kernel/ready-reply.ts'
import type { CurrencyPairs } from '../schemas.ts'
import { type RateBook, ratesNow } from './rates.ts'

type Pairs = Static<typeof CurrencyPairs>
type Source = Pairs['sourceCurrencies'][number]

/** Some 24,000 prices, so they are made once for each table of rates (D116). */
export async function currencyPairs(db: Reader, now: Temporal.Instant): Promise<ReadyReply> {
  const book = await ratesNow(db, now)
  return book.once('currency-pairs', () => pairsAt(book))
}

function pairsAt(book: RateBook): Promise<ReadyReply> {
  const total = sourceCurrencies.length * targetCurrencies.length
  return readyReply(sourceCurrencies, (source, index) => {
    const begin = index === 0 ? `{"total":${total},"sourceCurrencies":[` : ','
    const end = index === sourceCurrencies.length - 1 ? ']}' : ''
    return `${begin}${JSON.stringify(targetsOf(source, book))}${end}`
  })
}

function targetsOf(source: Currency, book: RateBook): Source {
  let mostMinor = 0n
  const targets = targetCurrencies.map((target) => {
    const { minTargetMinor, maxTargetMinor, minSourceMinor = 0n } = limitsOf(source, target)
    // Not by `book.cross`, which would keep each of them.
    const rate = crossRate(source, target, book.perUsd)
    const most = worthOf(maxTargetMinor, target, source, rate)
    if (most > mostMinor) mostMinor = most
    const usual = { source, target, rate, payIn: 'BANK_TRANSFER', payOut: 'BANK_TRANSFER' } as const
    const option = optionFromTarget(usual, minTargetMinor)
    const least = 'refused' in option ? most : option.sourceAmountMinor
    return {
      currencyCode: target,
      minInvoiceAmount: toWire({ minor: larger(least, minSourceMinor), currency: source }),
      fixedTargetPaymentAllowed: true,
    }
  })
  const shownMinor = mostMinor > MINOR_MAX ? MINOR_MAX : mostMinor
  return {
    currencyCode: source,
    maxInvoiceAmount: toWire({ minor: shownMinor, currency: source }),
    targetCurrencies: targets,
  }
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/** The least amount of `source` that is worth so much of `target`, in minor units. */
function worthOf(minor: bigint, target: Currency, source: Currency, rate: Decimal): bigint {
  const scales = scaleOf(source) + rate.scale - scaleOf(target)
  const [up, down] = scales >= 0 ? [10n ** BigInt(scales), 1n] : [1n, 10n ** BigInt(-scales)]
  const divisor = rate.digits * down
  return (minor * up + divisor - 1n) / divisor
}
