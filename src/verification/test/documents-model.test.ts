// The rules of identity documents (B 4.2, D44a).

import { describe, expect, it } from 'vitest'
import {
  isBrazilianTaxNumber,
  isMyNumber,
  isSocialSecurityNumber,
  normalizedNumber,
} from '../documents/numbers.ts'
import {
  type DocumentField,
  type DocumentInput,
  type DocumentType,
  documentTypes,
  isExpired,
  parseDocument,
} from '../documents/rules.ts'

const today = Temporal.PlainDate.from('2026-01-05')

const issued = {
  firstName: 'Ann',
  lastName: 'Sample',
  uniqueIdentifier: 'X 1234/567',
  issueDate: '2024-03-01',
  issuerCountry: 'GB',
}
const documentWithExpiry = { ...issued, expiryDate: '2034-02-28' }

/** The fields that each type requires. */
const requiredOnly: Readonly<Record<DocumentType, DocumentInput>> = {
  DRIVERS_LICENCE: documentWithExpiry,
  IDENTITY_CARD: documentWithExpiry,
  GREEN_CARD: documentWithExpiry,
  MY_NUMBER: { uniqueIdentifier: '123456789018' },
  PASSPORT: documentWithExpiry,
  SSN: { uniqueIdentifier: '123456789' },
  EMIRATES_EMPLOYER: { employerName: 'Dune Ltd', employerCity: 'Dubai', employerCountry: 'AE' },
  EMIRATES_PLACE_OF_BIRTH: { birthCity: 'Turin', birthCountry: 'ITA' },
  CPF_CNPJ: { uniqueIdentifier: '529.982.247-25' },
  FINANCIAL_CAPACITY_BR: { uniqueIdentifier: '150000' },
  OTHER: issued,
}

const faultsOf = (type: DocumentType, input: DocumentInput) =>
  parseDocument(type, input, today).faults.map(
    ({ kind, path }) => `${kind.status} ${kind.code} ${path}`,
  )

/** The fault of an invalid number. */
const NUMBER = '400 not.allowed.for.uniqueIdentifier uniqueIdentifier'

describe.each([...documentTypes])('a document of type %s', (type) => {
  it('is valid with the fields that it requires', () => {
    expect(faultsOf(type, requiredOnly[type])).toEqual([])
    expect(Object.keys(parseDocument(type, requiredOnly[type], today).details).sort()).toEqual(
      Object.keys(requiredOnly[type]).sort(),
    )
  })

  it.each(Object.keys(requiredOnly[type]) as DocumentField[])('400 NotNull without %s', (field) => {
    for (const text of [undefined, '', '  '])
      expect(faultsOf(type, { ...requiredOnly[type], [field]: text })).toEqual([
        `400 NotNull ${field}`,
      ])
  })

  it('422 UNEXPECTED for a field of another type, except for SSN, which reads its number only', () => {
    const fieldsOfTypes = {
      employerName: 'A',
      employerCity: 'B',
      employerCountry: 'AE',
      birthCity: 'C',
      birthCountry: 'IT',
    }
    const unexpected = Object.keys(fieldsOfTypes)
      .filter((field) => !(field in requiredOnly[type]))
      .map((field) => `422 UNEXPECTED ${field}`)
    const all = faultsOf(type, { ...fieldsOfTypes, ...requiredOnly[type] })
    expect(all).toEqual(type === 'SSN' ? [] : unexpected)
  })
})

