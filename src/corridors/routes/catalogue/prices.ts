// Prices that every corridor has; choices of this project (gaps 19 and 20). Fixed fees are in US dollars, and are converted
// to each source currency at the rates of the catalogue, to two significant digits. Fractions have at most six decimals
// (`PPM_DECIMALS`).

import type { Currency } from '../../../kernel/money.ts'
import type { PayIn, PayOut } from '../routes.ts'

/** The number of this price list, which a quote shows as `priceSetId`. Raise the number with every change of a price. */
export const PRICE_SET_ID = 1

type PayInPrice = { readonly fixedUsd: string; readonly variable: string }

/** Added to the price of a corridor for the pay-in method. */
export const payInPrices: Readonly<Record<PayIn, PayInPrice>> = {
  BALANCE: { fixedUsd: '0', variable: '0' },
  DIRECT_DEBIT: { fixedUsd: '0.10', variable: '0.0012' },
  BANK_TRANSFER: { fixedUsd: '0', variable: '0' },
  DEBIT: { fixedUsd: '0.15', variable: '0.0095' },
  CREDIT: { fixedUsd: '0.15', variable: '0.0310' },
  CARD: { fixedUsd: '0.15', variable: '0.0185' },
}

type PayOutPrice = {
  /** Added to the price of the corridor. */
  readonly fixedUsd: string
  /** By target currency: replaces `fixedUsd`. */
  readonly fixedUsdTo?: Readonly<Record<Currency, string>>
  /** The share of the corridor's variable fee that is charged. */
  readonly variableShare: string
  /** Whether the corridor's fixed fee and its minimum are charged. */
  readonly chargesCorridorFixed: boolean
}

/** How the pay-out method changes the price of a corridor (A 2.4, rule 6). */
export const payOutPrices: Readonly<Record<PayOut, PayOutPrice>> = {
  BANK_TRANSFER: { fixedUsd: '0', variableShare: '1', chargesCorridorFixed: true },
  BALANCE: { fixedUsd: '0', variableShare: '0.9', chargesCorridorFixed: false },
  // US dollars for an account outside the United States are sent through correspondent banks.
  SWIFT: {
    fixedUsd: '3.90',
    fixedUsdTo: { USD: '4.60' },
    variableShare: '1',
    chargesCorridorFixed: true,
  },
  // The sender pays the charges of the correspondent banks, so that the recipient gets the whole amount.
  SWIFT_OUR: {
    fixedUsd: '12.50',
    fixedUsdTo: { USD: '14.50' },
    variableShare: '1',
    chargesCorridorFixed: true,
  },
  CA_NETWORK: { fixedUsd: '0.75', variableShare: '1', chargesCorridorFixed: true },
}

/**
 * The variable fee of the amount above `fromUsd` is reduced by `share`. The threshold is converted to each source currency,
 * to one significant digit.
 */
export const volumeDiscount = { fromUsd: '20000', share: '0.15' }
