import { describe, expect, it } from 'vitest'
import { parseAddress } from '../rules/address.ts'
import { parseBusiness } from '../rules/business.ts'
import { categories, companyTypes, isSector } from '../rules/categories.ts'
import { hasNames, identityKeyOf, type PersonalInput, parsePersonal } from '../rules/personal.ts'
import { ann, limitedCompany, today } from './rule-inputs.ts'

const codesOf = (violations: readonly { kind: { code: string }; field: string }[]) =>
  violations.map(({ kind, field }) => `${kind.code} ${field}`)

describe('parsePersonal', () => {
  it.each([
    ['2008-01-05', [], 'the person is eighteen years old today'],
    ['2008-01-06', ['TOO_SMALL dateOfBirth'], 'the person will be eighteen years old tomorrow'],
    ['1905-01-06', [], 'the person is 120 years old'],
    ['1905-01-05', ['ERROR dateOfBirth'], 'the person is 121 years old today'],
    ['2026-01-06', ['ERROR dateOfBirth'], 'the day is in the future'],
    ['1989-02-29', ['ERROR dateOfBirth'], '1989 has no 29 February'],
    ['31.01.1990', ['ERROR dateOfBirth'], 'the text is not an ISO 8601 date'],
    ['1990-01-31T00:00:00Z', ['ERROR dateOfBirth'], 'the date has a time'],
  ])('dateOfBirth %s gives %j, because %s', (dateOfBirth, expected, _because) => {
    expect(codesOf(parsePersonal({ ...ann, dateOfBirth }, { today }).violations)).toEqual(expected)
  })

  it('gives ERROR for a name with a line break or a tab', () => {
    const parsed = parsePersonal(
      { ...ann, firstName: 'Ann\nBcc: eve', lastName: 'Sam\tple' },
      { today },
    )
    expect(codesOf(parsed.violations)).toEqual(['ERROR firstName', 'ERROR lastName'])
  })

  it.each([
    ['+44 (0)7700 900-123', '+447700900123', 'separators and the trunk zero are dropped'],
    ['+1 202 555 0123', '+12025550123', 'numbers reserved for tests are accepted'],
  ])('phoneNumber %s is stored as %s, because %s', (phoneNumber, expected, _because) => {
    const { details, violations } = parsePersonal({ ...ann, phoneNumber }, { today })
    expect(codesOf(violations)).toEqual([])
    expect(details.phoneNumber).toBe(expected)
  })

  it.each([
    ['07700 900123', 'the country code is missing'],
    ['+44 7700', 'the number is too short for its country'],
    ['+44770090012345', 'the number is too long for its country'],
    ['+999 123456', 'no country has this calling code'],
    ['+1 202 555 0123 ext 5', 'an extension cannot receive text messages'],
    ['call me', 'the text is not a number'],
  ])('phoneNumber %s gives ERROR and is empty, because %s', (phoneNumber, _because) => {
    const { details, violations } = parsePersonal({ ...ann, phoneNumber }, { today })
    expect(codesOf(violations)).toEqual(['ERROR phoneNumber'])
    expect(details.phoneNumber).toBe('')
  })

  it.each([
    ['A'.repeat(31), 'A'.repeat(30), 'the thirty-first character is cut off'],
    ['😀'.repeat(31), '😀'.repeat(30), 'characters are counted, not UTF-16 units'],
    ['A'.repeat(30), 'A'.repeat(30), 'thirty characters are kept'],
    [' Anna Maria ', 'Anna Maria', 'surrounding spaces are removed'],
    [`${'A'.repeat(29)} B`, 'A'.repeat(29), 'a cut name does not end with a space'],
  ])('firstName %s is stored as %s, because %s', (firstName, expected, _because) => {
    expect(parsePersonal({ ...ann, firstName }, { today }).details.firstName).toBe(expected)
  })

  it.each([
    ['ｱﾝ', 'アン', 'half-width letters become full-width'],
    ['ジャン・ポール', 'ジャン・ポール', 'a middle dot separates names'],
  ])('firstNameInKana %s is stored as %s, because %s', (firstNameInKana, expected, _because) => {
    const { details, violations } = parsePersonal({ ...ann, firstNameInKana }, { today })
    expect(codesOf(violations)).toEqual([])
    expect(details.firstNameInKana).toBe(expected)
  })

  it.each([
    ['あん', 'hiragana is not katakana'],
    ['杏', 'kanji is not katakana'],
    ['Ann', 'Latin letters are not katakana'],
  ])('firstNameInKana %s gives ERROR and is absent, because %s', (firstNameInKana, _because) => {
    const { details, violations } = parsePersonal({ ...ann, firstNameInKana }, { today })
    expect(codesOf(violations)).toEqual(['ERROR firstNameInKana'])
    expect(details.firstNameInKana).toBeUndefined()
  })

  it.each([
    ['https://example.com/a.png?x=1', true, 'the text is a URL'],
    ['example.com', true, 'the scheme may be left out'],
    ['javascript:alert(1)', false, 'the scheme is neither https nor http'],
    ['https://me:secret@example.com', false, 'the URL contains credentials'],
    ['https://exa mple.com', false, 'the host contains a space'],
    ['localhost', false, 'the host name is not public'],
    [`https://example.com/${'a'.repeat(2048)}`, false, 'the URL is too long'],
  ])('avatar %s is accepted: %s, because %s', (avatar, accepted, _because) => {
    const { violations } = parsePersonal({ ...ann, avatar }, { today })
    expect(codesOf(violations)).toEqual(accepted ? [] : ['ERROR avatar'])
  })

  it.each([
    ['GB', {}, [], 'no occupation is required in Britain'],
    ['US', {}, ['MISSING occupation'], 'the United States requires an occupation'],
    ['CA', { occupation: ' ' }, ['MISSING occupation'], 'a blank occupation counts as absent'],
    ['JP', { occupation: 'Tuner' }, [], 'the occupation is present'],
    ['JP', { occupations: [{ code: 'Tuner' }] }, [], 'the occupation is in the other field'],
    [
      'GB',
      { occupations: [{ code: 'a' }, { code: 'b' }] },
      ['ERROR occupations'],
      'a person has at most one',
    ],
    ['GB', { occupation: 'x'.repeat(201) }, ['ERROR occupation'], 'the occupation is too long'],
  ])('for an address in %s, %j gives %j, because %s', (country, input, expected, _because) => {
    expect(codesOf(parsePersonal({ ...ann, ...input }, { today, country }).violations)).toEqual(
      expected,
    )
  })

  it('requires no occupation while the country of the person is unknown', () => {
    expect(codesOf(parsePersonal(ann, { today, country: undefined }).violations)).toEqual([])
  })
})