describe('the fields of a document', () => {
  it.each<[DocumentType, DocumentInput, string[], string]>([
    ['SSN', { uniqueIdentifier: '12345678' }, [NUMBER], 'the number has eight digits'],
    ['SSN', { uniqueIdentifier: '1234567890' }, [NUMBER], 'the number has ten digits'],
    ['SSN', { uniqueIdentifier: '123-45-6789' }, [NUMBER], 'the number has hyphens'],
    ['SSN', { uniqueIdentifier: '１２３４５６７８９' }, [NUMBER], 'the digits are full-width'],
    [
      'SSN',
      { issueDate: 'never', nationality: 'x' },
      [],
      'fields other than the number are ignored',
    ],
    ['FINANCIAL_CAPACITY_BR', { uniqueIdentifier: '1500.00' }, [NUMBER], 'a point is not allowed'],
    ['MY_NUMBER', { uniqueIdentifier: '123456789012' }, [NUMBER], 'the check digit is wrong'],
    ['CPF_CNPJ', { uniqueIdentifier: '529.982.247-26' }, [NUMBER], 'the check digits are wrong'],
    ['CPF_CNPJ', { uniqueIdentifier: '11.222.333/0001-81' }, [], 'a CNPJ is accepted'],
    ['PASSPORT', { uniqueIdentifier: '---' }, [NUMBER], 'the number has no letter or digit'],
    ['PASSPORT', { uniqueIdentifier: 'A1\nB2' }, [NUMBER], 'the number has two lines'],
    ['PASSPORT', { firstName: 'A\nB' }, ['422 NOT_VALID firstName'], 'the name has two lines'],
    ['PASSPORT', { issueDate: '2026-01-06' }, ['422 NOT_VALID issueDate'], 'the date is tomorrow'],
    ['PASSPORT', { issueDate: '2026-01-05' }, [], 'the date is today'],
    [
      'PASSPORT',
      { issueDate: '2024-02-30' },
      ['422 NOT_VALID issueDate'],
      'the day does not exist',
    ],
    ['PASSPORT', { issueDate: '01/03/2024' }, ['422 NOT_VALID issueDate'], 'dates have hyphens'],
    [
      'PASSPORT',
      { expiryDate: '2024-02-29' },
      ['422 NOT_VALID expiryDate'],
      'the expiry is before the issue',
    ],
    ['PASSPORT', { expiryDate: 'never' }, ['422 NOT_VALID expiryDate'], 'the expiry is not a date'],
    ['PASSPORT', { expiryDate: '2024-03-01' }, [], 'an expired document is well-formed'],
    [
      'PASSPORT',
      { issuerCountry: 'XX' },
      ['422 NOT_VALID issuerCountry'],
      'the country does not exist',
    ],
    ['PASSPORT', { issuerCountry: 'gbr' }, [], 'a code of three letters is accepted'],
    ['PASSPORT', { nationality: 'GBR' }, ['422 NOT_VALID nationality'], 'codes have two letters'],
    [
      'PASSPORT',
      { nationality: 'zz' },
      ['422 NOT_VALID nationality'],
      'the country does not exist',
    ],
    ['DRIVERS_LICENCE', { issuerCountry: 'US', issuerState: 'ny' }, [], 'the state exists'],
    [
      'DRIVERS_LICENCE',
      { issuerCountry: 'US', issuerState: 'ZZ' },
      ['422 NOT_VALID issuerState'],
      'the state does not exist',
    ],
    ['DRIVERS_LICENCE', { issuerState: 'Bavaria' }, [], 'the country has no list of states'],
    [
      'EMIRATES_EMPLOYER',
      { employerCountry: 'Emirates' },
      ['422 NOT_VALID employerCountry'],
      'the country is not a code',
    ],
    [
      'PASSPORT',
      { nationality: 'zz', birthCity: 'x', lastName: '', uniqueIdentifier: '-' },
      ['400 NotNull lastName', NUMBER, '422 NOT_VALID nationality', '422 UNEXPECTED birthCity'],
      'all faults are reported together, 400 first',
    ],
    [
      'PASSPORT',
      { firstName: 'A\nB', expiryDate: '' },
      ['400 NotNull expiryDate', '422 NOT_VALID firstName'],
      'all faults are reported together, 400 first',
    ],
    [
      'PASSPORT',
      { issueDate: ' 2024-03-01 ', expiryDate: ' 2024-02-29 ' },
      ['422 NOT_VALID expiryDate'],
      'spaces around a date do not count',
    ],
  ])('of %s with %j have the faults %j, because %s', (type, change, faults) => {
    expect(faultsOf(type, { ...requiredOnly[type], ...change })).toEqual(faults)
  })

  it.each<[DocumentType, DocumentInput, string]>([
    ['PASSPORT', { lastName: '' }, 'lastName is required for PASSPORT'],
    ['PASSPORT', { birthCity: 'x' }, 'birthCity must not be sent for PASSPORT'],
    ['PASSPORT', { lastName: 'a\tb' }, 'lastName must be one line of text'],
    [
      'PASSPORT',
      { uniqueIdentifier: '-' },
      'uniqueIdentifier must be one line with a letter or a digit',
    ],
    ['PASSPORT', { issuerCountry: 'XX' }, 'issuerCountry must be an ISO 3166-1 country code'],
    [
      'PASSPORT',
      { nationality: 'GBR' },
      'nationality must be an ISO 3166-1 country code of two letters',
    ],
    ['PASSPORT', { issueDate: '1/2/3' }, 'issueDate must be a date: send YYYY-MM-DD'],
    ['PASSPORT', { issueDate: '2027-01-01' }, 'issueDate must not be in the future'],
    ['PASSPORT', { expiryDate: '2024-02-29' }, 'expiryDate must not be before issueDate'],
    [
      'DRIVERS_LICENCE',
      { issuerCountry: 'US', issuerState: 'ZZ' },
      'issuerState must be the code of a state of issuerCountry',
    ],
    ['SSN', { uniqueIdentifier: '1' }, 'uniqueIdentifier must be exactly nine digits'],
    [
      'MY_NUMBER',
      { uniqueIdentifier: '1' },
      'uniqueIdentifier must be twelve digits with a valid check digit',
    ],
    [
      'CPF_CNPJ',
      { uniqueIdentifier: '1' },
      'uniqueIdentifier must be a CPF or CNPJ with valid check digits',
    ],
    [
      'FINANCIAL_CAPACITY_BR',
      { uniqueIdentifier: 'x' },
      'uniqueIdentifier must contain only digits',
    ],
  ])('of %s with %j are refused with %j', (type, change, message) => {
    const { faults } = parseDocument(type, { ...requiredOnly[type], ...change }, today)
    expect(faults.map((fault) => fault.message)).toContain(message)
  })

  it('are not repeated in a fault', () => {
    const input = {
      ...documentWithExpiry,
      uniqueIdentifier: '---',
      nationality: 'SECRET',
      birthCity: 'HIDDEN',
    }
    const text = JSON.stringify(parseDocument('PASSPORT', input, today).faults)
    expect(text).not.toMatch(/---|SECRET|HIDDEN/)
  })

  it('are stored trimmed, with the alpha-2 codes of countries', () => {
    const { details } = parseDocument(
      'PASSPORT',
      { ...documentWithExpiry, firstName: ' Ann ', issuerCountry: 'gbr', nationality: 'fr' },
      today,
    )
    expect(details).toEqual({
      ...documentWithExpiry,
      firstName: 'Ann',
      issuerCountry: 'GB',
      nationality: 'FR',
    })
  })
})

