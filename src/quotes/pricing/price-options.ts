// Prices an order by each pay-in method (D14) and checks the limits of its route (D16).

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
import {
  type Currency,
  largerMinor,
  MINOR_MAX,
  type Money,
  money,
  textWithCurrency,
  toText,
} from '../../kernel/money.ts'
import type { ErrorKind, Fault } from '../../kernel/refusal.ts'
import { AmountTooHigh, AmountTooLow, FeeExceedsSource } from '../errors.ts'
import { findChosen, type PricedOption } from '../model.ts'
import { amountPath, type Order } from './order.ts'

export type PriceRequest = Pick<Order, 'provided' | 'providedMinor'> & {
  readonly route: Route
  /** Units of target for one unit of source. */
  readonly rate: Decimal
  readonly payOut: PayOut
  readonly preferredPayIn: PayIn | null
  /** The partner price of the application, as a fraction of the source amount (D14); null without a partner price. */
  readonly partner: Decimal | null
  /** The amount available in the standard balance of the source currency; undefined when this balance does not exist. */
  readonly availableMinor: bigint | undefined
  readonly now: Temporal.Instant
}

type PriceResult =
  | PricedOption
  | { readonly payIn: PayIn; readonly refused: 'fee-exceeds-source' | 'amount-too-large' }
type Faults = { readonly faults: readonly Fault[] }

/**
 * Returns the options, the chosen option first. Returns faults instead when the chosen option has no price, or when its
 * amounts are outside the limits of the route.
 */
export function priceOptions(
  request: PriceRequest,
): { readonly options: readonly PricedOption[]; readonly chosen: PricedOption } | Faults {
  const { route, preferredPayIn, payOut, provided } = request
  const priced = route.payIns.map((payIn) => priceOption(request, payIn))
  const chosen = findChosen(priced, preferredPayIn, payOut)
  if (chosen === undefined) throw new Error(`${route.source} has no default pay-in method`)
  if ('refused' in chosen)
    return chosen.refused === 'fee-exceeds-source'
      ? { faults: [{ kind: FeeExceedsSource, path: amountPath(provided) }] }
      : { faults: [tooHighFault(request, chosen.payIn)] }
  const broken = brokenLimit(route, chosen)
  if (broken !== undefined) {
    const faultOf = broken.kind === AmountTooLow ? tooLowFault : tooHighFault
    return { faults: [faultOf(request, chosen.payIn)] }
  }
  // A pay-in method is left out when its fee takes the whole amount, or when an amount has more than 15 digits.
  const others = priced.filter(
    (option): option is PricedOption => !('refused' in option) && option !== chosen,
  )
  return { options: [chosen, ...others], chosen }
}

function tooLowFault(request: PriceRequest, payIn: PayIn): Fault {
  return limitFault(AmountTooLow, request, minAmount(request, payIn), 'least')
}

function tooHighFault(request: PriceRequest, payIn: PayIn): Fault {
  return limitFault(AmountTooHigh, request, maxAmount(request, payIn), 'most')
}

function limitFault(
  kind: ErrorKind,
  { provided }: PriceRequest,
  limit: Money,
  bound: 'least' | 'most',
): Fault {
  const message = `Send at ${bound} ${textWithCurrency(limit)} on this route.`
  return { kind, path: amountPath(provided), message, arguments: [toText(limit), limit.currency] }
}

