import { describe, expect, it } from 'vitest'
import {
  debitCurrencies,
  defaultReference,
  detailFaults,
  detailsFor,
  returnCode,
} from '../direct-debits/model.ts'
import { DetailInvalid } from '../errors.ts'

const ach = { routingNumber: '111000025', accountNumber: '12345678', accountType: 'SAVINGS' }
const eft = { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' }

describe('detailFaults', () => {
  it.each([
    ['ACH', ach, [], 'every detail is valid'],
    ['ACH', { ...ach, routingNumber: '111000026' }, ['routingNumber'], 'the check digit is wrong'],
    [
      'ACH',
      { ...ach, routingNumber: '11100002' },
      ['routingNumber'],
      'a routing number has nine digits',
    ],
    [
      'ACH',
      { ...ach, accountNumber: '123' },
      ['accountNumber'],
      'an account number has at least four digits',
    ],
    ['ACH', { ...ach, accountNumber: '12 34' }, ['accountNumber'], 'spaces are not allowed'],
    ['ACH', { ...ach, accountNumber: '1234' }, [], 'four digits are enough'],
    ['ACH', { ...ach, accountNumber: '1'.repeat(17) }, [], 'seventeen digits are allowed'],
    [
      'ACH',
      { ...ach, accountNumber: '1'.repeat(18) },
      ['accountNumber'],
      'eighteen digits are too many',
    ],
    [
      'ACH',
      { ...ach, accountNumber: 'x1234' },
      ['accountNumber'],
      'the number begins with a letter',
    ],
    ['ACH', { ...ach, accountNumber: '1234x' }, ['accountNumber'], 'the number ends with a letter'],
    ['ACH', { ...ach, accountType: 'NOSAVINGS' }, ['accountType'], 'there is text before the type'],
    ['ACH', { ...ach, accountType: 'CHECKINGS' }, ['accountType'], 'there is text after the type'],
    ['ACH', { ...ach, accountType: 'checking' }, ['accountType'], 'only capitals are accepted'],
    [
      'ACH',
      {},
      ['routingNumber', 'accountNumber', 'accountType'],
      'all details of ACH are required',
    ],
    ['EFT', eft, [], 'the account type is optional'],
    [
      'EFT',
      { ...eft, accountType: 'GOLD' },
      ['accountType'],
      'an account type that is sent must be valid',
    ],
    [
      'EFT',
      { ...eft, institutionNumber: '6211' },
      ['institutionNumber'],
      'an institution number has three digits',
    ],
    [
      'EFT',
      { ...eft, transitNumber: '1600' },
      ['transitNumber'],
      'a transit number has five digits',
    ],
    [
      'EFT',
      { ...eft, transitNumber: '160012' },
      ['transitNumber'],
      'a transit number has five digits',
    ],
    [
      'EFT',
      { ...eft, transitNumber: '16001x' },
      ['transitNumber'],
      'the number ends with a letter',
    ],
    [
      'EFT',
      { ...eft, transitNumber: 'x16001' },
      ['transitNumber'],
      'the number begins with a letter',
    ],
    ['EFT', { ...eft, accountNumber: '12345' }, [], 'five digits are enough'],
    ['EFT', { ...eft, accountNumber: '1234' }, ['accountNumber'], 'four digits are too few'],
    ['EFT', { ...eft, accountNumber: '1'.repeat(12) }, [], 'twelve digits are allowed'],
    [
      'EFT',
      { ...eft, accountNumber: '1'.repeat(13) },
      ['accountNumber'],
      'thirteen digits are too many',
    ],
    [
      'EFT',
      { ...eft, institutionNumber: 'x621' },
      ['institutionNumber'],
      'the number begins with a letter',
    ],
    [
      'EFT',
      ach,
      ['institutionNumber', 'transitNumber'],
      'a routing number belongs to the other network',
    ],
  ] as const)('for %s %j: faults at %j, because %s', (type, details, names, _) => {
    const paths = detailFaults(type, details).map(({ path }) => path)
    expect(paths).toEqual(names.map((name) => `details.${name}`))
  })
})

it('detailsFor drops the details of the other network', () => {
  expect(detailsFor('EFT', { ...ach, ...eft })).toEqual({ ...eft, accountType: 'SAVINGS' })
})

it('detailsFor has no key for a detail that is absent', () => {
  expect(Object.keys(detailsFor('EFT', eft)).sort()).toEqual(Object.keys(eft).sort())
})

it('the fault of an invalid detail has the format as message and the value as argument', () => {
  expect(detailFaults('ACH', { ...ach, accountType: 'GOLD' })).toEqual([
    {
      kind: DetailInvalid,
      path: 'details.accountType',
      message: 'Send CHECKING or SAVINGS.',
      arguments: ['GOLD'],
    },
  ])
})

it('ACH collects US dollars, EFT Canadian dollars', () => {
  expect(debitCurrencies).toEqual({ ACH: 'USD', EFT: 'CAD' })
})

it.each([
  [5_323, 'B5323', 'the reference is B and the id'],
  [999_999_999, 'B999999999', 'nine digits are allowed'],
  [1_000_000_005_323, 'B5323', 'the ids of a cell are longer than nine digits'],
])('gap 1360: the default reference of initiation %i is %s, because %s', (id, reference) => {
  expect(defaultReference(id)).toBe(reference)
})

it.each([
  ['ACH', 'PROCESSING', '200', 'the bank accepted the request'],
  ['EFT', 'COMPLETED', '200', 'the money arrived'],
  ['ACH', 'FAILED', 'R01', 'R01 means insufficient funds in ACH'],
  ['EFT', 'FAILED', '901', '901 means insufficient funds in EFT'],
  ['ACH', 'CHARGED_BACK', 'R10', 'R10 means in ACH that the holder did not authorise the debit'],
  ['EFT', 'CHARGED_BACK', '915', '915 means in EFT that no agreement existed'],
] as const)('the return code for %s %s is %s, because %s', (type, status, code, _) => {
  expect(returnCode(type, status)).toBe(code)
})
