import { describe, expect, it } from 'vitest'
import {
  askedMinorOf,
  detailFaults,
  detailsFor,
  isLapsing,
  referenceOf,
  returnCode,
} from '../model.ts'

const noon = Temporal.Instant.from('2026-01-12T12:00:00Z')
const open = { status: 'COMPLETED', paid: false, debited: false, lapsesAt: noon } as const

describe('isLapsing', () => {
  it.each([
    [{}, -1, false, 'its time is not over'],
    [{}, 0, true, 'its time is over'],
    [{}, 1, true, 'its time has been over for a while'],
    [{ status: 'NEW' }, 1, true, 'its members wait as well'],
    [{ status: 'MARKED_FOR_CANCELLATION' }, 1, false, 'its members are being cancelled already'],
    [{ status: 'CANCELLED' }, 1, false, 'it has ended'],
    [{ paid: true }, 1, false, 'nobody waits any more'],
    [{ debited: true }, 1, false, 'its money is on the way'],
    [{ lapsesAt: null }, 1, false, 'it has no members'],
  ] as const)('%j, %i seconds after: %s, because %s', (change, seconds, lapses, _) => {
    expect(isLapsing({ ...open, ...change }, noon.add({ seconds }))).toBe(lapses)
  })
})

describe('askedMinorOf', () => {
  it.each([
    [101n, 100n, 101n, 'a bank asks for more than a balance'],
    [undefined, 100n, 100n, 'no bank can pay for it, and it still counts'],
  ] as const)('%s by bank, %s as made: %s, because %s', (byBank, asMade, asked, _) => {
    const cost = byBank === undefined ? undefined : { sourceMinor: byBank }
    expect(askedMinorOf(cost, { sourceMinor: asMade })).toBe(asked)
  })
})

const ach = { routingNumber: '111000025', accountNumber: '12345678', accountType: 'SAVINGS' }
const eft = { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' }

describe('detailFaults', () => {
  it.each([
    ['ACH', ach, [], 'all is there'],
    ['ACH', { ...ach, routingNumber: '111000026' }, ['routingNumber'], 'its check digit is wrong'],
    ['ACH', { ...ach, routingNumber: '11100002' }, ['routingNumber'], 'it has eight digits'],
    ['ACH', { ...ach, accountNumber: '123' }, ['accountNumber'], 'it is too short'],
    ['ACH', { ...ach, accountNumber: '12 34' }, ['accountNumber'], 'it has no blanks'],
    ['ACH', { ...ach, accountType: 'checking' }, ['accountType'], 'it is written in capitals'],
    ['ACH', {}, ['routingNumber', 'accountNumber', 'accountType'], 'all of them are asked for'],
    ['EFT', eft, [], 'an account type may be left out'],
    ['EFT', { ...eft, accountType: 'GOLD' }, ['accountType'], 'given, it must be one'],
    ['EFT', { ...eft, institutionNumber: '6211' }, ['institutionNumber'], 'it has three digits'],
    ['EFT', { ...eft, transitNumber: '1600' }, ['transitNumber'], 'it has five digits'],
    ['EFT', ach, ['institutionNumber', 'transitNumber'], 'those are of the other network'],
  ] as const)('%s %j lacks %j, because %s', (type, details, names, _) => {
    const paths = detailFaults(type, details).map(({ path }) => path)
    expect(paths).toEqual(names.map((name) => `details.${name}`))
  })
})

it('keeps the details of the type', () => {
  expect(detailsFor('EFT', { ...ach, ...eft })).toEqual({ ...eft, accountType: 'SAVINGS' })
})

it.each([
  ['ACH', 'PROCESSING', '200', 'the bank took the order'],
  ['EFT', 'COMPLETED', '200', 'the money came'],
  ['ACH', 'FAILED', 'R01', 'insufficient funds, in ACH'],
  ['EFT', 'FAILED', '901', 'insufficient funds, in EFT'],
  ['ACH', 'CHARGED_BACK', 'R10', 'the holder did not authorise it, in ACH'],
  ['EFT', 'CHARGED_BACK', '915', 'no agreement existed, in EFT'],
] as const)('%s %s is %s, because %s', (type, status, code, _) => {
  expect(returnCode(type, status)).toBe(code)
})

it('makes references of B and digits', () => {
  expect(referenceOf(5323)).toBe('B5323')
})
