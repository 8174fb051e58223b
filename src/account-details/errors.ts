// The refusals of account details.

import { cursorInvalid } from '../kernel/cursor-pages.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { returnReasons } from './payments/return-reasons.ts'

export const CurrencyNotIssued: ErrorKind = {
  code: 'account-details.currency.not-supported',
  status: 422,
  message:
    'There are no account details in this currency. GET /v2/borderless-accounts-configuration/profiles/{profileId}/payin-currencies lists the currencies that have them.',
  path: 'currency',
}

export const BalanceMissing: ErrorKind = {
  code: 'account-details.balance.missing',
  status: 422,
  message: 'The profile has no open STANDARD balance in this currency. Open one first.',
  path: 'currency',
}

export const DetailsLimit: ErrorKind = {
  code: 'account-details.limit',
  status: 422,
  message:
    'No more account details can be issued to this profile in this currency; ended account details count too. Use the newest that GET /v1/profiles/{profileId}/account-details lists, or order them in another currency.',
  path: 'currency',
}

export const OrderNotFound: ErrorKind = {
  code: 'account-details-order.not-found',
  status: 404,
  message:
    'The profile has no order of account details with this id. GET /v1/profiles/{profileId}/account-details-orders lists its orders.',
  path: 'orderId',
}

export const FeeNotDue: ErrorKind = {
  code: 'account-details-order.fee.not-due',
  status: 409,
  message:
    'No fee is due for this order. Pay only for orders whose requirement TOP_UP is PENDING_USER.',
}

/** Facts 4.3 records code and message. */
export const DetailsMissing: ErrorKind = {
  code: 'not.valid',
  status: 400,
  message: 'No account details found for profile currency pair',
}

export const PaymentNotFound: ErrorKind = {
  code: 'error.payment.not-found',
  status: 404,
  message:
    'The profile has received no payment with this id. Send the id from an account-details-payment event.',
  path: 'paymentId',
}

export const CursorInvalid = cursorInvalid('received-payment.cursor.invalid')

export const ReturnInvalid: ErrorKind = {
  code: 'error.payment-return.invalid',
  status: 400,
  message: `Send one of these reasons, in capitals: ${returnReasons.join(', ')}. A SWIFT payment cannot be returned without a reason.`,
  path: 'reason',
}

export const ReturnExists: ErrorKind = {
  code: 'error.payment-return.exists',
  status: 409,
  message:
    'The payment was returned already, or is not COMPLETED yet. Return a payment once, after its state is COMPLETED.',
  path: 'paymentId',
}

export const AccountNotFound: ErrorKind = {
  code: 'multi-currency-account.not-found',
  status: 404,
  message:
    'The profile has no multi-currency account. Open a balance: the first balance creates the account.',
  path: 'profileId',
}

export const ProfileOrCountry: ErrorKind = {
  code: 'eligibility.profile-or-country',
  status: 400,
  message: 'Send either profileId or country, not both.',
}

export const StateRequired: ErrorKind = {
  code: 'eligibility.state.required',
  status: 400,
  message: 'Send the state, two letters, because the country is US.',
  path: 'state',
}

export const CountryUnknown: ErrorKind = {
  code: 'eligibility.country.unknown',
  status: 400,
  message: 'Send an ISO 3166-1 country code of two letters.',
  path: 'country',
}

export const PaymentRecorded: ErrorKind = {
  code: 'deposit.recorded',
  status: 409,
  message:
    'A payment with this transaction id or uetr is recorded already and is not credited again. For another payment, send the ids of that payment.',
}
