// What a quote is, and the rules that need nothing but their arguments.

import type { PayIn, PayOut } from '../corridors/index.ts'
import type { Decimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import type { Currency } from '../kernel/money.ts'
import { endOf } from '../kernel/timer.ts'
import { quoteStates, type StoredStatus } from './states.ts'
import { rateLock } from './timers.ts'

/** What a quote shows; EXPIRED is derived from the time. */
export const quoteStatuses = [...quoteStates.states, 'EXPIRED'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

export type DisabledReason = { readonly code: string; readonly message: string }

/** What the quote comes to by one way of paying in. Amounts are minor units. */
export type PricedOption = {
  readonly payIn: PayIn
  readonly payOut: PayOut
  /** What is paid, the fee included. */
  readonly sourceMinor: bigint
  /** provider + payIn - discount + partner, in the source currency. */
  readonly feeMinor: bigint
  readonly providerMinor: bigint
  readonly payInMinor: bigint
  readonly discountMinor: bigint
  readonly partnerMinor: bigint
  /** What the recipient gets, in the target currency. */
  readonly targetMinor: bigint
  /** When the recipient has it, if it is paid as soon as it is quoted. */
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
  /** The application whose user asked, and its own price as a fraction of the source amount. */
  readonly applicationId: Id<'application'> | null
  readonly clientId: string | null
  readonly partnerPrice: Decimal | null
  readonly sourceCurrency: Currency
  readonly targetCurrency: Currency
  /** Which amount the caller gave, in minor units of its currency. */
  readonly provided: 'SOURCE' | 'TARGET'
  readonly providedMinor: bigint
  /** Units of target for one of source. */
  readonly rate: Decimal
  /** As stored; what the world sees is `statusOf`. */
  readonly status: StoredStatus
  readonly payOut: PayOut
  readonly preferredPayIn: PayIn | null
  readonly targetAccount: Id<'recipient'> | null
  readonly targetAccountOwned: boolean | null
  readonly payOutCountry: string | null
  readonly priceSetId: number
  readonly priceDecisionId: string
  /** The preferred or usual way of paying in comes first. */
  readonly options: readonly PricedOption[]
  readonly notices: readonly Notice[]
  /** Raised with every change of what was priced. */
  readonly version: number
  /** The rate was never locked: a transfer of the quote is priced when it is funded (D12a). */
  readonly liveRate: boolean
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

export function expiryOf(createdAt: Temporal.Instant): Temporal.Instant {
  return endOf(rateLock, createdAt)
}

/** The status at `now`: a quote nobody used in time is EXPIRED; a used one never is (D12). */
export function statusOf(
  { status, expiresAt }: Pick<QuoteRow, 'status' | 'expiresAt'>,
  now: Temporal.Instant,
): QuoteStatus {
  const isOver = !isAfter(expiresAt, now)
  return status === 'PENDING' && isOver ? 'EXPIRED' : status
}

/** The option of that way of paying in; undefined when the quote does not offer it. */
export function optionFor(
  { options }: Pick<QuoteRow, 'options'>,
  payIn: PayIn,
): PricedOption | undefined {
  return options.find((option) => option.payIn === payIn)
}

type Choice = Pick<QuoteRow, 'options' | 'preferredPayIn' | 'payOut'>

/** The option a transfer of this quote is made at (D20). A quote always has it. */
export function chosenOption({ options, preferredPayIn, payOut }: Choice): PricedOption {
  const chosen = findChosen(options, preferredPayIn, payOut)
  if (chosen === undefined) throw new Error('a quote does not offer the way it is to be paid')
  return chosen
}

/** The same among options of which some could not be priced. */
export function findChosen<O extends { readonly payIn: PayIn }>(
  options: readonly O[],
  preferredPayIn: PayIn | null,
  payOut: PayOut,
): O | undefined {
  const by = (payIn: PayIn) => options.find((option) => option.payIn === payIn)
  if (preferredPayIn !== null) return by(preferredPayIn)
  // What goes to a balance usually comes from one; some source currencies have none.
  return (payOut === 'BALANCE' ? by('BALANCE') : undefined) ?? by('BANK_TRANSFER')
}

export function isBlocked({ notices }: Pick<QuoteRow, 'notices'>): boolean {
  return notices.some(({ type }) => type === 'BLOCKED')
}
