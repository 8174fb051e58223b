import { describe, expect, it } from 'vitest'
import type { AccountDraft } from '../../corridors/index.ts'
import { draftOf, looseHashOf, recipientOf, typeOf } from '../model.ts'
import { america, britain, byEmail, germany } from './samples.ts'

type Draft = AccountDraft & { type: string }

const hash = (draft: Draft) => recipientOf(draft).hash
const looseHash = (draft: Draft) => looseHashOf(recipientOf(draft))
const withDetails = (draft: Draft, details: object): Draft => ({
  ...draft,
  details: { ...draft.details, ...details },
})

describe('hashOf', () => {
  const inAmerica = (address: object) => withDetails(america, { address })
  const same: [Draft, Draft, because: string][] = [
    [germany, { ...germany }, 'equal input gives an equal hash'],
    [
      germany,
      { ...germany, details: { iban: germany.details['IBAN'], legalType: 'BUSINESS' } },
      'both spellings of the key are stored as one',
    ],
    [
      inAmerica({ country: 'US' }),
      inAmerica({ countryCode: 'US' }),
      'both spellings of the country are stored as one',
    ],
    [
      inAmerica({ country: 'US' }),
      { ...america, details: { ...america.details, address: undefined, 'address.country': 'US' } },
      'a dotted key means a nested key',
    ],
    [britain, withDetails(britain, { email: ' ' }), 'a blank value counts as absent'],
    [britain, { ...britain, ownedByCustomer: true }, 'ownedByCustomer does not count (A 4.2)'],
  ]
  it.each(same)('is the same for %j and %j, because %s', (a, b) => expect(hash(a)).toBe(hash(b)))

  const different: [Draft, Draft, because: string][] = [
    [britain, { ...britain, accountHolderName: 'Nora Samples' }, 'the name counts'],
    [germany, { ...germany, type: 'swift_code' }, 'the type counts'],
    [byEmail, { ...byEmail, currency: 'GBP' }, 'the currency counts'],
    [britain, withDetails(britain, { legalType: 'BUSINESS' }), 'a detail counts'],
    [inAmerica({ city: 'Boston' }), inAmerica({ city: 'Austin' }), 'a nested detail counts'],
  ]
  it.each(different)('differs for %j and %j, because %s', (a, b) =>
    expect(hash(a)).not.toBe(hash(b)),
  )
})

describe('looseHashOf', () => {
  it('is equal for other names, spaces, dashes and case', () => {
    expect(looseHash(britain)).toBe(
      looseHash({
        ...withDetails(britain, { sortCode: '23-14-70' }),
        accountHolderName: 'Somebody Else',
      }),
    )
    expect(looseHash(germany)).toBe(
      looseHash(withDetails(germany, { IBAN: 'de89 3704 0044 0532 0130 00' })),
    )
    expect(looseHash(byEmail)).toBe(looseHash(withDetails(byEmail, { email: 'Nora@Example.com' })))
  })

  it.each([
    [{ legalType: 'BUSINESS' }, 'the legal type describes the holder'],
    [{ language: 'en' }, 'the language describes the holder'],
    [{ email: 'nora@example.com' }, 'the e-mail address describes the holder'],
    [{ address: { city: 'London' } }, 'the address describes the holder'],
    [{ familyName: 'Sample' }, 'the name describes the holder'],
  ])('does not change with %j, because %s', (details, _because) => {
    expect(looseHash(withDetails(britain, details))).toBe(looseHash(britain))
  })

  it('depends only on the e-mail address and the currency for a recipient known by e-mail', () => {
    expect(looseHash(withDetails(byEmail, { accountNumber: '28821822' }))).toBe(looseHash(byEmail))
    expect(looseHash({ ...byEmail, currency: 'GBP' })).not.toBe(looseHash(byEmail))
  })

  it('differs for different accounts', () => {
    expect(looseHash(britain)).not.toBe(
      looseHash(withDetails(britain, { accountNumber: '28821823' })),
    )
    expect(looseHash(byEmail)).not.toBe(
      looseHash(withDetails(byEmail, { email: 'nor.a@example.com' })),
    )
  })
})

