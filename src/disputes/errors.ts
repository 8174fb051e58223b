// The refusals of disputes.

import { unusedFileTime } from '../files/index.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { HOUR } from '../kernel/timer.ts'
import { TRANSACTIONS_MAX } from './form/transaction-ids.ts'

/** In words: how long after the upload of a file a dispute may use the file. */
export const UNUSED_FILE_TIME = `${unusedFileTime.seconds / HOUR} hours`

export const DisputeNotFound: ErrorKind = {
  code: 'dispute.not-found',
  status: 404,
  message:
    'The profile has no dispute with this id. GET /v3/spend/profiles/{profileId}/disputes lists its disputes.',
  path: 'disputeId',
}

export const ReasonNotFound: ErrorKind = {
  code: 'dispute.reason.not-found',
  status: 404,
  message:
    'There is no reason with this code. GET /v3/spend/profiles/{profileId}/dispute-form/reasons lists the reasons.',
  path: 'reason',
}

export const SchemeNotFound: ErrorKind = {
  code: 'dispute.scheme.not-found',
  status: 404,
  message: 'There is no card network with this code. Send the scheme of the card.',
  path: 'scheme',
}

export const SchemeMismatch: ErrorKind = {
  code: 'dispute.scheme.mismatch',
  status: 422,
  message:
    'The card of the transaction belongs to another card network. Send the scheme of the card.',
  path: 'scheme',
}

export const SubOptionRequired: ErrorKind = {
  code: 'dispute.reason.sub-option-required',
  status: 422,
  message: 'Submit the dispute with one of the sub-options of this reason.',
  path: 'reason',
}

export const TransactionIdsInvalid: ErrorKind = {
  code: 'dispute.transaction.invalid',
  status: 400,
  message: 'Send ids of card transactions, separated by commas.',
  path: 'transactionId',
}

export const TooManyTransactions: ErrorKind = {
  code: 'dispute.transaction.too-many',
  status: 422,
  message: `Send one transaction, or up to ${TRANSACTIONS_MAX} where the reason has supportsMultipleTransactions true.`,
  path: 'transaction.transactionId',
}

export const NotDisputable: ErrorKind = {
  code: 'dispute.transaction.not-disputable',
  status: 422,
  message:
    'Send a payment that is in progress or completed. Refunds, declined and cancelled payments cannot be disputed.',
  path: 'transaction.transactionId',
}

export const FieldRequired: ErrorKind = {
  code: 'dispute.field.required',
  status: 422,
  message: 'Fill in this field.',
}

export const FieldInvalid: ErrorKind = {
  code: 'dispute.field.invalid',
  status: 422,
  message: 'Send a value that the dispute form accepts in this field.',
}

export const DisclaimerRequired: ErrorKind = {
  code: 'dispute.disclaimer.required',
  status: 422,
  message: 'Confirm this statement before you submit the dispute.',
}

export const FileExpired: ErrorKind = {
  code: 'dispute.file.expired',
  status: 422,
  message: `No unused file has this id: a file can be used once, within ${UNUSED_FILE_TIME}. Upload it again.`,
}

export const FilePartUnknown: ErrorKind = {
  code: 'dispute.file.part-unknown',
  status: 422,
  message: 'Name the form field of the upload after one of the files of the dispute form.',
}

export const UploadUnavailable: ErrorKind = {
  code: 'dispute.file.not-available',
  status: 404,
  message: 'Upload the file to POST /v4/spend/profiles/{profileId}/dispute-form/file.',
}

export const DisputeExists: ErrorKind = {
  code: 'dispute.exists',
  status: 409,
  message:
    'The transaction is already disputed, or was refunded by a dispute. List the disputes with its transactionId.',
}

export const WithdrawalNotAllowed: ErrorKind = {
  code: 'dispute.withdrawal.not.allowed',
  status: 409,
  message: 'This dispute can no longer be withdrawn. Read the dispute: canWithdraw must be true.',
}

export const DisputeWrongStatus: ErrorKind = {
  code: 'wrong_status',
  status: 409,
  message:
    'The dispute cannot move from its current sub-status to this one. Read the dispute for its sub-status.',
}

export const RefundAmountUnexpected: ErrorKind = {
  code: 'dispute.amount.not-allowed',
  status: 422,
  message: 'Leave amount out unless subStatus is REFUNDED.',
  path: 'amount',
}
