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
    ['ACH', ach, [], 'every detail is present'],
    ['ACH', { ...ach, routingNumber: '111000026' }, ['routingNumber'], 'its check digit is wrong'],
    ['ACH', { ...ach, routingNumber: '11100002' }, ['routingNumber'], 'it must have nine digits'],
    [
      'ACH',
      { ...ach, accountNumber: '123' },
      ['accountNumber'],
      'it must have at least four digits',
    ],
    ['ACH', { ...ach, accountNumber: '12 34' }, ['accountNumber'], 'spaces are not allowed'],
    ['ACH', { ...ach, accountNumber: '1234' }, [], 'four digits are enough'],
    ['ACH', { ...ach, accountNumber: '1'.repeat(17) }, [], 'seventeen digits are allowed'],
    ['ACH', { ...ach, accountNumber: '1'.repeat(18) }, ['accountNumber'], 'it has 18 digits'],
    ['ACH', { ...ach, accountNumber: 'x1234' }, ['accountNumber'], 'it begins with a letter'],
    ['ACH', { ...ach, accountNumber: '1234x' }, ['accountNumber'], 'it ends with a letter'],
    ['ACH', { ...ach, accountType: 'NOSAVINGS' }, ['accountType'], 'there is text before the type'],
    ['ACH', { ...ach, accountType: 'CHECKINGS' }, ['accountType'], 'there is text after the type'],
    ['ACH', { ...ach, accountType: 'checking' }, ['accountType'], 'only capitals are accepted'],
    ['ACH', {}, ['routingNumber', 'accountNumber', 'accountType'], 'all of them are required'],
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
      'it must have three digits',
    ],
    ['EFT', { ...eft, transitNumber: '1600' }, ['transitNumber'], 'it must have five digits'],
    ['EFT', { ...eft, transitNumber: '160012' }, ['transitNumber'], 'it must have five digits'],
    ['EFT', { ...eft, transitNumber: '16001x' }, ['transitNumber'], 'it ends with a letter'],
    ['EFT', { ...eft, transitNumber: 'x16001' }, ['transitNumber'], 'it begins with a letter'],
    ['EFT', { ...eft, accountNumber: '12345' }, [], 'five digits are enough'],
    ['EFT', { ...eft, accountNumber: '1234' }, ['accountNumber'], 'four digits are too few'],
    ['EFT', { ...eft, accountNumber: '1'.repeat(12) }, [], 'twelve digits are allowed'],
    ['EFT', { ...eft, accountNumber: '1'.repeat(13) }, ['accountNumber'], 'it has 13 digits'],
    [
      'EFT',
      { ...eft, institutionNumber: 'x621' },
      ['institutionNumber'],
      'it begins with a letter',
    ],
    ['EFT', ach, ['institutionNumber', 'transitNumber'], 'those are details of the other network'],
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

it('ACH collects dollars, EFT Canadian dollars', () => {
  expect(debitCurrencies).toEqual({ ACH: 'USD', EFT: 'CAD' })
})

it.each([
  [5_323, 'B5323', 'it has the id'],
  [999_999_999, 'B999999999', 'nine digits are allowed'],
  [1_000_000_005_323, 'B5323', 'the ids of a cell are longer than nine digits'],
])('gap 1360: the default reference of initiation %i is %s, because %s', (id, reference) => {
  expect(defaultReference(id)).toBe(reference)
})

it.each([
  ['ACH', 'PROCESSING', '200', 'the bank accepted the request'],
  ['EFT', 'COMPLETED', '200', 'the money arrived'],
  ['ACH', 'FAILED', 'R01', 'insufficient funds, in ACH'],
  ['EFT', 'FAILED', '901', 'insufficient funds, in EFT'],
  ['ACH', 'CHARGED_BACK', 'R10', 'the holder did not authorise it, in ACH'],
  ['EFT', 'CHARGED_BACK', '915', 'no agreement existed, in EFT'],
] as const)('the return code for %s %s is %s: %s', (type, status, code, _) => {
  expect(returnCode(type, status)).toBe(code)
})
