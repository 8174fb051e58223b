import { describe, expect, it } from 'vitest'
import { OFFICERS_MAX } from '../errors.ts'
import { checkDirectors, checkOwners, type Owner } from '../model.ts'

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
    ['dateOfBirth', '2010-01-05', true, '16 years old today'],
    ['dateOfBirth', '2010-01-06', false, '16 years old tomorrow'],
    ['dateOfBirth', '1905-01-06', true, '120 years old'],
    ['dateOfBirth', '1905-01-05', false, '121 years old today'],
    ['dateOfBirth', '1904-01-05', false, 'more than 120 years old'],
    ['dateOfBirth', '2026-01-06', false, 'in the future'],
    ['dateOfBirth', '1980-02-30', false, 'a day that does not exist'],
    ['dateOfBirth', '12/04/1980', false, 'another date format'],
    ['countryOfResidenceIso3Code', 'GBR', true, 'capitals'],
    ['countryOfResidenceIso3Code', 'gb', false, 'alpha-2'],
    ['countryOfResidenceIso3Code', 'zzz', false, 'an unknown code'],
    ['firstName', 'x'.repeat(100), true, '100 characters'],
    ['firstName', '😀'.repeat(100), true, '100 characters outside of the basic plane'],
    ['firstName', 'x'.repeat(101), false, '101 characters'],
    ['lastName', '  ', false, 'blank'],
    ['lastName', 'a\tb', false, 'a control character'],
  ])('%s %j is accepted: %s (%s)', (field, value, accepted) => {
    const { faults } = checkDirectors([director, { ...director, [field]: value }], [], today)
    expect(faults.map(({ path }) => path)).toEqual(accepted ? [] : [`1.${field}`])
  })

  it('names what to send for a blank name and an unknown country', () => {
    const sent = { ...director, lastName: ' ', countryOfResidenceIso3Code: 'gb' }
    expect(checkDirectors([sent], [], today).faults.map(({ message }) => message)).toEqual([
      'lastName must be filled in: send 1 to 100 characters',
      'countryOfResidenceIso3Code must be an ISO 3166-1 alpha-3 country code, such as gbr',
    ])
  })

  it('stores texts without leading and trailing spaces and country codes in lower case', () => {
    const sent = { ...director, firstName: ' Ada ', countryOfResidenceIso3Code: 'GBR' }
    expect(checkDirectors([sent], [], today)).toEqual({ officers: [director], faults: [] })
  })

  it('counts the stored directors too, and names the first one beyond the limit', () => {
    const stored = Array(OFFICERS_MAX - 1).fill(director)
    expect(checkDirectors([director], stored, today).faults).toEqual([])
    const { faults } = checkDirectors([director, director], stored, today)
    expect(faults.map(({ path }) => path)).toEqual(['1'])
  })
})

describe('the rules of owners', () => {
  const ownerWithShare = (ownershipPercentage: string | null) => ({ ...owner, ownershipPercentage })

  it.each([
    [['100'], [], 'the whole'],
    [['99.99', '0.01'], [], 'the whole in two'],
    [['99.99', '0.02'], ['1'], 'a hundredth of a per cent more'],
    [['33.33', '33.33', '33.33', null], [], 'less than the whole'],
    [['0'], ['0'], 'nothing'],
    [['-5'], ['0'], 'less than nothing'],
    [['100.01'], ['0'], 'more than the whole'],
    [['0.005'], ['0'], 'three decimal places'],
    [['100', '100', '0.005'], ['2'], 'a wrong one among too many'],
    [[null, null], [], 'no percentages'],
  ] as [(string | null)[], string[], string][])(
    '%j has faults at %j: %s',
    (percentages, indexes) => {
      const { faults } = checkOwners(percentages.map(ownerWithShare), [], today)
      expect(faults.map(({ path }) => path)).toEqual(
        indexes.map((index) => `${index}.ownershipPercentage`),
      )
    },
  )

  it('checks the address, and a post code only where there is one', () => {
    const sent = [
      { ...owner, addressFirstLine: '' },
      { ...owner, postCode: 'x'.repeat(33) },
    ]
    const { faults } = checkOwners(sent, [], today)
    expect(faults.map(({ path }) => path)).toEqual(['0.addressFirstLine', '1.postCode'])
  })
})
