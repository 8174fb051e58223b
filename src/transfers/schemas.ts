// Request and reply shapes of transfers.

import Type, { type Static } from 'typebox'
import { type TransferDetailKey, transferDetailDescriptions } from '../corridors/index.ts'
import { idOut } from '../kernel/ids.ts'
import { money, toWire } from '../kernel/money.ts'
import {
  amountIn,
  amountOut,
  currencyCode,
  described,
  idIn,
  idOrUuidIn,
  input,
  instantIn,
  nullable,
  oneOf,
  uuid,
} from '../kernel/wire.ts'
import { hasRate, shownOf } from './model.ts'
import type { PaidTransfer } from './payments/book-payment.ts'
import type { ShownTransfer, TransferRow } from './row.ts'
import { transferStates } from './states.ts'

/** In characters. All statuses of a list together, separated by commas, have 194. */
const TEXT_LENGTH_MAX = 255
/** In characters. Longer than `BALANCE`, because an unknown type gets PaymentTypeNotSupported, and a longer text gets 400. */
const TYPE_LENGTH_MAX = 50
/** The maximum number of transfers on a page (Facts 5.3), which is also the default. */
export const LIMIT_MAX = 100
/** In transfers: far more than any profile has, so a page at this offset is empty. */
const OFFSET_MAX = 1e9

// The schema has no length limits, because they depend on the route: `checkTransferDetails` checks them.
const detail = (key: TransferDetailKey, example: string) =>
  Type.Optional(Type.String({ description: transferDetailDescriptions[key], examples: [example] }))

const details = {
  reference: detail('reference', 'Rent'),
  transferPurpose: detail('transferPurpose', 'verification.transfers.purpose.pay.bills'),
  transferPurposeSubTransferPurpose: detail(
    'transferPurposeSubTransferPurpose',
    'verification.sub.transfers.purpose.pay.interpretation.service',
  ),
  transferPurposeInvoiceNumber: detail('transferPurposeInvoiceNumber', 'INV-7'),
  transferNature: detail('transferNature', 'MOVING_MONEY_BETWEEN_OWN_ACCOUNTS'),
  sourceOfFunds: detail('sourceOfFunds', 'verification.source.of.funds.salary'),
  sourceOfFundsOther: detail('sourceOfFundsOther', 'Sale of a boat'),
} satisfies Record<TransferDetailKey, unknown>

export const TransferDetailsIn = input(details, { title: 'TransferDetailsInput' })

const createExample = {
  targetAccount: 1,
  quoteUuid: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
  customerTransactionId: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
  details: { reference: 'Rent' },
}

export const CreateTransfer = input(
  {
    targetAccount: idIn('recipient', 'The recipient to pay'),
    sourceAccount: Type.Optional(idIn('recipient', 'The refund recipient')),
    quoteUuid: uuid('The quote to use. A quote can be used for one transfer only.'),
    customerTransactionId: uuid('Your id of this transfer, kept on retries: the idempotency key'),
    details: Type.Optional(
      described(TransferDetailsIn, 'The fields of the transfer form of the route'),
    ),
  },
  { title: 'CreateTransferRequest', examples: [createExample] },
)
export type CreateTransfer = Static<typeof CreateTransfer>

/** Some clients of version 1 send `quote`, the number (D107) or the UUID of the quote, instead of `quoteUuid`. */
export const CreateTransferV1 = input(
  {
    targetAccount: CreateTransfer.properties.targetAccount,
    sourceAccount: CreateTransfer.properties.sourceAccount,
    quoteUuid: Type.Optional(CreateTransfer.properties.quoteUuid),
    quote: Type.Optional(idOrUuidIn('quote', 'Deprecated: send quoteUuid instead')),
    customerTransactionId: CreateTransfer.properties.customerTransactionId,
    details: CreateTransfer.properties.details,
  },
  // The schema requires `quote` or `quoteUuid`, so that a missing quote is reported together with every other fault.
  {
    title: 'CreateTransferV1Request',
    examples: [createExample],
    if: { required: ['quote'] },
    else: { required: ['quoteUuid'] },
  },
)
export type CreateTransferV1 = Static<typeof CreateTransferV1>

const TransferDetailsOut = Type.Object(
  {
    ...details,
    reference: Type.String({
      description: "The text on the recipient's statement; empty when the request had none",
    }),
  },
  { title: 'TransferDetails' },
)

