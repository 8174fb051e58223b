// The notices of a quote, which a customer reads before using it (A 2.4).

import type { PayOut } from '../../corridors/index.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { type Currency, type Money, scaleOf, textWithCurrency } from '../../kernel/money.ts'
import type { Notice } from '../model.ts'

/** A notice of some routes. A currency or pay-out method that is left out matches any. */
type RouteNotice = Omit<Notice, 'link'> & {
  readonly source?: Currency
  readonly target?: Currency
  readonly payOut?: PayOut
}

export const routeNotices: readonly RouteNotice[] = [
  {
    type: 'BLOCKED',
    source: 'KPW',
    text: 'No bank takes North Korean won at the moment, so this quote cannot be used.',
  },
  {
    type: 'WARNING',
    target: 'LBP',
    text: 'Banks in Lebanon often take some days longer to credit a payment from abroad.',
  },
  // A 2.4, rule 6: only SWIFT_OUR guarantees that the whole amount arrives.
  {
    type: 'INFO',
    payOut: 'SWIFT',
    text:
      'Intermediary banks may deduct their charges from the amount. ' +
      'With SWIFT_OUR the recipient gets the full amount.',
  },
]

/** Source amounts worth this much or more carry the notice `largeAmount`; a choice of this project. */
const LARGE_AMOUNT_USD = 250_000n

const largeAmount: Notice = {
  type: 'WARNING',
  text: 'For an amount of this size we may ask where the money comes from before we send it.',
  link: null,
}

type PricedRoute = {
  readonly source: Currency
  readonly target: Currency
  readonly payOut: PayOut
  /** The amount that is paid, in minor units of the source currency. */
  readonly sourceMinor: bigint
  /** Units of the source currency for one US dollar. */
  readonly perUsd: Decimal
}

/** The notices of the route and of a large amount. Replies add the notice of a live rate, a PATCH the notice of a changed fee. */
export function noticesOf(priced: PricedRoute): Notice[] {
  const ofRoute = routeNotices
    .filter(
      ({ source, target, payOut }) =>
        (source ?? priced.source) === priced.source &&
        (target ?? priced.target) === priced.target &&
        (payOut ?? priced.payOut) === priced.payOut,
    )
    .map(({ type, text }) => ({ type, text, link: null }))
  return isLarge(priced) ? [...ofRoute, largeAmount] : ofRoute
}

function isLarge({ source, sourceMinor, perUsd }: PricedRoute): boolean {
  const minorPerUnit = 10n ** BigInt(scaleOf(source))
  return (
    sourceMinor * 10n ** BigInt(perUsd.scale) >= LARGE_AMOUNT_USD * perUsd.digits * minorPerUnit
  )
}

/** A change of the fee must be shown before the customer confirms (A 2.4). */
export function priceNotice(before: Money, after: Money): Notice {
  return {
    type: 'WARNING',
    text: `The fee is now ${textWithCurrency(after)}. It was ${textWithCurrency(before)} before this change.`,
    link: null,
  }
}

/** The notice of a quote whose rate is not locked (A 8, D12a, D111). */
export function liveRateNotice(payOut: PayOut, lockedRatesMax: number): Notice {
  const text =
    payOut === 'BALANCE'
      ? `You can have ${lockedRatesMax} guaranteed rates at a time. ` +
        'This conversion will use the live rate of the moment it is made.'
      : `You can have ${lockedRatesMax} open transfers with a guaranteed rate at a time. ` +
        'This transfer will use the live rate of the moment its money arrives.'
  return { type: 'INFO', text, link: null }
}
