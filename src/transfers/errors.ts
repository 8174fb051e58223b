import type { ErrorKind } from '../kernel/refusal.ts'

export const TransferNotFound: ErrorKind = {
  code: 'transfer.not-found',
  status: 404,
  message: 'There is no such transfer.',
}

// Facts 4.3: the code is compared literally by client programs; D23 gives it its status.
export const WrongStatus: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message: 'The transfer cannot make this move from its present status.',
}

export const HeldByIssues: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message:
    'The transfer is held up by issues; GET /v1/transfers/{transferId}/issues lists them. It moves on once they are resolved.',
}

export const ReceiptUnavailable: ErrorKind = {
  code: 'transfer.receipt.unavailable',
  status: 409,
  message:
    'There is a receipt once the money has left, while the status is outgoing_payment_sent. Read the transfer to see its status.',
}

export const InBatchGroup: ErrorKind = {
  code: 'transfer.in-batch-group',
  status: 409,
  message: 'Until its batch group is paid, a member is paid, moved and cancelled with the group.',
}

export const CancellationNotAllowed: ErrorKind = {
  code: 'transfer.cancellation.not.allowed',
  status: 409,
  message: 'Transfer cannot be cancelled',
}

export const PaymentExists: ErrorKind = {
  code: 'payment.exists',
  status: 409,
  message: 'The transfer is already paid.',
}

export const NotFundable: ErrorKind = {
  code: 'transfer.invalid-state',
  status: 409,
  message: 'A cancelled transfer cannot be paid.',
}

export const OptionUnavailable: ErrorKind = {
  code: 'payment.option-unavailable',
  status: 422,
  message: 'The quote offers no such way to pay.',
}

export const PaymentTypeUnknown: ErrorKind = {
  code: 'payment.type-not-supported',
  status: 422,
  message: 'A transfer can be paid from a balance: type BALANCE.',
  path: 'type',
}

export const BalanceUnusable: ErrorKind = {
  code: 'balance.not-usable',
  status: 422,
  message: 'The balance is not an open one of this profile in the source currency.',
  path: 'balanceId',
}

export const InvalidSourceAccount: ErrorKind = {
  code: 'INVALID_SOURCE_ACCOUNT',
  status: 422,
  message: 'The refund recipient must be an active account of this profile in the source currency.',
  path: 'sourceAccount',
}

export const DetailsInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'The value does not fit this route.',
}

export const RefundWebhookMissing: ErrorKind = {
  code: 'refund.webhook.not-configured',
  status: 409,
  message: 'Neither the profile nor its application subscribes to transfers#refund.',
}

export const ListQueryInvalid: ErrorKind = {
  code: 'transfers.list.invalid',
  status: 400,
  message: 'Invalid parameters',
}

export const BounceReasonUnknown: ErrorKind = {
  code: 'bounce.reason.unknown',
  status: 422,
  message: 'The reason is not one of the payout-failure reason codes.',
  path: 'reason',
}

export const DepositInvalid: ErrorKind = {
  code: 'deposit.amount.invalid',
  status: 422,
  message: 'The amount must be positive, fit the source currency and not exceed what is due.',
  path: 'amount',
}

export const TimeZoneUnknown: ErrorKind = {
  code: 'timezone.unknown',
  status: 400,
  message: 'The time zone is not a name of the IANA database, such as Europe/London.',
  path: 'timezone',
}
