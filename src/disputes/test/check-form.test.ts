import { describe, expect, it } from 'vitest'
import { FieldRequired } from '../errors.ts'
import { checkForm } from '../form/check-form.ts'
import { forms } from '../form/forms.ts'
import type { DisputeCode } from '../reasons.ts'

const today = Temporal.PlainDate.from('2026-01-05')

/** The faults of a form as `path: message`. */
const faultsOf = (code: DisputeCode, form: unknown) =>
  checkForm(forms[code], form, today).faults.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

const MISSING = FieldRequired.message
const cash = {
  requested: { value: 100, currency: 'EUR' },
  received: { value: 40, currency: 'EUR' },
  details: 'It kept 60.',
}
const wrong = {
  charged: { value: '50', currency: 'EUR' },
  expected: { value: 5, currency: 'EUR' },
  agreedDetails: { agreed: false },
  goods: 'Coffee',
  details: 'Too much',
}
const undelivered = {
  goods: 'A book',
  expectedDate: '2026-01-05',
  contactedMerchant: true,
  details: 'Nothing came',
}

describe('checkForm', () => {
  it.each<[DisputeCode, object, string[], string]>([
    ['ATM_DISPENSED_NO_FUNDS', cash, [], 'the form is complete'],
    [
      'ATM_DISPENSED_NO_FUNDS',
      { ...cash, received: { value: 0, currency: 'EUR' } },
      [],
      'the machine may have paid nothing',
    ],
    [
      'ATM_DISPENSED_NO_FUNDS',
      { ...cash, requested: { value: 0, currency: 'EUR' } },
      ['requested.value: Send more than zero.'],
      'the amount to withdraw must be above zero',
    ],
    [
      'ATM_DISPENSED_NO_FUNDS',
      { ...cash, received: { value: 100, currency: 'EUR' } },
      ['received.value: Send less than the amount that you wanted to withdraw.'],
      'the machine paid the whole amount',
    ],
    [
      'ATM_DISPENSED_NO_FUNDS',
      { ...cash, received: { value: 40, currency: 'USD' } },
      ['received.currency: Send both amounts in the same currency.'],
      'the amounts cannot be compared',
    ],
    [
      'ATM_DISPENSED_NO_FUNDS',
      { ...cash, received: { value: -0.01, currency: 'EUR' } },
      ['received.value: Send zero or more.'],
      'a negative amount is not allowed',
    ],
    ['WRONG_AMOUNT', wrong, [], 'the form is complete, with an amount in text'],
    [
      'WRONG_AMOUNT',
      { ...wrong, agreedDetails: { agreed: true } },
      ['agreedDetails.agreedReason: Say why you agreed to the amount.'],
      'an agreement needs a reason',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, agreedDetails: { agreed: 'true', agreedReason: '  ' } },
      ['agreedDetails.agreedReason: Say why you agreed to the amount.'],
      'a reason that consists of spaces counts as missing',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, agreedDetails: null, charged: undefined },
      [
        `charged.value: ${MISSING}`,
        `charged.currency: ${MISSING}`,
        `agreedDetails.agreed: ${MISSING}`,
      ],
      'the customer sees the fields inside the objects',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, agreedDetails: 'no', charged: 50 },
      ['charged: Send an amount with value and currency.', 'agreedDetails: Send an object.'],
      'these fields must be objects',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, charged: { value: 1.005, currency: 'EUR' } },
      ['charged.value: Send a number that is exact in EUR.'],
      'EUR has two decimals',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, charged: { value: 1.5, currency: 'JPY' } },
      ['charged.value: Send a number that is exact in JPY.'],
      'JPY has no decimals',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, charged: { value: 1e15, currency: 'EUR' } },
      ['charged.value: Send a number that is exact in EUR.'],
      'the amount has more than fifteen digits',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, charged: { value: 1, currency: 'eur' } },
      ['charged.currency: Choose an ISO 4217 currency code.'],
      'codes must be in capitals',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, charged: { value: 'x', currency: 'XXX' } },
      [
        'charged.value: Send a number that is exact in its currency.',
        'charged.currency: Choose an ISO 4217 currency code.',
      ],
      'neither the number nor the currency is valid',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, charged: { value: 1.2345, currency: 'XXX' } },
      ['charged.currency: Choose an ISO 4217 currency code.'],
      'without a currency the number of decimals cannot be checked',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, goods: 'a\nb', details: 'a\r\n\tb' },
      ['goods: Remove the control characters.'],
      'only a long text has several lines',
    ],
    [
      'WRONG_AMOUNT',
      { ...wrong, details: 'a\u0000b', goods: '\ud800' },
      ['goods: Remove the control characters.', 'details: Remove the control characters.'],
      'the database cannot store these characters',
    ],
    ['NEVER_ARRIVED', undelivered, [], 'the order was expected today'],
    [
      'NEVER_ARRIVED',
      { ...undelivered, expectedDate: '2026-01-06' },
      ['expectedDate: Send a day that is not in the future.'],
      'the order may still arrive',
    ],
    [
      'NEVER_ARRIVED',
      { ...undelivered, expectedDate: '2026-02-29', contactedMerchant: 'yes' },
      ['expectedDate: Send a day, written YYYY-MM-DD.', 'contactedMerchant: Send true or false.'],
      '2026 is not a leap year, and yes is not a boolean',
    ],
    [
      'CANCELLED_ORDER',
      { goods: 'A', cancelledDate: '2026-01-01', cancelledBy: 'toString', details: 'B' },
      ['cancelledBy: Choose one of ME, MERCHANT.'],
      'toString is a property of every object and not a choice',
    ],
    [
      'PAID_TWICE',
      { details: 'Twice' },
      ['otherTransactionId: Name the other transaction, or how else you paid.'],
      'one of the two answers is required',
    ],
    [
      'PAID_TWICE',
      { details: 'Twice', otherMeans: 'Cash' },
      [],
      'one of the two answers is enough',
    ],
    [
      'PAID_TWICE',
      { details: 'Twice', otherTransactionId: '7' },
      [],
      'one of the two answers is enough',
    ],
    [
      'NO_REFUND',
      {
        goods: 'A',
        refundDue: { value: 1, currency: 'GBP' },
        promisedDate: '2026-12-31',
        details: 'B',
      },
      [],
      'a refund may be promised for the future',
    ],
    [
      'UNWANTED_SUBSCRIPTION',
      { details: 'B', cancelledDate: '' },
      [],
      'the day of the cancellation is optional',
    ],
    ['SCAM', {}, [`goods: ${MISSING}`, `details: ${MISSING}`], 'both fields are required'],
    ['SCAM', [], [': Send an object.'], 'a list has no fields'],
  ])('%s %j has the faults %j, because %s', (code, form, expected) => {
    expect(faultsOf(code, form)).toEqual(expected)
  })

  it('refuses a text of more than 1000 characters', () => {
    const form = { ...wrong, goods: 'x'.repeat(1001), details: 'x'.repeat(1000) }
    expect(faultsOf('WRONG_AMOUNT', form)).toEqual(['goods: Use at most 1000 characters.'])
  })

  it('accepts a text of 1000 emoji, each of which is one character in two UTF-16 units', () => {
    expect(faultsOf('WRONG_AMOUNT', { ...wrong, goods: '🐦'.repeat(1000) })).toEqual([])
  })
})
