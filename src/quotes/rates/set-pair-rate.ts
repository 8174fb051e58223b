// Sets the rate between two currencies in the sandbox (D94). Rates are stored against the US dollar, so
// the inverse and the rates with other currencies follow.

import { isCurrency } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { type Decimal, decimal, parseDecimal, quotient } from '../../kernel/decimal.ts'
import type { Currency } from '../../kernel/money.ts'
import { type Fault, refuse, refuseAll } from '../../kernel/refusal.ts'
import { CurrencyUnknown, RATE_MAX, RATE_MIN, RateOutOfRange, SameCurrencyRate } from '../errors.ts'
import { BASE, type RateTable } from './rate-table.ts'
import { readRates, setRates } from './rates.ts'

/** Twice the digits that a rate shows, so that a rate of at most ten digits is shown exactly as it was set. */
const SIGNIFICANT_DIGITS = 20
const ONE = decimal('1')
const [LEAST_RATE, GREATEST_RATE] = [decimal(RATE_MIN), decimal(RATE_MAX)]

const SOURCE = 'simulation'

type Input = {
  readonly source: string
  readonly target: string
  /** Decimal text: units of target for one unit of source. */
  readonly rate: string
}

/**
 * Sets the rate from `now` on, and returns the rate that replies show. Where neither currency is the US dollar, the rate of
 * the target currency changes.
 */
export async function setPairRate(
  tx: Tx,
  { source, target, rate: text }: Input,
  now: Temporal.Instant,
): Promise<Decimal> {
  refuseAll([...currencyFaults(source, 'source'), ...currencyFaults(target, 'target')])
  if (source === target) refuse(SameCurrencyRate)
  const rate = parseDecimal(text)
  if (rate === undefined || isOutOfRange(rate)) return refuse(RateOutOfRange, { arguments: [text] })
  const rates = await readRates(tx, now)
  const [currency, perUsd] = pointOf(source, target, rate, rates)
  // Without this check a series of requests could make a rate too large for a decimal, and every read would fail.
  if (isOutOfRange(perUsd))
    refuse(RateOutOfRange, { message: perUsdMessage(currency), arguments: [text] })
  await setRates(tx, { currency, perUsd, at: now, source: SOURCE })
  return (await readRates(tx, now)).cross(source, target)
}

function currencyFaults(code: string, path: string): Fault[] {
  return isCurrency(code) ? [] : [{ kind: CurrencyUnknown, path, arguments: [code] }]
}

function pointOf(
  source: Currency,
  target: Currency,
  rate: Decimal,
  rates: RateTable,
): [Currency, Decimal] {
  if (target === BASE) return [source, quotient(ONE, rate, SIGNIFICANT_DIGITS)]
  const { digits, scale } = rates.perUsd(source)
  const product = { digits: digits * rate.digits, scale: scale + rate.scale }
  return [target, quotient(product, ONE, SIGNIFICANT_DIGITS)]
}

function perUsdMessage(currency: Currency): string {
  return `Send a rate that makes one US dollar worth from ${RATE_MIN} to ${RATE_MAX} ${currency}.`
}

function isOutOfRange(rate: Decimal): boolean {
  return isLess(rate, LEAST_RATE) || isLess(GREATEST_RATE, rate)
}

function isLess(a: Decimal, b: Decimal): boolean {
  return a.digits * 10n ** BigInt(b.scale) < b.digits * 10n ** BigInt(a.scale)
}
