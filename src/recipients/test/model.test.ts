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
  const same: [Draft, Draft, string][] = [
    [germany, { ...germany }, 'equal input gives an equal hash'],
    [
      germany,
      { ...germany, details: { iban: germany.details['IBAN'], legalType: 'BUSINESS' } },
      'of two spellings one is kept',
    ],
    [inAmerica({ country: 'US' }), inAmerica({ countryCode: 'US' }), 'so it is with the country'],
    [
      inAmerica({ country: 'US' }),
      { ...america, details: { ...america.details, address: undefined, 'address.country': 'US' } },
      'a dotted key is a nested one',
    ],
    [britain, withDetails(britain, { email: ' ' }), 'a blank says nothing'],
    [britain, { ...britain, ownedByCustomer: true }, 'only name and details count (Spec A 4.2)'],
  ]
  it.each(same)('is the same for %j and %j: %s', (a, b) => expect(hash(a)).toBe(hash(b)))

  const different: [Draft, Draft, string][] = [
    [britain, { ...britain, accountHolderName: 'Nora Samples' }, 'the name counts'],
    [byEmail, { ...byEmail, currency: 'GBP' }, 'the currency counts'],
    [britain, withDetails(britain, { legalType: 'BUSINESS' }), 'each detail counts'],
    [inAmerica({ city: 'Boston' }), inAmerica({ city: 'Austin' }), 'so do nested ones'],
  ]
  it.each(different)('differs for %j and %j: %s', (a, b) => expect(hash(a)).not.toBe(hash(b)))
})

describe('looseHashOf', () => {
  it('looks through names, blanks, dashes and case', () => {
    expect(looseHash(britain)).toBe(
      looseHash({
        ...withDetails(britain, { sortCode: '23-14-70', email: 'nora@example.com' }),
        accountHolderName: 'Somebody Else',
      }),
    )
    expect(looseHash(germany)).toBe(
      looseHash(withDetails(germany, { IBAN: 'de89 3704 0044 0532 0130 00' })),
    )
    expect(looseHash(byEmail)).toBe(looseHash(withDetails(byEmail, { email: 'Nora@Example.com' })))
  })

  it('tells accounts apart', () => {
    expect(looseHash(britain)).not.toBe(
      looseHash(withDetails(britain, { accountNumber: '28821823' })),
    )
    expect(looseHash(byEmail)).not.toBe(
      looseHash(withDetails(byEmail, { email: 'nor.a@example.com' })),
    )
  })
})

describe('recipientOf', () => {
  it('keeps what a form asks for, trimmed, and nothing else', () => {
    const draft = withDetails(britain, { sortCode: ' 231470 ', shoeSize: '43', address: {} })
    expect(recipientOf(draft).details).toEqual(britain.details)
  })

  it('gives back an account that is the same again', () => {
    const once = recipientOf(
      withDetails(america, { bic: 'CHASUS33', cannotHavePatronymicName: true }),
    )
    const { active: _, ...again } = {
      ...recipientOf({ ...draftOf(once), type: once.type }),
      active: true,
    }
    expect(again).toEqual(once)
  })

  const legalTypes: [unknown, string | null][] = [
    ['PRIVATE', 'PRIVATE'],
    ['BUSINESS', 'BUSINESS'],
    [undefined, null],
  ]
  it.each(legalTypes)('legal type %s is kept as %s', (legalType, kept) =>
    expect(recipientOf(withDetails(byEmail, { legalType })).legalType).toBe(kept),
  )
})

describe('typeOf', () => {
  const spellings: [string, string][] = [
    ['sort_code', 'sort_code'],
    ['SortCode', 'sort_code'],
    [' Iban ', 'iban'],
    ['SouthKoreanPaygateBusiness', 'south_korean_paygate_business'],
  ]
  it.each(spellings)('reads %j as %s', (spelling, type) => expect(typeOf(spelling)).toBe(type))
})
