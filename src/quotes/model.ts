// The quote and its pure rules.

import type { PayIn, PayOut } from '../corridors/index.ts'
import type { Decimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import type { Currency } from '../kernel/money.ts'
import { endOf } from '../kernel/timer.ts'
import { quoteStates, type StoredStatus } from './states.ts'
import { rateLock } from './timers.ts'

/** The statuses that clients see. EXPIRED is derived from the time and never stored. */
export const quoteStatuses = [...quoteStates.states, 'EXPIRED'] as const
type QuoteStatus = (typeof quoteStatuses)[number]

type DisabledReason = { readonly code: string; readonly message: string }

/** The price of a quote by one pay-in method. Amounts are minor units. */
export type PricedOption = {
  readonly payIn: PayIn
  readonly payOut: PayOut
  /** The amount that the sender pays, the fee included. */
  readonly sourceMinor: bigint
  /** provider + payIn - discount + partner, in the source currency. */
  readonly feeMinor: bigint
  readonly providerMinor: bigint
  readonly payInMinor: bigint
  readonly discountMinor: bigint
  readonly partnerMinor: bigint
  /** The amount that the recipient receives, in the target currency. */
  readonly targetMinor: bigint
  /** When the recipient gets the money, if the sender pays at the moment at which the option is priced. */
  readonly deliversAt: Temporal.Instant
  readonly disabled?: DisabledReason | undefined
}

export type Notice = {
  readonly type: 'INFO' | 'WARNING' | 'BLOCKED'
  readonly text: string
  readonly link: string | null
}

export type QuoteRow = {
  readonly profileId: Id<'profile'>
  readonly id: string
  readonly userId: Id<'user'>
  /** The application whose token created the quote; null with a personal token. */
  readonly applicationId: Id<'application'> | null
  /**
   * The client key of the application, or `personal` for a personal token (D107); null in an example, unless the
   * application requested it with its own token (`ClientCaller`).
   */
  readonly clientId: string | null
  /** The price of the application, as a fraction of the source amount. */
  readonly partnerPrice: Decimal | null
  readonly sourceCurrency: Currency
  readonly targetCurrency: Currency
  /** Which amount the request contained; `providedMinor` is in minor units of its currency. */
  readonly provided: 'SOURCE' | 'TARGET'
  readonly providedMinor: bigint
  /** Units of target for one unit of source. */
  readonly rate: Decimal
  /** The stored status. Clients see `statusOf`. */
  readonly status: StoredStatus
  readonly payOut: PayOut
  readonly preferredPayIn: PayIn | null
  readonly targetAccount: Id<'recipient'> | null
  readonly targetAccountOwned: boolean | null
  readonly payOutCountry: string | null
  readonly priceSetId: number
  readonly priceDecisionId: string
  /** The option that a transfer uses comes first (`chosenOption`). */
  readonly options: readonly PricedOption[]
  readonly notices: readonly Notice[]
  /** Incremented by every PATCH, so that a quote is used only as it was read. */
  readonly version: number
  /**
   * The rate is not locked, or not any more: a transfer of this quote is priced when it is funded (D12a), a conversion
   * when it is executed (D111).
   */
  readonly hasLiveRate: boolean
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

export function expiryOf(createdAt: Temporal.Instant): Temporal.Instant {
  return endOf(rateLock, createdAt)
}

/** The status at `now`. An unused quote becomes EXPIRED; a used quote never does (D12). */
export function statusOf(
  { status, expiresAt }: Pick<QuoteRow, 'status' | 'expiresAt'>,
  now: Temporal.Instant,
): QuoteStatus {
  const hasExpired = !isAfter(expiresAt, now)
  return status === 'PENDING' && hasExpired ? 'EXPIRED' : status
}

/** The option of this pay-in method; undefined when the quote does not offer it. */
export function optionFor(
  { options }: Pick<QuoteRow, 'options'>,
  payIn: PayIn,
): PricedOption | undefined {
  return options.find((option) => option.payIn === payIn)
}

type Choice = Pick<QuoteRow, 'options' | 'preferredPayIn' | 'payOut'>

/** The option that a transfer of this quote uses (D20). Every quote has it. */
export function chosenOption({ options, preferredPayIn, payOut }: Choice): PricedOption {
  const chosen = findChosen(options, preferredPayIn, payOut)
  if (chosen === undefined) throw new Error('a quote does not offer its own pay-in method')
  return chosen
}

/** The rule of `chosenOption`, for options that may lack the chosen one. */
export function findChosen<O extends { readonly payIn: PayIn }>(
  options: readonly O[],
  preferredPayIn: PayIn | null,
  payOut: PayOut,
): O | undefined {
  const optionBy = (payIn: PayIn) => options.find((option) => option.payIn === payIn)
  if (preferredPayIn !== null) return optionBy(preferredPayIn)
  // A quote to a balance is paid from a balance, where the source currency has balances.
  return (payOut === 'BALANCE' ? optionBy('BALANCE') : undefined) ?? optionBy('BANK_TRANSFER')
}

export function isBlocked({ notices }: Pick<QuoteRow, 'notices'>): boolean {
  return notices.some(({ type }) => type === 'BLOCKED')
}
