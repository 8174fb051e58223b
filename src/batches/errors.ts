// Every way the module says no.

import type { ErrorKind } from '../kernel/refusal.ts'

export const GroupNotFound: ErrorKind = {
  code: 'batch.group.not-found',
  status: 404,
  message: 'There is no such batch group.',
  path: 'batchGroupId',
}

export const NameTaken: ErrorKind = {
  code: 'batch.group.name.taken',
  status: 409,
  message: 'An earlier batch group of this profile has this name, and another source currency.',
  path: 'name',
}

export const CurrencyNotPayable: ErrorKind = {
  code: 'batch.group.currency.not-supported',
  status: 422,
  message: 'Nothing can be sent from this currency.',
  path: 'sourceCurrency',
}

// Facts 4.3: client programs show the messages of these two.
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
  message: 'Group is in wrong state for being completed',
}

export const GroupEmpty: ErrorKind = {
  code: 'batch.group.empty',
  status: 422,
  message: 'A batch group without transfers cannot be completed.',
}

export const GroupFull: ErrorKind = {
  code: 'batch.group.full',
  status: 422,
  message: 'The batch group holds as many transfers, or as much money, as one may.',
}

export const GroupCurrencyMismatch: ErrorKind = {
  code: 'batch.group.currency.mismatch',
  status: 422,
  message: 'The quote has another source currency than the batch group.',
  path: 'quoteUuid',
}

export const CancellationNotAllowed: ErrorKind = {
  code: 'batch.group.cancellation.not.allowed',
  status: 409,
  message: 'The batch group is paid, or being paid by direct debit, or cancelled already.',
}

export const PaymentTypeUnknown: ErrorKind = {
  code: 'payment.type-not-supported',
  status: 422,
  message: 'A batch group is paid from balances (type BALANCE) or initiated as DIRECT_DEBIT.',
  path: 'type',
}

export const PaymentExists: ErrorKind = {
  code: 'payment.exists',
  status: 409,
  message: 'The batch group is paid already, or being paid by direct debit.',
}

export const NotFundable: ErrorKind = {
  code: 'batch.group.invalid-state',
  status: 409,
  message: 'Only a batch group with status COMPLETED can be paid.',
}

export const PayInMismatch: ErrorKind = {
  code: 'pay-in.mismatch',
  status: 422,
  message: 'The money came in another currency, or under another reference, than was asked for.',
}

export const PayInAmountInvalid: ErrorKind = {
  code: 'deposit.amount.invalid',
  status: 422,
  message:
    'The amount must be positive, fit the currency, and not exceed what is due where no balance can take the rest.',
  path: 'amount',
}

export const AccountCurrencyInvalid: ErrorKind = {
  code: 'debit.account.currency',
  status: 422,
  message: 'ACH debits USD, EFT debits CAD.',
  path: 'currency',
}

export const DetailInvalid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'The value is not valid for this type of account.',
}

export const AccountUnusable: ErrorKind = {
  code: 'debit.account.not-usable',
  status: 422,
  message: 'The account is not a linked one of this profile in the currency of the batch group.',
  path: 'accountId',
}

export const InitiationNotFound: ErrorKind = {
  code: 'payment.initiation.not-found',
  status: 404,
  message: 'There is no such payment initiation.',
  path: 'paymentInitiationId',
}

export const InitiationWrongStatus: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message: 'The payment initiation cannot make this move from its present status.',
}
