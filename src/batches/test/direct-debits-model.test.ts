import { describe, expect, it } from 'vitest'
import { detailFaults, detailsFor, returnCode } from '../direct-debits/model.ts'

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
    ['ACH', { ...ach, accountNumber: '12 34' }, ['accountNumber'], 'blanks are not allowed'],
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
    ['EFT', { ...eft, transitNumber: '1600' }, ['transitNumber'], 'it has five digits'],
    ['EFT', ach, ['institutionNumber', 'transitNumber'], 'those are details of the other network'],
  ] as const)('for %s %j: faults at %j, because %s', (type, details, names, _) => {
    const paths = detailFaults(type, details).map(({ path }) => path)
    expect(paths).toEqual(names.map((name) => `details.${name}`))
  })
})

it('detailsFor drops the details of the other network', () => {
  expect(detailsFor('EFT', { ...ach, ...eft })).toEqual({ ...eft, accountType: 'SAVINGS' })
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
