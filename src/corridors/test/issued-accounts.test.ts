import fc from 'fast-check'
import { isValidBIC, isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { CELL_MAX } from '../../kernel/cells.ts'
import * as checks from '../forms/checks.ts'
import { composeNumbers } from '../issued-accounts/compose-numbers.ts'
import { mask } from '../issued-accounts/describe-numbers.ts'
import {
  type AccountNumbers,
  accountFee,
  accountRows,
  exampleRows,
  issuedCurrencies,
  payableNumbers,
  receivesSwift,
} from '../issued-accounts/index.ts'
import { payInAccount } from '../routes/pay-in-accounts.ts'

/** New Zealand has the fewest numbers for each cell. */
const SEQUENCE_MAX = 489_999

const passes = (check: (value: string, other: () => undefined) => boolean, value = '') =>
  check(value, () => undefined)

/** Returns the faults of the numbers of an account. */
function faultsOf(currency: string, numbers: AccountNumbers): string[] {
  const { accountNumber, bankCode, iban, swiftCode } = numbers
  const wellFormed: Readonly<Record<string, boolean>> = {
    AUD: /^\d{6}$/.test(bankCode ?? '') && /^\d{9}$/.test(accountNumber ?? ''),
    CAD:
      /^\d{3}-\d{5}$/.test(`${numbers.institutionNumber}-${numbers.transitNumber}`) &&
      /^\d{7,12}$/.test(accountNumber ?? ''),
    EUR: iban?.startsWith('IE') === true,
    GBP: passes(checks.sortCode, bankCode) && /^\d{8}$/.test(accountNumber ?? ''),
    HUF: passes(checks.hungarianAccount, accountNumber),
    MYR: /^\d{9,17}$/.test(accountNumber ?? ''),
    NZD: passes(checks.newZealand, accountNumber),
    RON: iban?.startsWith('RO') === true,
    SGD: /^\d{4}$/.test(bankCode ?? '') && /^\d{4,14}$/.test(accountNumber ?? ''),
    TRY: iban?.startsWith('TR') === true,
    USD: passes(checks.aba, bankCode) && /^\d{4,17}$/.test(accountNumber ?? ''),
  }
  return [
    ...(wellFormed[currency] ? [] : [`${currency} ${JSON.stringify(numbers)}`]),
    ...(iban === undefined || isValidIBAN(iban) ? [] : [`IBAN ${iban}`]),
    ...(swiftCode === undefined || isValidBIC(swiftCode) ? [] : [`BIC ${swiftCode}`]),
  ]
}

describe('D53: the numbers of an issued account', () => {
  it('exist for the eleven currencies of Facts 9.4', () => {
    expect(issuedCurrencies.join(' ')).toBe('AUD CAD EUR GBP HUF MYR NZD RON SGD TRY USD')
  })

  it.each(issuedCurrencies)(
    'of %s have the length that its banks use, and valid check digits where they have check digits',
    (currency) => {
      fc.assert(
        fc.property(fc.nat(CELL_MAX), fc.nat(SEQUENCE_MAX), (cell, sequence) => {
          expect(faultsOf(currency, composeNumbers(currency, cell, sequence))).toEqual([])
        }),
      )
    },
  )

  it.each(issuedCurrencies)(
    'D128: of %s are never equal for two cells or for two sequence numbers',
    (currency) => {
      const anyAccount = fc.tuple(fc.nat(CELL_MAX), fc.nat(SEQUENCE_MAX))
      const near = ([cell, sequence]: [number, number]) =>
        fc.tuple(
          fc.constantFrom(cell, Math.min(cell + 1, CELL_MAX)),
          fc.constantFrom(sequence, Math.min(sequence + 1, SEQUENCE_MAX), 0, SEQUENCE_MAX),
        )
      const pair = anyAccount.chain((first) =>
        fc.tuple(fc.constant(first), fc.oneof(anyAccount, near(first))),
      )
      const textsOf = ([cell, sequence]: [number, number]) =>
        payableNumbers(composeNumbers(currency, cell, sequence))
      fc.assert(
        fc.property(pair, ([first, second]) => {
          fc.pre(first.join() !== second.join())
          const taken = textsOf(first)
          expect(textsOf(second).filter((text) => taken.includes(text))).toEqual([])
        }),
      )
    },
  )

  it.each(issuedCurrencies)(
    'of %s are not those of the account that customers pay into',
    (currency) => {
      const { iban, accountNumber = '', bankCode = '' } = payInAccount(currency)
      const { institutionNumber = '', transitNumber = '' } = payInAccount(currency)
      const paidInto = [iban, `${bankCode}${institutionNumber}${transitNumber}${accountNumber}`]
        .filter((text) => text !== undefined)
        .map((text) => text.replaceAll('-', ''))
      fc.assert(
        fc.property(fc.nat(CELL_MAX), fc.nat(SEQUENCE_MAX), (cell, sequence) => {
          const texts = payableNumbers(composeNumbers(currency, cell, sequence))
          expect(texts.filter((text) => paidInto.includes(text))).toEqual([])
        }),
      )
    },
  )

  it.each([
    ['GBP', 100_000_000, 'account numbers have eight digits'],
    ['NZD', 490_000, 'the bank has few account numbers'],
  ])('of %s end before sequence number %d, because %s', (currency, sequence) => {
    expect(() => composeNumbers(currency, 0, sequence)).toThrow(RangeError)
    expect(faultsOf(currency, composeNumbers(currency, CELL_MAX, sequence - 1))).toEqual([])
  })

  it('do not exist in another currency, such as SEK', () => {
    expect(() => composeNumbers('SEK', 0, 1)).toThrow(RangeError)
    expect(() => accountFee('SEK')).toThrow(RangeError)
  })

  it('of pounds are found by the IBAN, and by sort code and account number', () => {
    expect(payableNumbers(composeNumbers('GBP', 7, 42))).toEqual([
      'GB25GDWT09030700000042',
      '09030700000042',
    ])
  })
})

describe('D52: the rows of an account', () => {
  const rowsOf = (currency: string) =>
    accountRows(currency, composeNumbers(currency, 0, 1), 'Ann Sample').map(({ type, rows }) => [
      type,
      rows.map((row) => row.type).join(' '),
    ])

  it.each([
    ['EUR', 'LOCAL', 'ACCOUNT_HOLDER SWIFT_CODE IBAN ADDRESS'],
    ['EUR', 'INTERNATIONAL', 'ACCOUNT_HOLDER SWIFT_CODE IBAN ADDRESS'],
    ['GBP', 'LOCAL', 'ACCOUNT_HOLDER BANK_CODE ACCOUNT_NUMBER IBAN ADDRESS'],
    ['GBP', 'INTERNATIONAL', 'ACCOUNT_HOLDER SWIFT_CODE IBAN ADDRESS'],
    ['USD', 'LOCAL', 'ACCOUNT_HOLDER ROUTING_NUMBER ACCOUNT_NUMBER ADDRESS'],
    ['USD', 'INTERNATIONAL', 'ACCOUNT_HOLDER SWIFT_CODE ACCOUNT_NUMBER ADDRESS'],
    ['AUD', 'LOCAL', 'ACCOUNT_HOLDER BSB_CODE ACCOUNT_NUMBER ADDRESS'],
  ])('of %s for %s payments are %s', (currency, type, rows) => {
    expect(rowsOf(currency)).toContainEqual([type, rows])
  })

  it('exist for international payments in EUR, GBP and USD only', () => {
    expect(issuedCurrencies.filter(receivesSwift)).toEqual(['EUR', 'GBP', 'USD'])
    const abroad = issuedCurrencies.filter((currency) =>
      rowsOf(currency).some(([type]) => type === 'INTERNATIONAL'),
    )
    expect(abroad).toEqual(['EUR', 'GBP', 'USD'])
  })

  it('are never empty', () => {
    for (const currency of issuedCurrencies)
      for (const { rows } of accountRows(currency, composeNumbers(currency, 0, 1), 'Ann Sample'))
        for (const { type, title, body } of rows) {
          expect(title, `${currency} ${type}`).not.toBe('')
          expect(body, `${currency} ${type}`).not.toBe('')
        }
  })

  it('have the titles and the groups of digits that are usual in the country', () => {
    const rowOf = (currency: string, type: string) =>
      accountRows(currency, composeNumbers(currency, 0, 1), 'Ann')[0]?.rows.find(
        (row) => row.type === type,
      )
    expect(rowOf('GBP', 'BANK_CODE')).toMatchObject({ title: 'Sort code', body: '09-03-00' })
    expect(rowOf('AUD', 'BSB_CODE')?.body).toBe('990-200')
    expect(rowOf('EUR', 'IBAN')?.body).toMatch(/^IE\d\d GDWT 9902 0000 0000 01$/)
    expect(rowOf('SGD', 'BANK_CODE')?.title).toBe('Bank code')
  })
})

describe('D52: the example of an account that is not issued', () => {
  it.each([
    ['09-03-00', '09-xx-xx', 'two of six digits'],
    ['GB13 GDWT', 'GBxx xxxx', 'two of eight letters and digits'],
    ['889', '8xx', 'one of three digits'],
    ['', '', 'nothing of an empty text'],
  ])('%s is shown as %s, because the example shows %s', (text, shown) => {
    expect(mask(text)).toBe(shown)
  })

  it.each(issuedCurrencies)('of %s shows no number of the account in full', (currency) => {
    const numbers = Object.values(composeNumbers(currency, 0, 0)) as string[]
    const rows = exampleRows(currency, 'Ann Sample').flatMap((option) => option.rows)
    const bodies = rows.map(({ body }) => body.replace(/[ -]/g, ''))
    expect(bodies.filter((body) => numbers.includes(body))).toEqual([])
    expect(bodies.filter((body) => body.includes('xx')).length).toBeGreaterThan(0)
    expect(rows[0]?.body).toBe('Ann Sample')
  })
})
