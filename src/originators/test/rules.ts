// Every rule of an originator (A 4.1), as a change of a valid originator and the faults that the change causes.

import { company, person } from './transfer-bodies.ts'

/** The rule; a valid originator; the change; the faults, as `CODE path`. */
type Rule = readonly [rule: string, base: object, change: object, faults: readonly string[]]

const at = (countryCode: string, stateCode?: string) => ({
  ...person.address,
  countryCode,
  ...(stateCode !== undefined && { stateCode }),
})

export const rules: readonly Rule[] = [
  ['a person needs no registration code', person, {}, []],
  ['a business needs no date of birth', company, {}, []],
  [
    'legalEntityType is required',
    person,
    { legalEntityType: undefined },
    ['REQUIRED originator.legalEntityType'],
  ],
  [
    'legalEntityType is PRIVATE or BUSINESS',
    person,
    { legalEntityType: 'TRUST' },
    ['NOT_VALID originator.legalEntityType'],
  ],
  ['a reference is required', person, { reference: ' ' }, ['REQUIRED originator.reference']],
  [
    'a person needs a given name',
    person,
    { name: { familyName: 'S' } },
    ['REQUIRED originator.name.givenName'],
  ],
  [
    'a person needs a family name',
    person,
    { name: { givenName: 'N' } },
    ['REQUIRED originator.name.familyName'],
  ],
  [
    'the full name of a person does not replace given and family name',
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
  [
    'an empty list of middle names counts as absent',
    company,
    { name: { fullName: 'S', middleNames: [] } },
    [],
  ],
  [
    'a business has no patronymic',
    company,
    { name: { fullName: 'S', patronymicName: 'x' } },
    ['NOT_VALID originator.name.patronymicName'],
  ],
  [
    'a business needs a full name',
    company,
    { name: undefined },
    ['REQUIRED originator.name.fullName'],
  ],
  [
    'a name must be one line',
    person,
    { name: { givenName: 'Nora', familyName: 'Sample\nBcc: eve@example.com' } },
    ['NOT_VALID originator.name.familyName'],
  ],
  [
    'a person needs a date of birth',
    person,
    { dateOfBirth: undefined },
    ['REQUIRED originator.dateOfBirth'],
  ],
  [
    'the date of birth must exist in the calendar',
    person,
    { dateOfBirth: '1990-02-30' },
    ['NOT_VALID originator.dateOfBirth'],
  ],
  [
    'the date of birth must be YYYY-MM-DD',
    person,
    { dateOfBirth: '31.01.1990' },
    ['NOT_VALID originator.dateOfBirth'],
  ],
  [
    'the date of birth must not be in the future',
    person,
    { dateOfBirth: '2026-01-06' },
    ['NOT_VALID originator.dateOfBirth'],
  ],
  [
    'a business needs a registration code',
    company,
    { businessRegistrationCode: undefined },
    ['REQUIRED originator.businessRegistrationCode'],
  ],
  [
    'an address is required',
    person,
    { address: undefined },
    [
      'REQUIRED originator.address.firstLine',
      'REQUIRED originator.address.city',
      'REQUIRED originator.address.countryCode',
    ],
  ],
  [
    'the country must exist',
    person,
    { address: at('XX') },
    ['NOT_VALID originator.address.countryCode'],
  ],
  [
    'the country must be a code of two letters',
    person,
    { address: at('GBR') },
    ['NOT_VALID originator.address.countryCode'],
  ],
  [
    'an address in the US needs a state',
    person,
    { address: at('US') },
    ['REQUIRED originator.address.stateCode'],
  ],
  [
    'an address in Canada needs a state',
    person,
    { address: at('CA') },
    ['REQUIRED originator.address.stateCode'],
  ],
  [
    'an address in Brazil needs a state',
    person,
    { address: at('BR') },
    ['REQUIRED originator.address.stateCode'],
  ],
  [
    'an address in Australia needs a state',
    person,
    { address: at('au') },
    ['REQUIRED originator.address.stateCode'],
  ],
  [
    'the state must belong to the country',
    person,
    { address: at('US', 'XX') },
    ['NOT_VALID originator.address.stateCode'],
  ],
  ['a state may be lower-case', person, { address: at('US', 'ny') }, []],
  ['in other countries the state is free text', person, { address: at('DE', 'Bayern') }, []],
  ['a post code is optional', person, { address: { ...person.address, postCode: undefined } }, []],
  [
    'all faults are returned together',
    person,
    { reference: undefined, dateOfBirth: undefined },
    ['REQUIRED originator.reference', 'REQUIRED originator.dateOfBirth'],
  ],
]

/** D25: partner-licence transfers accept two names for the field with the customer's id. */
export const referenceAliases: readonly Rule[] = [
  ['externalId and reference may be equal', person, { externalId: 'customer-7' }, []],
  ['externalId alone is enough', person, { reference: undefined, externalId: 'c' }, []],
  [
    'externalId and reference must not differ',
    person,
    { externalId: 'c' },
    ['NOT_VALID originator.externalId'],
  ],
]
