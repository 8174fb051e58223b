// From an order to its options: what each way of paying in costs and delivers (D14), and whether the
// amounts can be sent at all (D16). Pure, and on the path of every quote.

import {
  estimateDelivery,
  limitsOf,
  optionFromSource,
  optionFromTarget,
  type PayIn,
  type PayOut,
  type Route,
} from '../corridors/index.ts'
import type { Decimal } from '../kernel/decimal.ts'
import { type Currency, MINOR_MAX, type Money, money, toText } from '../kernel/money.ts'
import type { ErrorKind, Fault } from '../kernel/refusal.ts'
import { AmountTooHigh, AmountTooLow, FeeExceedsSource } from './errors.ts'
import { findChosen, type PricedOption } from './model.ts'
import { amountPath, type Order } from './order.ts'

export type PriceRequest = Pick<Order, 'provided' | 'providedMinor'> & {
  readonly route: Route
  /** Units of target for one of source. */
  readonly rate: Decimal
  readonly payOut: PayOut
  readonly preferredPayIn: PayIn | null
  /** An application's own price, a fraction of the source amount. */
  readonly partner: Decimal | null
  /** What the balance of the source currency holds; undefined when there is none. */
  readonly availableMinor: bigint | undefined
  readonly now: Temporal.Instant
}

type Priced = PricedOption | { readonly payIn: PayIn; readonly refused: string }
type Faulty = { readonly faults: readonly Fault[] }

/** The options, the chosen one first, or why there is none that could be chosen. */
export function priceOptions(
  request: PriceRequest,
): { readonly options: readonly PricedOption[]; readonly chosen: PricedOption } | Faulty {
  const { route, preferredPayIn, payOut, provided } = request
  const priced = route.payIns.map((payIn) => priceOption(request, payIn))
  const chosen = findChosen(priced, preferredPayIn, payOut)
  if (chosen === undefined) throw new Error(`${route.source} has no usual way of paying in`)
  if ('refused' in chosen) {
    const kind = chosen.refused === 'fee-exceeds-source' ? FeeExceedsSource : AmountTooHigh
    return { faults: [{ kind, path: amountPath(provided) }] }
  }
  const broken = brokenLimit(route, chosen)
  if (broken !== undefined) {
    const { kind } = broken
    const limit = kind === AmountTooLow ? leastGiven(request, chosen.payIn) : broken.limit
    const told = { path: amountPath(provided), arguments: [toText(limit), limit.currency] }
    return { faults: [{ kind, ...told }] }
  }
  // A way whose fee takes the whole amount is not offered.
  const others = priced.filter((option) => !('refused' in option) && option !== chosen)
  return { options: [chosen, ...(others as PricedOption[])], chosen }
}

function priceOption(request: PriceRequest, payIn: PayIn): Priced {
  const { route, payOut, provided, providedMinor, now } = request
  const { source, target } = route
  const input = inputOf(request, payIn)
  const amounts =
    provided === 'SOURCE'
      ? optionFromSource(input, providedMinor)
      : optionFromTarget(input, providedMinor)
  if ('refused' in amounts) return { payIn, refused: amounts.refused }
  const option: PricedOption = {
    payIn,
    payOut,
    sourceMinor: amounts.sourceAmountMinor,
    feeMinor: amounts.feeTotalMinor,
    providerMinor: amounts.providerMinor,
    payInMinor: amounts.payInMinor,
    discountMinor: amounts.discountMinor,
    partnerMinor: amounts.partnerMinor,
    targetMinor: amounts.targetAmountMinor,
    deliversAt: estimateDelivery({ source, target, payIn, payOut, at: now }),
  }
  return asUsable(option, route, request.availableMinor)
}

function inputOf({ route, rate, partner, payOut }: PriceRequest, payIn: PayIn) {
  const { source, target } = route
  return { source, target, payIn, payOut, rate, partner: partner ?? undefined }
}

