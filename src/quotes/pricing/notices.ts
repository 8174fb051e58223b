// What a customer is told before a quote is used (Spec A 2.4).

import type { PayOut } from '../../corridors/index.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { type Currency, type Money, scaleOf, toText } from '../../kernel/money.ts'
import type { Notice } from '../model.ts'

/** Said of some routes: where no currency or way out stands, any does. */
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
  // Spec A 2.4, rule 6: only SWIFT_OUR makes sure of the whole amount.
  {
    type: 'INFO',
    payOut: 'SWIFT',
    text:
      'Banks on the way may take their charges from the amount. ' +
      'With SWIFT_OUR the recipient gets all of it.',
  },
]

/** From so many US dollars on, documents may be asked for. */
const LARGE_AMOUNT_USD = 250_000n

const largeAmount: Notice = {
  type: 'WARNING',
  text: 'For an amount of this size we may ask where the money comes from before we send it.',
  link: null,
}

type Facts = {
  readonly source: Currency
  readonly target: Currency
  readonly payOut: PayOut
  /** What is paid, in minor units of the source currency. */
  readonly sourceMinor: bigint
  /** Units of the source currency for one US dollar. */
  readonly perUsd: Decimal
}

export function noticesOf(facts: Facts): Notice[] {
  const ofRoute = routeNotices
    .filter(
      ({ source, target, payOut }) =>
        (source ?? facts.source) === facts.source &&
        (target ?? facts.target) === facts.target &&
        (payOut ?? facts.payOut) === facts.payOut,
    )
    .map(({ type, text }) => ({ type, text, link: null }))
  return isLarge(facts) ? [...ofRoute, largeAmount] : ofRoute
}

function isLarge({ source, sourceMinor, perUsd }: Facts): boolean {
  const minorPerUnit = 10n ** BigInt(scaleOf(source))
  return (
    sourceMinor * 10n ** BigInt(perUsd.scale) >= LARGE_AMOUNT_USD * perUsd.digits * minorPerUnit
  )
}

/** The customer is to be told before confirming, when the recipient changed the price (Spec A 2.4). */
export function priceNotice(before: Money, after: Money): Notice {
  return {
    type: 'WARNING',
    text: `The fee is now ${said(after)}. It was ${said(before)} before this change.`,
    link: null,
  }
}

const said = (money: Money): string => `${toText(money)} ${money.currency}`

/** Shown with a quote whose rate is not locked (Spec A 8, D12a, D111). */
export function liveRateNotice(payOut: PayOut, lockedRatesMax: number): Notice {
  const text =
    payOut === 'BALANCE'
      ? `You can have ${lockedRatesMax} guaranteed rates at a time. ` +
        'This conversion will use the live rate of the moment it is made.'
      : `You can have ${lockedRatesMax} open transfers with a guaranteed rate at a time. ` +
        'This one will use the live rate of the moment its money arrives.'
  return { type: 'INFO', text, link: null }
}
