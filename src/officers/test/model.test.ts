import { describe, expect, it } from 'vitest'
import { OFFICERS_MAX } from '../errors.ts'
import { type Owner, parseDirectors, parseOwners } from '../model.ts'

const today = Temporal.PlainDate.from('2026-01-05')
const director = {
  firstName: 'Ada',
  lastName: 'Mercer',
  dateOfBirth: '1980-04-12',
  countryOfResidenceIso3Code: 'gbr',
}
const owner: Owner = {
  name: 'Ada Mercer',
  dateOfBirth: '1980-04-12',
  countryOfResidenceIso3Code: 'gbr',
  addressFirstLine: '1 High Street',
  postCode: null,
  ownershipPercentage: null,
}

describe('the rules of a director', () => {
  it.each([
    ['dateOfBirth', '2010-01-05', true, 'the person is 16 years old today'],
    ['dateOfBirth', '2010-01-06', false, 'the person will be 16 years old tomorrow'],
    ['dateOfBirth', '1905-01-06', true, 'the person is 120 years old'],
    ['dateOfBirth', '1905-01-05', false, 'the person is 121 years old today'],
    ['dateOfBirth', '1904-01-05', false, 'the person is 122 years old today'],
    ['dateOfBirth', '2026-01-06', false, 'the day is in the future'],
    ['dateOfBirth', '1980-02-30', false, 'the day does not exist'],
    ['dateOfBirth', '12/04/1980', false, 'the date is not written YYYY-MM-DD'],
    ['countryOfResidenceIso3Code', 'GBR', true, 'capitals are allowed'],
    ['countryOfResidenceIso3Code', 'gb', false, 'the code is alpha-2'],
    ['countryOfResidenceIso3Code', 'zzz', false, 'no country has this code'],
    ['firstName', 'x'.repeat(100), true, 'a name may have 100 characters'],
    ['firstName', '😀'.repeat(100), true, 'characters are counted, not UTF-16 units'],
    ['firstName', 'x'.repeat(101), false, 'a name may not have 101 characters'],
    ['lastName', '  ', false, 'a blank name counts as missing'],
    ['lastName', 'a\tb', false, 'a name has no control characters'],
  ])('%s %j is accepted: %s, because %s', (field, value, accepted) => {
    const { faults } = parseDirectors([director, { ...director, [field]: value }], [], today)
    expect(faults.map(({ path }) => path)).toEqual(accepted ? [] : [`1.${field}`])
  })

  it('states what to send for a blank name and an alpha-2 country code', () => {
    const sent = { ...director, lastName: ' ', countryOfResidenceIso3Code: 'gb' }
    expect(parseDirectors([sent], [], today).faults.map(({ message }) => message)).toEqual([
      'lastName must be filled in: send 1 to 100 characters',
      'countryOfResidenceIso3Code must be an ISO 3166-1 alpha-3 country code, such as gbr',
    ])
  })

  it('returns texts trimmed and country codes in lower case', () => {
    const sent = { ...director, firstName: ' Ada ', countryOfResidenceIso3Code: 'GBR' }
    expect(parseDirectors([sent], [], today)).toEqual({ officers: [director], faults: [] })
  })

  it('counts stored directors, and reports only the first director beyond OFFICERS_MAX', () => {
    const stored = Array(OFFICERS_MAX - 1).fill(director)
    expect(parseDirectors([director], stored, today).faults).toEqual([])
    const { faults } = parseDirectors([director, director, director], stored, today)
    expect(faults.map(({ path }) => path)).toEqual(['1'])
  })
})

describe('the rules of owners', () => {
  const ownerWithShare = (ownershipPercentage: string | null) => ({ ...owner, ownershipPercentage })

  it.each([
    [['100'], [], 'one owner may own everything'],
    [['99.99', '0.01'], [], 'two owners may own everything'],
    [['99.99', '0.02'], ['1'], 'the sum is 100.01 per cent'],
    [['33.33', '33.33', '33.33', null], [], 'the sum may be less than 100 per cent'],
    [['0'], ['0'], 'a percentage must be more than 0'],
    [['-5'], ['0'], 'a percentage must be more than 0'],
    [['100.01'], ['0'], 'a percentage must be at most 100'],
    [['0.005'], ['0'], 'a percentage has at most two decimal places'],
    [['100', '100', '0.005'], ['2'], 'the sum of invalid percentages is not checked'],
    [[null, null], [], 'a percentage may be null'],
  ] as [(string | null)[], string[], string][])(
    'percentages %j: faults at %j (%s)',
    (percentages, indexes) => {
      const { faults } = parseOwners(percentages.map(ownerWithShare), [], today)
      expect(faults.map(({ path }) => path)).toEqual(
        indexes.map((index) => `${index}.ownershipPercentage`),
      )
    },
  )

  it('checks the address, and checks the post code only when it was sent', () => {
    const sent = [
      { ...owner, addressFirstLine: '' },
      { ...owner, postCode: 'x'.repeat(33) },
    ]
    const { faults } = parseOwners(sent, [], today)
    expect(faults.map(({ path }) => path)).toEqual(['0.addressFirstLine', '1.postCode'])
  })
})
