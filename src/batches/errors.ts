// The refusals of batch groups and direct debits.

import { MINOR_DIGITS_MAX } from '../kernel/money.ts'
import type { ErrorKind } from '../kernel/refusal.ts'

export const GroupNotFound: ErrorKind = {
  code: 'batch.group.not-found',
  status: 404,
  message: 'This profile has no batch group with this id. Check the id and the profile.',
  path: 'batchGroupId',
}

export const NameTaken: ErrorKind = {
  code: 'batch.group.name.taken',
  status: 409,
  message: 'A batch group with this name and another source currency exists. Send another name.',
  path: 'name',
}

export const CurrencyNotPayable: ErrorKind = {
  code: 'batch.group.currency.not-supported',
  status: 422,
  message:
    'Transfers cannot be paid in this currency. Send the code of another source currency, in capitals, such as GBP.',
  path: 'sourceCurrency',
}

// Client programs show the messages of VersionConflict and GroupClosed (Facts 4.3).
export const VersionConflict: ErrorKind = {
  code: 'batch.group.version.conflict',
  status: 409,
  message: 'Group version conflict',
  path: 'version',
}

export const GroupClosed: ErrorKind = {
  code: 'batch.group.wrong-state',
  status: 422,
  message: 'Group is in wrong state for creating transfers into it',
}

export const NotCompletable: ErrorKind = {
  code: 'batch.group.wrong-state',
  status: 422,
  message: 'Only a batch group with status NEW can be completed. Read the group to see its status.',
}

export const GroupEmpty: ErrorKind = {
  code: 'batch.group.empty',
  status: 422,
  message: 'The batch group has no transfers. Add a transfer before completing it.',
}

export const GroupFull: ErrorKind = {
  code: 'batch.group.full',
  status: 422,
  message:
    'The batch group has reached its maximum number of transfers or total amount. Create another group.',
}

export const GroupCurrencyMismatch: ErrorKind = {
  code: 'batch.group.currency.mismatch',
  status: 422,
  message: 'Send a quote whose source currency is that of the batch group.',
  path: 'quoteUuid',
}

export const CancellationNotAllowed: ErrorKind = {
  code: 'batch.group.cancellation.not.allowed',
  status: 409,
  message:
    'Only a NEW or COMPLETED batch group can be cancelled, while it is not paid and no direct debit for it is in progress. Read its status and alreadyPaid.',
}

export const PaymentTypeNotSupported: ErrorKind = {
  code: 'payment.type-not-supported',
  status: 422,
  message:
    'Send type BALANCE in a payment from balances, and type DIRECT_DEBIT in a payment initiation.',
  path: 'type',
}

export const PaymentExists: ErrorKind = {
  code: 'payment.exists',
  status: 409,
  message:
    'The batch group is already paid, or a direct debit for it is in progress. Pay it only if that direct debit fails.',
}

export const NotFundable: ErrorKind = {
  code: 'batch.group.invalid-state',
  status: 409,
  message:
    'Only a batch group with status COMPLETED can be paid. Complete a NEW group first; create another group in place of a cancelled one.',
}

export const PayInMismatch: ErrorKind = {
  code: 'pay-in.mismatch',
  status: 422,
  message: 'Send the currency and the reference of the pay-in details of the batch group.',
}

export const PayInAmountInvalid: ErrorKind = {
  code: 'deposit.amount.invalid',
  status: 422,
  message: `Send a positive amount of at most ${MINOR_DIGITS_MAX} digits, with no more decimals than its currency has. In a currency without balances, send no more than is due.`,
  path: 'amount',
}

export const AccountCurrencyInvalid: ErrorKind = {
  code: 'debit.account.currency',
  status: 422,
  message: 'Send USD for ACH or CAD for EFT.',
  path: 'currency',
}

export const DetailInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Send the detail in the format that this type of account has.',
}

export const AccountUnusable: ErrorKind = {
  code: 'debit.account.not-usable',
  status: 422,
  message: 'Send the id of a linked account of this profile in the currency of the batch group.',
  path: 'accountId',
}

export const InitiationNotFound: ErrorKind = {
  code: 'payment.initiation.not-found',
  status: 404,
  message:
    'You have no payment initiation with this id, or it belongs to another profile or batch group than the path names. Check the ids.',
  path: 'paymentInitiationId',
}

export const InitiationWrongStatus: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message:
    'The payment initiation cannot move to this status from its current one. Read it to see its status.',
}
