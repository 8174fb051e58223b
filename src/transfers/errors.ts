// Every refusal of this module.

import type { ErrorKind } from '../kernel/refusal.ts'

export const TransferNotFound: ErrorKind = {
  code: 'transfer.not-found',
  status: 404,
  message:
    'You have no transfer with this id. Check the id, and the profile if the path names one.',
}

// Client programs compare the code (Facts 4.3). This project chose the HTTP status (D23).
export const WrongStatus: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message:
    'The transfer cannot make this move from its current status. Read the transfer to see its status.',
}

export const HeldByIssues: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message:
    'The transfer is held up by issues; GET /v1/transfers/{transferId}/issues lists them. Once they are resolved, send the request again.',
}

export const ReceiptUnavailable: ErrorKind = {
  code: 'transfer.receipt.unavailable',
  status: 409,
  message:
    'A transfer has a receipt only while its status is outgoing_payment_sent. Read the transfer to see its status.',
}

export const InBatchGroup: ErrorKind = {
  code: 'transfer.in-batch-group',
  status: 409,
  message: 'The transfer belongs to an unpaid batch group. Pay or cancel the whole group.',
}

/** The message is documented (Facts 4.3). */
export const CancellationNotAllowed: ErrorKind = {
  code: 'transfer.cancellation.not.allowed',
  status: 409,
  message: 'Transfer cannot be cancelled',
}

export const PaymentExists: ErrorKind = {
  code: 'payment.exists',
  status: 409,
  message: 'The transfer is already paid. Read the transfer to see its status.',
}

export const NotFundable: ErrorKind = {
  code: 'transfer.invalid-state',
  status: 409,
  message:
    'The transfer is cancelled, or the time to pay for it is over. Create another quote and transfer.',
}

export const OptionUnavailable: ErrorKind = {
  code: 'payment.option-unavailable',
  status: 422,
  message:
    'The quote cannot be paid by this pay-in method. Choose another of its options, or create another quote.',
}

export const PaymentTypeNotSupported: ErrorKind = {
  code: 'payment.type-not-supported',
  status: 422,
  message: 'Send BALANCE as type: a transfer is paid from a balance.',
  path: 'type',
}

export const BalanceUnusable: ErrorKind = {
  code: 'balance.not-usable',
  status: 422,
  message: 'Send as balanceId an open balance of this profile in the source currency.',
  path: 'balanceId',
}

export const InvalidSourceAccount: ErrorKind = {
  code: 'INVALID_SOURCE_ACCOUNT',
  status: 422,
  message:
    'Send as sourceAccount an active recipient of this profile that has a bank account in the source currency.',
  path: 'sourceAccount',
}

export const DetailsInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message:
    'The value does not fit this currency route. POST /v1/transfer-requirements lists the fields and their values.',
}

export const RefundWebhookMissing: ErrorKind = {
  code: 'refund.webhook.not-configured',
  status: 409,
  message: 'Subscribe the profile or its application to transfers#refund first.',
}

/** Each fault has its own message (`list-transfers.ts`); this one is shown in the list of errors. */
export const ListQueryInvalid: ErrorKind = {
  code: 'transfers.list.invalid',
  status: 400,
  message: 'Correct the parameter that `path` names.',
}

export const BounceReasonUnknown: ErrorKind = {
  code: 'bounce.reason.unknown',
  status: 422,
  message: 'Send one of the payout-failure reason codes, such as ACCOUNT_CLOSED.',
  path: 'reason',
}

export const DepositInvalid: ErrorKind = {
  code: 'deposit.amount.invalid',
  status: 422,
  message:
    'Send a positive amount that is not above the amount due, with no more decimals than the source currency has.',
  path: 'amount',
}

export const TimeZoneUnknown: ErrorKind = {
  code: 'timezone.unknown',
  status: 400,
  message: 'Send a time zone of the IANA database, such as Europe/London.',
  path: 'timezone',
}
