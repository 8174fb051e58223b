// The rows of transfers, and the types of their columns. The stores and use cases of this module import this file, so this
// file imports no other file of the module but `states.ts`.

import type { LegalType, PayIn, PayOut, TransferDetailKey } from '../corridors/index.ts'
import type { Decimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import type { TransferStatus } from './states.ts'

/** The issues that can hold a transfer up (D22a). */
export const issueTypes = [
  'profile_not_verified',
  'deposit_amount_less_invoice',
  'recipient_details_missing',
] as const
export type IssueType = (typeof issueTypes)[number]

/** The method by which a transfer was paid in: an option of its quote. */
export type PaymentMethod = PayIn

/** The fields in which the sender describes the transfer; `corridors` decides which fields a route has. */
export type TransferDetails = Partial<Record<TransferDetailKey, string>>

/** A transfer of one of these profiles. */
export type TransferReference = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly transferId: Id<'transfer'>
}

/** The client's own id of a transfer, in the field `name`. A repeated request is recognised by it (D7). */
export type TransferKey = {
  readonly name: 'customerTransactionId' | 'originalTransferId'
  readonly value: string
}

/** The person or business that money is sent for (A 2.1). */
export type Originator = {
  readonly legalEntityType: LegalType
  /** The client's own id of its customer. */
  readonly reference: string
  readonly name: {
    readonly givenName?: string
    readonly middleNames?: readonly string[]
    readonly familyName?: string
    readonly patronymicName?: string
    readonly fullName: string
  }
  /** YYYY-MM-DD */
  readonly dateOfBirth?: string
  readonly businessRegistrationCode?: string
  readonly address: {
    readonly firstLine: string
    readonly city: string
    readonly stateCode?: string
    /** ISO 3166-1 alpha-2. */
    readonly countryCode: string
    readonly postCode?: string
  }
}

export type TransferRow = {
  profileId: Id<'profile'>
  id: Id<'transfer'>
  userId: Id<'user'>
  /** Whether the profile is a business. */
  isBusiness: boolean
  quoteId: string
  targetAccount: Id<'recipient'>
  /** The recipient is known only by e-mail, and names a bank account later (D19). */
  byEmail: boolean
  sourceAccount: Id<'recipient'> | null
  status: TransferStatus
  payIn: PayIn
  payOut: PayOut
  sourceCurrency: Currency
  sourceMinor: bigint
  feeMinor: bigint
  partnerFeeMinor: bigint
  partnerApplicationId: Id<'application'> | null
  targetCurrency: Currency
  targetMinor: bigint
  rate: Decimal
  /** Null when the rate was never locked. */
  rateLockedUntil: Temporal.Instant | null
  details: TransferDetails
  /** One of these two is set: the `TransferKey`. */
  customerTransactionId: string | null
  originalTransferId: string | null
  /** The person or business that the profile sends the money for; null when the profile sends money for itself. */
  originator: Originator | null
  requestHash: string
  /** The batch group that the transfer is a member of; null outside of a batch group. */
  batchGroupId: string | null
  payinSessionId: string
  activeIssues: readonly IssueType[]
  /** Whether an issue was resolved after the rate lock, so that the exchange is priced again (D111a, gap 322). */
  heldPastLock: boolean
  /** The number of the transfer's latest event. */
  eventCount: number
  /**
   * The balance that paid for the transfer or, after a charge-back, that gets the refund of a pay-out that bounces
   * (`chargeBackMembers`); otherwise null.
   */
  paidBalanceId: Id<'balance'> | null
  createdAt: Temporal.Instant
  /** Null once the transfer is paid or has ended. */
  lapsesAt: Temporal.Instant | null
  /** When the sandbox moves a paid transfer to its next status; null when the sandbox does not (D23). */
  advancesAt: Temporal.Instant | null
  paymentMethod: PaymentMethod | null
}

/** The fields of a transfer that a use case sets by `changeTransfer`, which derives `heldPastLock` and `eventCount` itself. */
export type TransferChange = Partial<
  Pick<
    TransferRow,
    | 'status'
    | 'activeIssues'
    | 'payIn'
    | 'sourceMinor'
    | 'feeMinor'
    | 'partnerFeeMinor'
    | 'targetMinor'
    | 'rate'
    | 'paidBalanceId'
    | 'advancesAt'
  >
>

/** A transfer as replies show it, with no more columns than the replies need. */
export type ShownTransfer = Pick<
  TransferRow,
  | 'id'
  | 'userId'
  | 'quoteId'
  | 'targetAccount'
  | 'sourceAccount'
  | 'status'
  | 'sourceCurrency'
  | 'targetCurrency'
  | 'targetMinor'
  | 'details'
  | 'customerTransactionId'
  | 'payinSessionId'
> & {
  /** The profile, when it is a business. */
  readonly business: Id<'profile'> | null
  /** The source amount less the fee. */
  readonly convertedMinor: bigint
  readonly rate: number
  /** `findShownTransfer` returns null for a transfer that will not be priced again; `shownOf` copies the row. */
  readonly rateLockedUntil: Temporal.Instant | null
  readonly hasActiveIssues: boolean
  /**
   * True for a transfer between two currencies that is not paid yet, or whose money is not exchanged yet because an issue
   * holds it or held it past the rate lock (D12a, D111a).
   */
  readonly mayBePricedAgain: boolean
  /** YYYY-MM-DD hh:mm:ss, UTC. */
  readonly created: string
}
