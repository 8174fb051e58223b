// The minimum and the maximum amount of a route (D16).

import { type Currency, scaleOf } from '../../kernel/money.ts'
import { receiveOf } from './catalogue/index.ts'
import { minorOf, minorOfUsd } from './catalogue-amounts.ts'
import { targetCurrencies } from './routes.ts'

// The limits of a target currency whose catalogue entry has no `amounts` (gap 23): one unit of the currency, and the worth of a
// million US dollars, rounded to one significant digit.
const DEFAULT_FROM = '1'
const DEFAULT_TO_USD = '1000000'

type AmountLimits = {
  /** In minor units of the target currency, both included. */
  readonly minTargetMinor: bigint
  readonly maxTargetMinor: bigint
  /** In minor units of the source currency, included. */
  readonly minSourceMinor?: bigint
}

const targetLimits = new Map(targetCurrencies.map((code) => [code, findTargetLimits(code)]))

/** Throws when nothing can be sent to `target`: check with `findRoute` first. */
export function limitsOf(source: Currency, target: Currency): AmountLimits {
  const limits = targetLimits.get(target)
  if (limits === undefined) throw new RangeError(`no target currency: ${target}`)
  const sourceFrom = receiveOf(target).amounts?.sourceFrom
  if (sourceFrom === undefined) return limits
  return { ...limits, minSourceMinor: minorOf(sourceFrom, scaleOf(source)) }
}

function findTargetLimits(target: Currency): AmountLimits {
  const { amounts } = receiveOf(target)
  const scale = scaleOf(target)
  return {
    minTargetMinor: minorOf(amounts?.from ?? DEFAULT_FROM, scale),
    maxTargetMinor:
      amounts === undefined ? minorOfUsd(DEFAULT_TO_USD, target, 1) : minorOf(amounts.to, scale),
  }
}
