import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { readOriginator } from '../model.ts'
import type { OriginatorIn } from '../schemas.ts'
import { company, person } from './placing.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')

/** The faults of an originator, as `CODE path`. */
function faultsOf(originator: OriginatorIn): string[] {
  try {
    readOriginator(originator, now)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.faults.map(({ kind, path }) => `${kind.code} ${path}`)
  }
}

const at = (countryCode: string, stateCode?: string) => ({
  ...person.address,
  countryCode,
  ...(stateCode !== undefined && { stateCode }),
})

describe('an originator', () => {
  it.each<[string, object, object, string[]]>([
    ['a person is whole', person, {}, []],
    ['a business is whole', company, {}, []],
    [
      'it must say what it is',
      person,
      { legalEntityType: undefined },
      ['REQUIRED originator.legalEntityType'],
    ],
    [
      'there are two kinds',
      person,
      { legalEntityType: 'TRUST' },
      ['NOT_VALID originator.legalEntityType'],
    ],
    [
      'the client knows its customer',
      person,
      { reference: ' ' },
      ['REQUIRED originator.reference'],
    ],
    [
      'a person has a first name',
      person,
      { name: { familyName: 'S' } },
      ['REQUIRED originator.name.givenName'],
    ],
    [
      'a person has a last name',
      person,
      { name: { givenName: 'N' } },
      ['REQUIRED originator.name.familyName'],
    ],
    [
      'a full name is no substitute',
      person,
      { name: { fullName: 'N S' } },
      ['REQUIRED originator.name.givenName', 'REQUIRED originator.name.familyName'],
    ],
    ['middle names are optional', person, { name: { givenName: 'N', familyName: 'S' } }, []],
    [
      'a patronymic is optional',
      person,
      { name: { ...person.name, patronymicName: 'Ivanovna' } },
      [],
    ],
    [
      'a business has no middle names',
      company,
      { name: { fullName: 'S', middleNames: ['x'] } },
      ['NOT_VALID originator.name.middleNames'],
    ],
    ['no middle names are none', company, { name: { fullName: 'S', middleNames: [] } }, []],
    [
      'a business has no patronymic',
      company,
      { name: { fullName: 'S', patronymicName: 'x' } },
      ['NOT_VALID originator.name.patronymicName'],
    ],
    [
      'a business has a full name',
      company,
      { name: undefined },
      ['REQUIRED originator.name.fullName'],
    ],
    ['a person was born', person, { dateOfBirth: undefined }, ['REQUIRED originator.dateOfBirth']],
    [
      'on a day of the calendar',
      person,
      { dateOfBirth: '1990-02-30' },
      ['NOT_VALID originator.dateOfBirth'],
    ],
    [
      'written in one way',
      person,
      { dateOfBirth: '31.01.1990' },
      ['NOT_VALID originator.dateOfBirth'],
    ],
    ['in the past', person, { dateOfBirth: '2026-01-06' }, ['NOT_VALID originator.dateOfBirth']],
    ['a business was not', company, {}, []],
    [
      'a business is registered',
      company,
      { businessRegistrationCode: undefined },
      ['REQUIRED originator.businessRegistrationCode'],
    ],
    ['a person is not', person, {}, []],
    [
      'everybody lives somewhere',
      person,
      { address: undefined },
      [
        'REQUIRED originator.address.firstLine',
        'REQUIRED originator.address.city',
        'REQUIRED originator.address.countryCode',
      ],
    ],
    [
      'in a country that exists',
      person,
      { address: at('XX') },
      ['NOT_VALID originator.address.countryCode'],
    ],
    [
      'by its code of two letters',
      person,
      { address: at('GBR') },
      ['NOT_VALID originator.address.countryCode'],
    ],
    [
      'the United States have states',
      person,
      { address: at('US') },
      ['REQUIRED originator.address.stateCode'],
    ],
    ['Canada has', person, { address: at('CA') }, ['REQUIRED originator.address.stateCode']],
    ['Brazil has', person, { address: at('BR') }, ['REQUIRED originator.address.stateCode']],
    ['Australia has', person, { address: at('au') }, ['REQUIRED originator.address.stateCode']],
    [
      'and it must be one of them',
      person,
      { address: at('US', 'XX') },
      ['NOT_VALID originator.address.stateCode'],
    ],
    ['in either case', person, { address: at('US', 'ny') }, []],
    ['elsewhere it is free text', person, { address: at('DE', 'Bayern') }, []],
    [
      'a post code is optional',
      person,
      { address: { ...person.address, postCode: undefined } },
      [],
    ],
    ['the two names of the reference agree', person, { externalId: 'customer-7' }, []],
    ['or one of them is given', person, { reference: undefined, externalId: 'c' }, []],
    ['they must not differ', person, { externalId: 'c' }, ['NOT_VALID originator.externalId']],
    [
      'everything is told at once',
      person,
      { reference: undefined, dateOfBirth: undefined },
      ['REQUIRED originator.reference', 'REQUIRED originator.dateOfBirth'],
    ],
  ])('%s', (_, base, change, says) => {
    expect(faultsOf({ ...base, ...change } as OriginatorIn)).toEqual(says)
  })

  it('is kept without blanks, in upper-case codes, and with a whole name', () => {
    const asked = {
      ...person,
      externalId: 'customer-7',
      name: { givenName: ' Nora ', middleNames: [' Jane ', ' '], familyName: 'Sample' },
      address: { ...person.address, countryCode: 'us', stateCode: 'ny' },
    }
    expect(readOriginator(asked, now)).toEqual({
      ...person,
      name: {
        givenName: 'Nora',
        middleNames: ['Jane'],
        familyName: 'Sample',
        fullName: 'Nora Jane Sample',
      },
      address: { ...person.address, countryCode: 'US', stateCode: 'NY' },
    })
  })
})
