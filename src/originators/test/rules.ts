// Every rule of an originator (Spec A 4.1), as what it says of one that differs from a sound one.

import { company, person } from './placing.ts'

/** Why; a sound originator; what is changed; the faults, as `CODE path`. */
export type Rule = readonly [because: string, base: object, change: object, says: readonly string[]]

const at = (countryCode: string, stateCode?: string) => ({
  ...person.address,
  countryCode,
  ...(stateCode !== undefined && { stateCode }),
})

export const rules: readonly Rule[] = [
  ['a person is whole, and registered nowhere', person, {}, []],
  ['a business is whole, and was never born', company, {}, []],
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
  ['the client knows its customer', person, { reference: ' ' }, ['REQUIRED originator.reference']],
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
  [
    'a name has one line, in mail as in a bank file',
    person,
    { name: { givenName: 'Nora', familyName: 'Sample\nBcc: eve@example.com' } },
    ['NOT_VALID originator.name.familyName'],
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
  [
    'a business is registered',
    company,
    { businessRegistrationCode: undefined },
    ['REQUIRED originator.businessRegistrationCode'],
  ],
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
  ['a post code is optional', person, { address: { ...person.address, postCode: undefined } }, []],
  [
    'everything is told at once',
    person,
    { reference: undefined, dateOfBirth: undefined },
    ['REQUIRED originator.reference', 'REQUIRED originator.dateOfBirth'],
  ],
]

/** D25: partner-licence transfers know the customer's id under two names. */
export const spellings: readonly Rule[] = [
  ['the two names of the reference agree', person, { externalId: 'customer-7' }, []],
  ['or one of them is given', person, { reference: undefined, externalId: 'c' }, []],
  ['they must not differ', person, { externalId: 'c' }, ['NOT_VALID originator.externalId']],
]
