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
} from '../../corridors/index.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { type Currency, MINOR_MAX, type Money, money, toText } from '../../kernel/money.ts'
import type { ErrorKind, Fault } from '../../kernel/refusal.ts'
import { AmountTooHigh, AmountTooLow, FeeExceedsSource } from '../errors.ts'
import { findChosen, type PricedOption } from '../model.ts'
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
  if ('refused' in chosen)
    return chosen.refused === 'fee-exceeds-source'
      ? { faults: [{ kind: FeeExceedsSource, path: amountPath(provided) }] }
      : { faults: [tooHigh(request, chosen.payIn)] }
  const broken = brokenLimit(route, chosen)
  if (broken !== undefined) {
    const faultOf = broken.kind === AmountTooLow ? tooLow : tooHigh
    return { faults: [faultOf(request, chosen.payIn)] }
  }
  // A way whose fee takes the whole amount is not offered.
  const others = priced.filter((option) => !('refused' in option) && option !== chosen)
  return { options: [chosen, ...(others as PricedOption[])], chosen }
}

function tooLow(request: PriceRequest, payIn: PayIn): Fault {
  return limitFault(AmountTooLow, request, leastGiven(request, payIn), 'least')
}

function tooHigh(request: PriceRequest, payIn: PayIn): Fault {
  return limitFault(AmountTooHigh, request, mostGiven(request, payIn), 'most')
}

function limitFault(
  kind: ErrorKind,
  { provided }: PriceRequest,
  limit: Money,
  bound: 'least' | 'most',
): Fault {
  const [text, { currency }] = [toText(limit), limit]
  const message = `Send at ${bound} ${text} ${currency} on this route.`
  return { kind, path: amountPath(provided), message, arguments: [text, currency] }
}

/** The least amount of the currency that the caller gave which this route takes (D16, D93). */
function leastGiven(request: PriceRequest, payIn: PayIn): Money {
  const { source, target } = request.route
  const { minTargetMinor, minSourceMinor = 1n } = limitsOf(source, target)
  const input = optionInput(request, payIn)
  if (request.provided === 'SOURCE') {
    const priced = optionFromTarget(input, minTargetMinor)
    const sourceMinor = 'refused' in priced ? MINOR_MAX : priced.sourceAmountMinor
    return money(larger(sourceMinor, minSourceMinor), source)
  }
  // Whatever less than the least source amount brings is too little. Two amounts are looked at, because
  // fees that round up together let an amount bring less than the one before it.
  const brings = (sourceMinor: bigint): bigint => {
    const priced = sourceMinor > 0n ? optionFromSource(input, sourceMinor) : undefined
    return priced === undefined || 'refused' in priced ? 0n : priced.targetAmountMinor
  }
  const tooLittle = larger(brings(minSourceMinor - 1n), brings(minSourceMinor - 2n))
  return money(larger(tooLittle + 1n, minTargetMinor), target)
}

/** The most of it: what brings the recipient no more than may arrive. */
function mostGiven(request: PriceRequest, payIn: PayIn): Money {
  const { source, target } = request.route
  const { maxTargetMinor } = limitsOf(source, target)
  if (request.provided === 'TARGET') return money(maxTargetMinor, target)
  const input = optionInput(request, payIn)
  const priced = optionFromTarget(input, maxTargetMinor)
  if ('refused' in priced) return money(MINOR_MAX, source)
  const { sourceAmountMinor } = priced
  // It may bring more than was asked for, where one minor unit of the source is worth many of the target.
  const brought = optionFromSource(input, sourceAmountMinor)
  const exceeds = 'refused' in brought || brought.targetAmountMinor > maxTargetMinor
  return money(exceeds ? sourceAmountMinor - 1n : sourceAmountMinor, source)
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

function optionInput({ route, rate, partner, payOut }: PriceRequest, payIn: PayIn) {
  const { source, target } = route
  return { source, target, payIn, payOut, rate, partner: partner ?? undefined }
}

function priceOption(request: PriceRequest, payIn: PayIn): Priced {
  const { route, payOut, provided, providedMinor, now } = request
  const { source, target } = route
  const input = optionInput(request, payIn)
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