describe('hashes that clients have stored stay valid in later releases', () => {
  it('for a recipient with bank details', () => {
    expect([hash(britain), looseHash(britain)]).toEqual([
      'de824d2e52282e3b6d1400a66c05d82beca528f54692966c48ca42ec43313f13',
      '4304aa2a1dd78bb622dd3ef89ddbbfb334c382b8ebf869c1a6f1561b6155bc17',
    ])
  })

  it('for a recipient known by e-mail', () => {
    expect([hash(byEmail), looseHash(byEmail)]).toEqual([
      '625cd492db5e71a6e4555e036f6690acb7fb1658878dc701265bc0993bba1559',
      'aaff788aeead9eec0c48823c7bd6e29ebd36424f8448ae3af5827a59b2a17ee3',
    ])
  })
})

describe('recipientOf', () => {
  it('stores only the fields of forms that have a value, and trims the values', () => {
    const draft = withDetails(britain, { sortCode: ' 231470 ', shoeSize: '43', address: {} })
    expect(recipientOf(draft).details).toEqual(britain.details)
  })

  it('stores a BIC under one key, whichever spelling the request has', () => {
    const details = { ...germany.details, BIC: 'COBADEFFXXX' }
    for (const key of ['bic', 'BIC'])
      expect(recipientOf(withDetails(germany, { [key]: details.BIC })).details).toEqual(details)
  })

  const { accountHolderName: _, ...nameless } = britain
  const names = { givenName: ' Nora ', patronymicName: 'Ivanovna', familyName: 'Sample' }
  const holders: [Draft, holder: string, because: string][] = [
    [
      withDetails(nameless, names),
      'Nora Ivanovna Sample',
      'the form has no field for the whole name',
    ],
    [
      withDetails(nameless, { ...names, patronymicName: undefined }),
      'Nora Sample',
      'a patronymic is optional',
    ],
    [withDetails(britain, { familyName: 'Other' }), 'Nora Sample', 'the whole name is sent'],
  ]
  it.each(holders)('of %j stores the holder %s, because %s', (draft, holder) =>
    expect(recipientOf(draft).accountHolderName).toBe(holder),
  )

  it.each([
    [{}, false, 'most recipients are other people'],
    [{ ownedByCustomer: false }, false, 'the account belongs to another person'],
    [{ ownedByCustomer: true }, true, 'the account belongs to the sender'],
  ])(
    'stores for a draft with %j the ownedByCustomer %s, because %s',
    (fields, stored, _because) => {
      const draft = { ...britain, ...fields }
      expect(recipientOf(draft).ownedByCustomer).toBe(stored)
    },
  )

  it('maps its own result to an equal account', () => {
    const first = recipientOf(
      withDetails(america, { bic: 'CHASUS33', cannotHavePatronymicName: true }),
    )
    expect(recipientOf({ ...draftOf(first), type: first.type })).toEqual(first)
  })

  const legalTypes: [details: object, stored: string | null][] = [
    [{ legalType: 'PRIVATE' }, 'PRIVATE'],
    [{ legalType: 'BUSINESS' }, 'BUSINESS'],
    [{}, null],
  ]
  it.each(legalTypes)('stores for the details %j the legal type %s', (details, stored) =>
    expect(recipientOf(withDetails(byEmail, details)).legalType).toBe(stored),
  )
})

describe('typeOf', () => {
  const spellings: [spelling: string, type: string][] = [
    ['sort_code', 'sort_code'],
    ['SortCode', 'sort_code'],
    ['SORTCODE', 'sort_code'],
    ['Sort_code', 'sort_code'],
    ['Unknown', 'Unknown'],
    [' Iban ', 'iban'],
    ['IBAN', 'iban'],
    ['SouthKoreanPaygateBusiness', 'south_korean_paygate_business'],
  ]
  it.each(spellings)('reads %j as %s', (spelling, type) => expect(typeOf(spelling)).toBe(type))
})