export const Transfer = Type.Object(
  {
    id: idOut('transfer'),
    user: idOut('user', 'The user who created the transfer'),
    targetAccount: idOut('recipient', 'The recipient that is paid'),
    sourceAccount: nullable(idOut('recipient', 'The refund recipient')),
    quote: nullable(Type.Integer({ description: 'Always null: see quoteUuid' })),
    quoteUuid: uuid('The quote that the transfer was created from'),
    payinSessionId: uuid('The id of the pay-in. No operation uses it.'),
    status: oneOf(transferStates.states, 'The status of the transfer'),
    reference: Type.String({ description: 'Deprecated: read details.reference' }),
    rate: Type.Number({
      description:
        'Units of target for one unit of source; between two currencies 0 without a locked rate or after the end of its lock, until the current rate is applied',
      examples: [1.15074],
    }),
    created: Type.String({
      description: 'YYYY-MM-DD hh:mm:ss, UTC',
      examples: ['2026-11-20 10:00:00'],
    }),
    business: nullable(idOut('profile', 'The profile, when it is a business; otherwise null')),
    transferRequest: nullable(Type.Integer({ description: 'Always null' })),
    details: described(TransferDetailsOut, 'The fields of the transfer form that were sent'),
    hasActiveIssues: Type.Boolean({ description: 'Whether active issues hold the transfer up' }),
    sourceCurrency: currencyCode(),
    sourceValue: amountOut('The source amount less the fee'),
    targetCurrency: currencyCode(),
    targetValue: amountOut(
      'The amount to deliver; between two currencies 0 without a locked rate or after the end of its lock, until the current rate is applied',
    ),
    customerTransactionId: nullable(
      Type.String({
        description: 'The idempotency key of the creation; null for a third-party transfer',
        examples: ['0f5551dc-0542-45d2-80e7-46378aefae0b'],
      }),
    ),
  },
  { title: 'Transfer' },
)
export type Transfer = Static<typeof Transfer>

export const Transfers = Type.Array(Transfer, { title: 'TransferList' })

export function showTransfer(transfer: TransferRow, now: Temporal.Instant): Transfer {
  return formatTransfer(shownOf(transfer), now)
}

/** A transfer that is going to be priced again shows zero as its rate and its target amount (D12a, D111a). */
export function formatTransfer(transfer: ShownTransfer, now: Temporal.Instant): Transfer {
  const { details, sourceCurrency, targetCurrency } = transfer
  const isPriced = hasRate(transfer, now)
  const reference = details.reference ?? ''
  return {
    id: transfer.id,
    user: transfer.userId,
    targetAccount: transfer.targetAccount,
    sourceAccount: transfer.sourceAccount,
    quote: null,
    quoteUuid: transfer.quoteId,
    payinSessionId: transfer.payinSessionId,
    status: transfer.status,
    reference,
    rate: isPriced ? transfer.rate : 0,
    created: transfer.created,
    business: transfer.business,
    transferRequest: null,
    details: { ...details, reference },
    hasActiveIssues: transfer.hasActiveIssues,
    sourceCurrency,
    sourceValue: toWire(money(transfer.convertedMinor, sourceCurrency)),
    targetCurrency,
    targetValue: isPriced ? toWire(money(transfer.targetMinor, targetCurrency)) : 0,
    customerTransactionId: transfer.customerTransactionId,
  }
}

export const FundTransfer = input(
  {
    type: Type.String({
      minLength: 1,
      maxLength: TYPE_LENGTH_MAX,
      description: 'The pay-in method: BALANCE',
      examples: ['BALANCE'],
    }),
    partnerReference: Type.Optional(
      Type.String({ description: 'Accepted and not used', maxLength: TEXT_LENGTH_MAX }),
    ),
    balanceId: Type.Optional(
      idIn(
        'balance',
        'The balance that pays; default: the STANDARD balance of the source currency',
      ),
    ),
  },
  { title: 'FundTransferRequest', examples: [{ type: 'BALANCE' }] },
)
export type FundTransfer = Static<typeof FundTransfer>

export const Payment = Type.Object(
  {
    type: Type.String({ description: 'How the transfer was paid', examples: ['BALANCE'] }),
    status: oneOf(
      ['COMPLETED', 'REJECTED'],
      'COMPLETED in a reply with status 201; REJECTED in a reply with an error',
    ),
    errorCode: nullable(
      Type.String({ description: 'The code of the error; null when the payment was not rejected' }),
    ),
    errorMessage: nullable(
      Type.String({
        description: 'The message of the error; null when the payment was not rejected',
      }),
    ),
    balanceTransactionId: Type.Integer({ description: 'Id of the payment', examples: [6492246] }),
  },
  { title: 'TransferPayment' },
)

export function showPayment({ paymentId }: PaidTransfer): Static<typeof Payment> {
  return {
    type: 'BALANCE',
    status: 'COMPLETED',
    errorCode: null,
    errorMessage: null,
    balanceTransactionId: paymentId,
  }
}

export const ListTransfers = Type.Object({
  profile: Type.Optional(
    idIn('profile', 'The profile that sent the transfers; default: the personal profile'),
  ),
  profileId: Type.Optional(idIn('profile', 'Another name of the parameter `profile`')),
  status: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Only these statuses, separated by commas',
    }),
  ),
  sourceCurrency: Type.Optional(currencyCode()),
  targetCurrency: Type.Optional(currencyCode()),
  createdDateStart: Type.Optional(
    instantIn(
      'Only transfers created at or after this time: a date, or a time in RFC 3339',
      '2026-01-05',
    ),
  ),
  createdDateEnd: Type.Optional(
    instantIn(
      'Only transfers created by the end of this day or second: a date, or a time in RFC 3339',
      '2026-12-31',
    ),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIMIT_MAX, description: `Default: ${LIMIT_MAX}` }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OFFSET_MAX,
      description: 'The number of transfers to skip: a multiple of limit',
      examples: [0],
    }),
  ),
  seekPosition: Type.Optional(idIn('transfer', 'Only transfers with a greater id')),
})
export type ListTransfers = Static<typeof ListTransfers>

export const DepositAmount = amountIn('The amount that arrives; default: the amount due')