describe('identityKeyOf', () => {
  const key = (input: PersonalInput) =>
    identityKeyOf({ type: 'PERSONAL', details: parsePersonal(input, { today }).details })

  it.each([
    [{ firstName: ' ÁNN ' }, true, 'case, accents and spaces are ignored'],
    [{ lastName: "Sam'ple" }, true, 'punctuation is ignored'],
    [{ lastName: 'Samples' }, false, 'the last name is another one'],
    [{ dateOfBirth: '1990-02-01' }, false, 'the date of birth is another one'],
    [
      { firstName: 'AnnS', lastName: 'ample' },
      false,
      'first and last name are compared separately',
    ],
  ])('with %j the person is the same: %s, because %s', (input, same, _because) => {
    expect(key({ ...ann, ...input }) === key(ann)).toBe(same)
  })

  it.each([
    ['José', 'Jose', true, 'an accent is ignored'],
    ['Θεόδωρος', 'ΘΕΟΔΩΡΟΣ', true, 'Greek accents and case are ignored'],
    ['ｶﾞｲﾄ', 'ガイト', true, 'half-width katakana is the same text'],
    ['ガイト', 'カイト', false, 'a voicing mark makes another syllable'],
    ['राम', 'रीमा', false, 'the vowels of Devanagari are combining marks'],
  ])(
    'the first names %s and %s are of one person: %s, because %s',
    (one, other, same, _because) => {
      const [first, second] = [one, other].map((firstName) => ({ ...ann, firstName }))
      expect(key(first ?? ann) === key(second ?? ann)).toBe(same)
      expect(hasNames({ firstName: one, lastName: 'Sample' }, { firstName: other })).toBe(same)
    },
  )
})

