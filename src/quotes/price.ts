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
import { type Currency, toText } from '../kernel/money.ts'
import type { Fault } from '../kernel/refusal.ts'
import { AmountTooHigh, AmountTooLow, FeeExceedsSource } from './errors.ts'
import { type DisabledReason, findChosen, type PricedOption } from './model.ts'
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
  const faults = checkLimits(request, chosen)
  if (faults.length > 0) return { faults }
  // A way whose fee takes the whole amount is not offered.
  const others = priced.filter((option) => !('refused' in option) && option !== chosen)
  return { options: [chosen, ...(others as PricedOption[])], chosen }
}

function priceOption(request: PriceRequest, payIn: PayIn): Priced {
  const { route, rate, partner, payOut, provided, providedMinor, now } = request
  const { source, target } = route
  const input = { source, target, payIn, payOut, rate, partner: partner ?? undefined }
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
    deliversAt: estimateDelivery({ source, target, payIn, payOut, at: now }).at,
  }
  return payIn === 'BALANCE' ? againstBalance(option, source, request.availableMinor) : option
}

const DISABLED_CODE = 'error.payInmethod.disabled'

/** The BALANCE option, disabled unless the balance of the source currency covers it. */
export function againstBalance(
  option: PricedOption,
  source: Currency,
  availableMinor: bigint | undefined,
): PricedOption {
  const { disabled: _, ...enabled } = option
  const reason = lackOf(source, availableMinor, option.sourceMinor)
  return reason === undefined ? enabled : { ...enabled, disabled: reason }
}

function lackOf(
  source: Currency,
  availableMinor: bigint | undefined,
  neededMinor: bigint,
): DisabledReason | undefined {
  if (availableMinor === undefined)
    return {
      code: DISABLED_CODE,
      message: `Open a ${source} balance and add money to it to pay for your transfers at once.`,
    }
  if (availableMinor >= neededMinor) return undefined
  return {
    code: DISABLED_CODE,
    message: `Your ${source} balance does not cover this. Add money to it to pay at once.`,
  }
}

function checkLimits({ route, provided }: PriceRequest, chosen: PricedOption): Fault[] {
  const { source, target } = route
  const { minTargetMinor, maxTargetMinor, minSourceMinor = 0n } = limitsOf(source, target)
  const path = amountPath(provided)
  const said = (minor: bigint, currency: Currency) => ({
    path,
    arguments: [toText({ minor, currency }), currency],
  })
  if (chosen.targetMinor < minTargetMinor)
    return [{ kind: AmountTooLow, ...said(minTargetMinor, target) }]
  if (chosen.sourceMinor < minSourceMinor)
    return [{ kind: AmountTooLow, ...said(minSourceMinor, source) }]
  if (chosen.targetMinor > maxTargetMinor)
    return [{ kind: AmountTooHigh, ...said(maxTargetMinor, target) }]
  return []
}