/** The least amount that this route accepts by this pay-in method, in the currency of the amount in the request (D16, D93). */
function minAmount(request: PriceRequest, payIn: PayIn): Money {
  const { source, target } = request.route
  const { minTargetMinor, minSourceMinor = 1n } = limitsOf(source, target)
  const input = optionInput(request, payIn)
  if (request.provided === 'SOURCE') {
    const priced = optionFromTarget(input, minTargetMinor)
    const sourceMinor = 'refused' in priced ? MINOR_MAX : priced.sourceAmountMinor
    return money(largerMinor(sourceMinor, minSourceMinor), source)
  }
  // A target amount is too low when a source amount below `minSourceMinor` buys it. Two source amounts are tried:
  // where several fees round up together, an amount can buy less than the amount one minor unit below it.
  const boughtBy = (sourceMinor: bigint): bigint => {
    const priced = sourceMinor > 0n ? optionFromSource(input, sourceMinor) : undefined
    return priced === undefined || 'refused' in priced ? 0n : priced.targetAmountMinor
  }
  const tooLittle = largerMinor(boughtBy(minSourceMinor - 1n), boughtBy(minSourceMinor - 2n))
  return money(largerMinor(tooLittle + 1n, minTargetMinor), target)
}

/** The greatest amount that this route accepts by this pay-in method, in the currency of the amount in the request. */
function maxAmount(request: PriceRequest, payIn: PayIn): Money {
  const { source, target } = request.route
  const { maxTargetMinor } = limitsOf(source, target)
  if (request.provided === 'TARGET') return money(maxTargetMinor, target)
  const input = optionInput(request, payIn)
  const priced = optionFromTarget(input, maxTargetMinor)
  if ('refused' in priced) return money(MINOR_MAX, source)
  const { sourceAmountMinor } = priced
  // Where one minor unit of the source is worth many of the target, `sourceAmountMinor` can buy more than the limit.
  const bought = optionFromSource(input, sourceAmountMinor)
  const exceeds = 'refused' in bought || bought.targetAmountMinor > maxTargetMinor
  return money(exceeds ? sourceAmountMinor - 1n : sourceAmountMinor, source)
}

function optionInput({ route, rate, partner, payOut }: PriceRequest, payIn: PayIn) {
  const { source, target } = route
  return { source, target, payIn, payOut, rate, partner: partner ?? undefined }
}

function priceOption(request: PriceRequest, payIn: PayIn): PriceResult {
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
  return withUsability(option, route, request.availableMinor)
}

const DISABLED_CODE = 'error.payInmethod.disabled'

/** The currencies of an option's source and target amount. */
type Pair = Pick<Route, 'source' | 'target'>
type Amounts = Pick<PricedOption, 'sourceMinor' | 'targetMinor'>

/**
 * The option, disabled with a reason when its amounts are outside the limits, or when it is paid from a
 * balance that does not exist or does not cover it.
 */
export function withUsability(
  option: PricedOption,
  pair: Pair,
  availableMinor: bigint | undefined,
): PricedOption {
  const { disabled: _, ...enabled } = option
  const message =
    limitMessage(pair, option) ??
    (option.payIn === 'BALANCE'
      ? shortfallMessage(pair.source, availableMinor, option.sourceMinor)
      : undefined)
  return message === undefined
    ? enabled
    : { ...enabled, disabled: { code: DISABLED_CODE, message } }
}

/** Whether the amounts are within the limits of the route (D16). */
export function isSendable(pair: Pair, amounts: Amounts): boolean {
  return brokenLimit(pair, amounts) === undefined
}

function limitMessage(pair: Pair, amounts: Amounts): string | undefined {
  const broken = brokenLimit(pair, amounts)
  if (broken === undefined) return undefined
  const limit = textWithCurrency(broken.limit)
  return broken.kind === AmountTooLow
    ? `With this pay-in method the amount is less than ${limit}. Choose another method, or send more.`
    : `With this pay-in method the amount is more than ${limit}. Choose another method, or send less.`
}

function shortfallMessage(
  source: Currency,
  availableMinor: bigint | undefined,
  neededMinor: bigint,
): string | undefined {
  if (availableMinor === undefined)
    return `Open a ${source} balance and add money to it to pay for your transfers immediately.`
  if (availableMinor >= neededMinor) return undefined
  return `Your ${source} balance does not cover this amount. Add money to it to pay immediately.`
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