describe('parseBusiness', () => {
  const codesFor = (input: object, country?: string) =>
    codesOf(parseBusiness({ ...limitedCompany, ...input }, { today, country }).violations)

  it.each(companyTypes)('accepts the legal form %s', (companyType) => {
    expect(codesFor({ companyType, webpage: 'example.com' })).toEqual([])
  })

  it.each([
    [
      { companyType: 'SOLE_TRADER', registrationNumber: undefined },
      [],
      'sole traders have no registration number',
    ],
    [
      { registrationNumber: undefined },
      ['MISSING registrationNumber'],
      'a limited company has a registration number',
    ],
    [{ companyType: 'OTHER' }, ['MISSING webpage'], 'OTHER requires a web page'],
    [{ companyType: 'OTHER', webpage: 'x.example' }, [], 'a description may follow later'],
    [{ webpage: 'no page' }, ['ERROR webpage'], 'the text is not a URL'],
    [{ companyRole: 'CLERK' }, ['NOT_VALID companyRole'], 'CLERK is not a role'],
    [{ businessCategory: 'OTHERS' }, ['NOT_VALID businessCategory'], 'OTHERS is not a category'],
    [
      { businessSubCategory: 'DESIGN' },
      ['NOT_VALID businessSubCategory'],
      'DESIGN belongs to another category',
    ],
    [{ actorEmail: 'ann@' }, ['ERROR actorEmail'], 'the text is not an e-mail address'],
    [{ name: 'x'.repeat(256) }, ['ERROR name'], 'the name is too long'],
  ])('%j gives %j, because %s', (input, expected, _because) => {
    expect(codesFor(input)).toEqual(expected)
  })

  const numbers = { acn: '004 085 616', abn: '51 824 753 556', arbn: '004 085 616' }

  it.each([
    ['AU', [], 'the business is Australian'],
    [
      'NZ',
      ['UNEXPECTED acn', 'UNEXPECTED abn', 'UNEXPECTED arbn'],
      'the business is not Australian',
    ],
  ])('Australian numbers in %s give %j, because %s', (country, expected, _because) => {
    expect(codesFor(numbers, country)).toEqual(expected)
  })

  it('accepts Australian numbers while the country of the business is unknown', () => {
    expect(codesFor(numbers)).toEqual([])
  })

  it.each([
    ['カブシキガイシャ サンプル 2', 'JP', [], 'the name has only katakana and a digit'],
    ['Sample KK', 'JP', ['ERROR nameInKatakana'], 'the name has no katakana'],
    ['サンプル', 'KR', ['UNEXPECTED nameInKatakana'], 'the business is not Japanese'],
  ])(
    'nameInKatakana %s in %s gives %j, because %s',
    (nameInKatakana, country, expected, _because) => {
      expect(codesFor({ nameInKatakana }, country)).toEqual(expected)
    },
  )

  it('does not store the name of a sub-category as a description, and stores another text', () => {
    const storedDescription = (descriptionOfBusiness: string) =>
      parseBusiness({ ...limitedCompany, descriptionOfBusiness }, { today }).details
        .descriptionOfBusiness
    expect(storedDescription('OTHER_NOT_LISTED_ABOVE')).toBe(undefined)
    expect(storedDescription('We tune pianos.')).toBe('We tune pianos.')
  })
})

describe('categories', () => {
  it('has thirteen categories, each with its number of sub-categories', () => {
    const sizes = [...categories].map(([category, subs]) => [category, subs.length])
    expect(Object.fromEntries(sizes)).toEqual({
      CHARITY_NON_PROFIT: 1,
      CONSULTING_IT_BUSINESS_SERVICES: 18,
      DESIGN_MARKETING_COMMUNICATIONS: 8,
      MEDIA_COMMUNICATION_ENTERTAINMENT: 11,
      EDUCATION_LEARNING: 3,
      FINANCIAL_SERVICES_PRODUCTS_HOLDING_COMPANIES: 8,
      FOOD_BEVERAGES_TOBACCO: 6,
      HEALTH_PHARMACEUTICALS_PERSONAL_CARE: 10,
      PUBLIC_GOVERNMENT_SERVICES: 5,
      REAL_ESTATE_CONSTRUCTION: 4,
      RETAIL_WHOLESALE_MANUFACTURING: 22,
      TRAVEL_TRANSPORT_TOUR_AGENCIES: 8,
      OTHER: 1,
    })
  })

  it.each([
    ['OTHER', true, 'OTHER is a category'],
    ['TOBACCO', true, 'TOBACCO is a sub-category'],
    ['Tobacco', false, 'names are in capitals'],
  ])('isSector of %s is %s, because %s', (text, expected) => {
    expect(isSector(text)).toBe(expected)
  })
})

describe('parseAddress', () => {
  const london = { country: 'gb', firstLine: '1 High Street', city: 'London' }
  it.each([
    [{}, [], 'Britain requires neither post code nor state'],
    [{ country: 'gbr' }, [], 'an alpha-3 code is accepted'],
    [{ country: 'ZZ' }, ['ERROR country'], 'no country has this code'],
    [{ country: 'US' }, ['MISSING state'], 'the United States requires a state'],
    [{ country: 'CA', state: 'on' }, [], 'upper and lower case are accepted'],
    [{ country: 'AUS' }, ['MISSING state'], 'Australia requires a state'],
    [{ country: 'BR', state: 'NY' }, ['NOT_VALID state'], 'NY is not a state of Brazil'],
    [{ city: ' ' }, ['MISSING city'], 'a blank city counts as absent'],
  ])('%j gives %j, because %s', (input, expected, _because) => {
    expect(codesOf(parseAddress({ ...london, ...input }, { today }).violations)).toEqual(expected)
  })
})

describe('line breaks', () => {
  it('are accepted in the description of a business, and give ERROR in its name', () => {
    const input = { name: 'Acme\nLtd', descriptionOfBusiness: 'Pianos,\nand organs.' }
    const { details, violations } = parseBusiness({ ...limitedCompany, ...input }, { today })
    expect(codesOf(violations)).toEqual(['ERROR name'])
    expect(details.descriptionOfBusiness).toBe(input.descriptionOfBusiness)
  })
})