/**
 * The least amount of the kind that was given which the limits of both sides allow. A client that
 * sent a source amount could do nothing with a limit in the target currency (D93).
 */
function leastGiven(request: PriceRequest, payIn: PayIn): Money {
  const { provided, route } = request
  const { source, target } = route
  const input = inputOf(request, payIn)
  const { minTargetMinor, minSourceMinor = 0n } = limitsOf(source, target)
  const sourceFor = (targetMinor: bigint): bigint => {
    const needed = optionFromTarget(input, targetMinor)
    return 'refused' in needed ? MINOR_MAX : needed.sourceAmountMinor
  }
  if (provided === 'SOURCE') return money(larger(sourceFor(minTargetMinor), minSourceMinor), source)
  const bought = minSourceMinor > 0n ? optionFromSource(input, minSourceMinor) : undefined
  let leastMinor =
    bought === undefined || 'refused' in bought ? 1n : larger(bought.targetAmountMinor, 1n)
  // Several amounts of the target may need the same source amount.
  while (sourceFor(leastMinor) < minSourceMinor) leastMinor += 1n
  while (leastMinor > minTargetMinor && sourceFor(leastMinor - 1n) >= minSourceMinor)
    leastMinor -= 1n
  return money(larger(leastMinor, minTargetMinor), target)
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const DISABLED_CODE = 'error.payInmethod.disabled'

/** What the two amounts of an option are in. */
export type Pair = Pick<Route, 'source' | 'target'>
type Amounts = Pick<PricedOption, 'sourceMinor' | 'targetMinor'>

/**
 * The option, disabled where nobody can use it: its amounts cannot be sent, or the balance of the
 * source currency, if it is to pay, does not cover it.
 */
export function asUsable(
  option: PricedOption,
  pair: Pair,
  availableMinor: bigint | undefined,
): PricedOption {
  const { disabled: _, ...enabled } = option
  const lack = () => lackOf(pair.source, availableMinor, option.sourceMinor)
  const message = excessOf(pair, option) ?? (option.payIn === 'BALANCE' ? lack() : undefined)
  return message === undefined
    ? enabled
    : { ...enabled, disabled: { code: DISABLED_CODE, message } }
}

/** Whether what this comes to can be sent (D16), whoever pays for it. */
export function isSendable(pair: Pair, amounts: Amounts): boolean {
  return brokenLimit(pair, amounts) === undefined
}

function excessOf(pair: Pair, amounts: Amounts): string | undefined {
  const broken = brokenLimit(pair, amounts)
  if (broken === undefined) return undefined
  const limit = `${toText(broken.limit)} ${broken.limit.currency}`
  return broken.kind === AmountTooLow
    ? `Paid like this it comes to less than ${limit}. Choose another way, or send more.`
    : `Paid like this it comes to more than ${limit}. Choose another way, or send less.`
}

function lackOf(
  source: Currency,
  availableMinor: bigint | undefined,
  neededMinor: bigint,
): string | undefined {
  if (availableMinor === undefined)
    return `Open a ${source} balance and add money to it to pay for your transfers at once.`
  if (availableMinor >= neededMinor) return undefined
  return `Your ${source} balance does not cover this. Add money to it to pay at once.`
}

type BrokenLimit = { readonly kind: ErrorKind; readonly limit: Money }

function brokenLimit(
  { source, target }: Pair,
  { sourceMinor, targetMinor }: Amounts,
): BrokenLimit | undefined {
  const { minTargetMinor, maxTargetMinor, minSourceMinor = 0n } = limitsOf(source, target)
  if (targetMinor < minTargetMinor)
    return { kind: AmountTooLow, limit: money(minTargetMinor, target) }
  if (sourceMinor < minSourceMinor)
    return { kind: AmountTooLow, limit: money(minSourceMinor, source) }
  if (targetMinor > maxTargetMinor)
    return { kind: AmountTooHigh, limit: money(maxTargetMinor, target) }
  return undefined
}
