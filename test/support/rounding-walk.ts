// Random conversions through every price function of the service, in memory, to show that rounding never pays
// the customer (D110). Money of partners and merchants counts as the customer's, because one person may be customer,
// partner and merchant. No conversion may leave the customer with more money at mid-market rates. A transfer that is
// cancelled or refunded returns exactly the amount that was paid, so no sequence of conversions, cancellations and
// refunds of transfers leaves the customer with more money either. A card payment is compared after its refunds.

import {
  findRoute,
  midMarket,
  optionFromSource,
  optionFromTarget,
  type PayIn,
  type PayOut,
  repricedTargetMinor,
  sourceCurrencies,
  targetCurrencies,
} from '../../src/corridors/index.ts'
import { type Decimal, decimal, decimalText } from '../../src/kernel/decimal.ts'
import type { Id } from '../../src/kernel/ids.ts'
import { type Currency, scaleOf } from '../../src/kernel/money.ts'
import { deskAt } from '../../src/quotes/pricing/desk.ts'
import { type RateTable, rateTable } from '../../src/quotes/rates/rate-table.ts'
import { payByCard } from './rounding-cards.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

const STEPS_PER_RATE_TABLE = 500
const SMALL_AMOUNT_MINOR_MAX = 200
const LARGE_AMOUNT_DIGITS_MAX = 13
/** Partner fees as fractions of the source amount. */
const PARTNER_PRICES = ['0', '0.000001', '0.005', '0.0123', '0.5'].map(decimal)
const APPLICATION = 1 as Id<'application'>

/** The converted amounts, in minor units. */
export type Exchange = {
  readonly kind: string
  readonly source: Currency
  readonly target: Currency
  readonly sourceMinor: bigint
  /** The partner's share of the fee. */
  readonly partnerMinor: bigint
  readonly targetMinor: bigint
}

export type Order = {
  readonly source: Currency
  readonly target: Currency
  readonly rate: Decimal
  /** The partner's fee as a fraction of the source amount. */
  readonly partner: Decimal
  readonly amountMinor: bigint
  /** Whether `amountMinor` is the target amount. */
  readonly fixesTarget: boolean
}

type RoundingReport = {
  readonly exchanges: number
  /** Steps without a conversion, for example because the fee exceeds the amount. */
  readonly refused: number
  /** One message for each conversion that paid the customer. */
  readonly findings: readonly string[]
}

type Walk = { readonly seed: number; readonly steps: number }

const exchangeKinds = [convert, coverShortfall, transfer, transferLate, payByCard]

export function walkExchanges({ seed, steps }: Walk): RoundingReport {
  const random = seededRandom(seed)
  const findings: string[] = []
  let exchanges = 0
  let rates = ratesOf(random)
  for (let step = 1; step <= steps; step += 1) {
    if (step % STEPS_PER_RATE_TABLE === 0) rates = ratesOf(random)
    const exchange = random.pick(exchangeKinds)(random, orderOf(random, rates), rates)
    if (exchange === undefined) continue
    exchanges += 1
    if (paysCustomer(exchange, rates)) findings.push(findingOf(exchange, rates))
  }
  return { exchanges, refused: steps - exchanges, findings }
}

/** The catalogue's rate for US dollars and a third of the other currencies, and a random rate for the rest. */
function ratesOf(random: SeededRandom): RateTable {
  const points = Object.entries(midMarket.perUsd).map(([currency, text]): [Currency, Decimal] => [
    currency,
    currency === 'USD' || random.oneIn(3) ? decimal(text) : rateOf(random),
  ])
  return rateTable(new Map(points))
}

/** Rates with few digits are as frequent as rates with many, because only round rates produce exact halves. */
function rateOf(random: SeededRandom): Decimal {
  const digits = 1n + BigInt(random.whole(10 ** (1 + random.whole(8))))
  return { digits, scale: random.whole(6) }
}

