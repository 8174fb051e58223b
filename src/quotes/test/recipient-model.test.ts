import { describe, expect, it } from 'vitest'
import type { RecipientRow } from '../../recipients/index.ts'
import { InvalidRecipient } from '../errors.ts'
import {
  choosePayOut,
  eligibilityFaults,
  payOutFaults,
  recipientFaults,
} from '../pricing/recipient.ts'

/** Only the fields that the rules of this file read. */
const recipient = {
  currency: 'EUR',
  type: 'iban',
  accountHolderName: 'Nora Sample',
  details: { IBAN: 'DE89370400440532013000' },
  active: true,
} as unknown as RecipientRow

const quote = {
  sourceCurrency: 'GBP',
  targetCurrency: 'EUR',
  payOut: 'BANK_TRANSFER',
} as const

const invalid = (message: string) => [{ kind: InvalidRecipient, message }]
const notFound = 'This profile has no active recipient with this id. Send the id of an active one.'
const inEuros = 'This recipient is paid in EUR. Send a recipient that is paid in USD.'

describe('eligibilityFaults', () => {
  it('is empty for an active recipient that is paid in this currency', () => {
    expect(eligibilityFaults('EUR', recipient)).toEqual([])
  })

  it.each<[message: string, when: string, currency: string, RecipientRow | undefined]>([
    [notFound, 'the recipient does not exist', 'EUR', undefined],
    [notFound, 'the recipient is deactivated', 'EUR', { ...recipient, active: false }],
    [inEuros, 'the recipient is paid in another currency', 'USD', recipient],
  ])('has the message "%s" when %s', (message, _when, currency, row) => {
    expect(eligibilityFaults(currency, row)).toEqual(invalid(message))
  })
})

describe('D20: recipientFaults', () => {
  it('is empty for a recipient that the quote can be paid to', () => {
    expect(recipientFaults(quote, recipient)).toEqual([])
  })

  it('returns the faults of an unknown recipient and of a recipient that is paid in another currency', () => {
    expect(recipientFaults(quote, undefined)).toEqual(invalid(notFound))
    expect(recipientFaults({ ...quote, targetCurrency: 'USD' }, recipient)).toEqual(
      invalid(inEuros),
    )
  })

  it('refuses a recipient that changes the pay-out method, because the price depends on it', () => {
    expect(recipientFaults({ ...quote, payOut: 'SWIFT' }, recipient)).toEqual(
      invalid('This recipient changes the price. Add it to the quote with a PATCH first.'),
    )
  })

  const missing = ['address.country', 'address.city', 'address.postCode', 'address.firstLine']

  it('D17: names each missing key of an address that the route requires', () => {
    const faults = recipientFaults({ ...quote, sourceCurrency: 'AUD' }, recipient)
    expect(faults.map(({ path }) => path).sort()).toEqual([...missing].sort())
    for (const fault of faults)
      expect(fault).toMatchObject({ kind: InvalidRecipient, message: expect.any(String) })
  })
})

it('payOutFaults names the method that does not reach the recipient', () => {
  expect(payOutFaults('SWIFT')).toEqual(
    invalid('This recipient cannot be paid by SWIFT. Leave payOut out.'),
  )
})

describe('choosePayOut', () => {
  const account = (type: string) => ({ currency: 'USD', type, accountHolderName: 'A', details: {} })
  it.each([
    [
      'swift_code',
      'none',
      'BANK_TRANSFER',
      'SWIFT',
      'a swift_code recipient is paid by SWIFT (A 2.4, rule 6)',
    ],
    ['swift_code', 'none', 'SWIFT_OUR', 'SWIFT_OUR', 'both SWIFT methods reach the account'],
    [
      'swift_code',
      'SWIFT_OUR',
      'BANK_TRANSFER',
      'SWIFT_OUR',
      'the request names a method that reaches the account',
    ],
    [
      'swift_code',
      'BANK_TRANSFER',
      'BANK_TRANSFER',
      'SWIFT',
      'BANK_TRANSFER is a default that the account replaces',
    ],
    [
      'swift_code',
      'CA_NETWORK',
      'BANK_TRANSFER',
      'none',
      'the Canadian network does not reach the account',
    ],
    [
      'ca_network',
      'none',
      'BANK_TRANSFER',
      'CA_NETWORK',
      'a ca_network recipient is paid by CA_NETWORK (A 2.4, rule 6)',
    ],
    [
      'iban',
      'none',
      'SWIFT',
      'BANK_TRANSFER',
      'the method of the previous recipient does not reach the account',
    ],
    [
      'iban',
      'none',
      'BALANCE',
      'BANK_TRANSFER',
      'BALANCE is priced for money that stays in the service (D92)',
    ],
    [
      'iban',
      'BALANCE',
      'BANK_TRANSFER',
      'BANK_TRANSFER',
      'BALANCE is a default that the account replaces',
    ],
    ['iban', 'SWIFT', 'BANK_TRANSFER', 'none', 'SWIFT does not reach the account'],
  ] as const)(
    'for an account of type %s with payOut %s in the request and %s in the quote is %s, because %s',
    (type, requested, current, wanted, _) => {
      const payOut = requested === 'none' ? undefined : requested
      expect(choosePayOut(account(type), payOut, current) ?? 'none').toBe(wanted)
    },
  )
})