describe('numbers', () => {
  it.each([
    ['123456789018', true, 'the check digit fits'],
    ['123456789019', false, 'the check digit differs'],
    ['023456789018', false, 'the check digit belongs to another number'],
    ['12345678901', false, 'the number has eleven digits'],
    ['000000000000', true, 'a remainder of 0 has the check digit 0'],
    ['1234 5678 9018', false, 'the number has spaces'],
    ['1234567890180', false, 'the number has thirteen digits'],
    ['000000000060', true, 'a remainder of 1 has the check digit 0'],
    ['000000000019', true, 'a remainder of 2 has the check digit 9'],
    ['000000000010', false, 'a remainder of 2 does not have the check digit 0'],
  ])('%s is an individual number of Japan: %s, because %s', (text, expected) => {
    expect(isMyNumber(text)).toBe(expected)
  })

  it('no number that differs from 123456789018 in one digit is an individual number', () => {
    const changed = [...'123456789018'].flatMap((digit, at) =>
      [...'0123456789']
        .filter((other) => other !== digit)
        .map((other) => `${'123456789018'.slice(0, at)}${other}${'123456789018'.slice(at + 1)}`),
    )
    expect(changed.filter(isMyNumber)).toEqual([])
  })

  it.each([
    ['52998224725', true],
    ['529.982.247-25', true],
    ['111.111.111-11', false],
    ['11222333000181', true],
    ['11222333000180', false],
  ])('%s is a tax number of Brazil: %s', (text, expected) => {
    expect(isBrazilianTaxNumber(text)).toBe(expected)
  })

  it('a social security number has nine digits', () => {
    expect(['123456789', '12345678', '12345678a'].map(isSocialSecurityNumber)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('normalizedNumber removes separators and writes capitals, and an underscore is no separator', () => {
    expect(normalizedNumber('x 12-34/5.6')).toBe('X123456')
    expect(normalizedNumber('x12_3456')).toBe('X12_3456')
  })
})

describe('a document', () => {
  it.each<[{ expiryDate?: string }, boolean, string]>([
    [{ expiryDate: '2026-01-04' }, true, 'the document was valid until yesterday'],
    [{ expiryDate: '2026-01-05' }, false, 'the document is still valid today'],
    [{}, false, 'the document has no expiry date'],
  ])('with the fields %j has expired on 5 January 2026: %s, because %s', (details, expected) => {
    expect(isExpired(details, today)).toBe(expected)
  })
})