function orderOf(random: SeededRandom, rates: RateTable): Order {
  const source = random.pick(sourceCurrencies)
  const target = random.pick(targetCurrencies)
  const amountMax = random.oneIn(2)
    ? SMALL_AMOUNT_MINOR_MAX
    : 10 ** (1 + random.whole(LARGE_AMOUNT_DIGITS_MAX))
  return {
    source,
    target,
    rate: rates.cross(source, target),
    partner: random.pick(PARTNER_PRICES),
    amountMinor: 1n + BigInt(random.whole(amountMax)),
    fixesTarget: random.oneIn(2),
  }
}

function convert(_: SeededRandom, order: Order): Exchange | undefined {
  const priced = optionOf(order, 'BALANCE', 'BALANCE')
  return priced && { kind: 'conversion', ...priced }
}

/** The missing amount of a batch group is bought from another balance, or that whole balance is sold. */
function coverShortfall(_: SeededRandom, order: Order, rates: RateTable): Exchange | undefined {
  const { source, target, partner, amountMinor: minor, fixesTarget } = order
  const desk = deskAt(rates, { applicationId: APPLICATION, price: partner })
  const offer = fixesTarget
    ? desk.buy({ minor, currency: target }, source)
    : desk.sell({ minor, currency: source }, target)
  if (offer === undefined) return undefined
  const { terms } = offer
  return {
    kind: 'batch shortfall',
    source,
    target,
    sourceMinor: terms.source.minor,
    partnerMinor: terms.partner?.fee.minor ?? 0n,
    targetMinor: terms.target.minor,
  }
}

function transfer(random: SeededRandom, order: Order): Exchange | undefined {
  const priced = priceTransfer(random, order)
  return priced && { kind: 'transfer', ...priced }
}

/** A transfer that was quoted at another rate. Its money arrives after the rate lock, so it is repriced (D12a). */
function transferLate(random: SeededRandom, order: Order): Exchange | undefined {
  const priced = priceTransfer(random, { ...order, rate: rateOf(random) })
  if (priced === undefined) return undefined
  const targetMinor = repricedTargetMinor(order, priced.sourceMinor - priced.feeMinor)
  return { kind: 'repriced transfer', ...priced, targetMinor }
}

function priceTransfer(random: SeededRandom, order: Order) {
  const route = findRoute(order.source, order.target)
  return route && optionOf(order, random.pick(route.payIns), random.pick(route.payOuts))
}

function optionOf(order: Order, payIn: PayIn, payOut: PayOut) {
  const { source, target, rate, partner, amountMinor, fixesTarget } = order
  const input = { source, target, rate, partner, payIn, payOut }
  const option = (fixesTarget ? optionFromTarget : optionFromSource)(input, amountMinor)
  if ('refused' in option) return undefined
  return {
    source,
    target,
    sourceMinor: option.sourceAmountMinor,
    feeMinor: option.feeTotalMinor,
    partnerMinor: option.partnerMinor,
    targetMinor: option.targetAmountMinor,
  }
}

/** Compares worth in US dollars as integers, so that no rounding here hides a gain. */
function paysCustomer(exchange: Exchange, rates: RateTable): boolean {
  const { source, target, sourceMinor, partnerMinor, targetMinor } = exchange
  const [perSource, perTarget] = [rates.perUsd(source), rates.perUsd(target)]
  const before = (sourceMinor - partnerMinor) * perTarget.digits
  const after = targetMinor * perSource.digits
  return (
    after * 10n ** BigInt(perTarget.scale + scaleOf(source)) >
    before * 10n ** BigInt(perSource.scale + scaleOf(target))
  )
}

function findingOf(exchange: Exchange, rates: RateTable): string {
  const { kind, source, target, sourceMinor, partnerMinor, targetMinor } = exchange
  const perUsd = (currency: Currency) => `${decimalText(rates.perUsd(currency))} ${currency}`
  return (
    `${kind}: ${sourceMinor} minor units of ${source} became ${targetMinor} of ${target} and ` +
    `${partnerMinor} for the partner, at ${perUsd(source)} and ${perUsd(target)} for 1 USD`
  )
}
