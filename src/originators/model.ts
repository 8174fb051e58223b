// The rules of an originator (A 4.1): which fields a person or a business must have, by country, and which values are valid.

import isoCountries from 'i18n-iso-countries'
import { DetailRequired, stateCodesOf } from '../corridors/index.ts'
import { birthDateFault } from '../kernel/birth-date.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { dayOf, isPlainText } from '../kernel/wire.ts'
import type { Originator } from '../transfers/index.ts'
import { OriginatorInvalid } from './errors.ts'
import type { OriginatorIn } from './schemas.ts'

type LegalType = Originator['legalEntityType']

const legalTypes: readonly LegalType[] = ['PRIVATE', 'BUSINESS']

/** The texts of an originator by their path; undefined for absent and blank texts. */
type Fields = Readonly<Record<string, string | undefined>>

type Rule = {
  readonly required?: (type: LegalType | undefined, fields: Fields) => boolean
  /** The fault of a text as a predicate, such as `must be a date`; undefined for a valid text. */
  readonly problem?: (text: string, fields: Fields, today: Temporal.PlainDate) => string | undefined
  /** A business must not have the field. */
  readonly isForPersonsOnly?: true
}

const always = () => true
const isPerson = (type: LegalType | undefined) => type === 'PRIVATE'
const isBusiness = (type: LegalType | undefined) => type === 'BUSINESS'

// A 4.1 requires a state in US, CA, BR and AU: the countries for which there is a list of states.
const stateCodesAt = (fields: Fields) =>
  stateCodesOf(fields['address.countryCode']?.toUpperCase() ?? '')

const rules: Readonly<Record<string, Rule>> = {
  legalEntityType: {
    required: always,
    problem: (text) =>
      legalTypes.some((type) => type === text) ? undefined : 'must be PRIVATE or BUSINESS',
  },
  reference: { required: always },
  'name.givenName': { required: isPerson },
  'name.familyName': { required: isPerson },
  'name.middleNames': { isForPersonsOnly: true },
  'name.patronymicName': { isForPersonsOnly: true },
  'name.fullName': { required: isBusiness },
  dateOfBirth: {
    required: isPerson,
    problem: (text, _, today) => birthDateFault(text, today)?.message,
  },
  businessRegistrationCode: { required: isBusiness },
  'address.firstLine': { required: always },
  'address.city': { required: always },
  'address.countryCode': {
    required: always,
    problem: (text) =>
      text.length === 2 && isoCountries.isValid(text)
        ? undefined
        : 'must be an ISO 3166-1 country code of two letters',
  },
  'address.stateCode': {
    required: (_, fields) => stateCodesAt(fields) !== undefined,
    problem: (text, fields) =>
      stateCodesAt(fields)?.includes(text.toUpperCase()) === false
        ? 'must be the code of a state of address.countryCode'
        : undefined,
  },
  'address.postCode': {},
}

/**
 * Returns the originator as it is stored. Refuses with all faults, each with a path such as `originator.address.city`.
 */
export function readOriginator(input: OriginatorIn, now: Temporal.Instant): Originator {
  const today = dayOf(now)
  const fields = fieldsOf(input)
  const type = legalTypes.find((legalType) => legalType === fields['legalEntityType'])
  refuseAll([
    ...referenceFaults(input),
    ...Object.entries(rules).flatMap(([field, rule]) =>
      faultsOf(field, rule, { type, fields, today }),
    ),
  ])
  return originatorOf(fields, input.name?.middleNames ?? [])
}

function fieldsOf({ name = {}, address = {}, ...input }: OriginatorIn): Fields {
  const texts: Record<string, string | undefined> = {
    legalEntityType: input.legalEntityType,
    reference: input.reference?.trim() ? input.reference : input.externalId,
    dateOfBirth: input.dateOfBirth,
    businessRegistrationCode: input.businessRegistrationCode,
    'name.givenName': name.givenName,
    'name.familyName': name.familyName,
    'name.middleNames': name.middleNames?.join(' '),
    'name.patronymicName': name.patronymicName,
    'name.fullName': name.fullName,
    ...Object.fromEntries(Object.entries(address).map(([key, text]) => [`address.${key}`, text])),
  }
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, text?.trim() || undefined]),
  )
}

// Partner-licence transfers have two names for this field (D25).
function referenceFaults({ reference, externalId }: OriginatorIn): Fault[] {
  const [sent, alternative] = [reference?.trim(), externalId?.trim()]
  if (!sent || !alternative || sent === alternative) return []
  const message =
    'externalId and reference are the same field. Send one of them, or the same text in both.'
  return [{ kind: OriginatorInvalid, path: 'originator.externalId', message }]
}

type RuleInput = {
  readonly type: LegalType | undefined
  readonly fields: Fields
  readonly today: Temporal.PlainDate
}

function faultsOf(field: string, rule: Rule, { type, fields, today }: RuleInput): Fault[] {
  const path = `originator.${field}`
  const text = fields[field]
  if (text === undefined)
    return rule.required?.(type, fields)
      ? [{ kind: DetailRequired, path, message: `${field} is required` }]
      : []
  if (rule.isForPersonsOnly && type === 'BUSINESS')
    return [
      {
        kind: OriginatorInvalid,
        path,
        message: `Send ${field} for a PRIVATE originator only`,
      },
    ]
  const problem = isPlainText(text)
    ? rule.problem?.(text, fields, today)
    : 'must be one line of text'
  return problem === undefined
    ? []
    : [{ kind: OriginatorInvalid, path, message: `${field} ${problem}`, arguments: [text] }]
}

/** `fields` have passed the rules, so a required text is present and `legalEntityType` is one of `legalTypes`. */
function originatorOf(fields: Fields, middleNames: readonly string[]): Originator {
  const middle = middleNames.map((name) => name.trim()).filter((name) => name !== '')
  const nameFields = [
    'name.givenName',
    'name.middleNames',
    'name.patronymicName',
    'name.familyName',
  ]
  const text = (field: string) => fields[field] ?? ''
  const ifPresent = <K extends string>(key: K, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [_ in K]?: string }
  return {
    legalEntityType: text('legalEntityType') as LegalType,
    reference: text('reference'),
    name: {
      ...ifPresent('givenName', fields['name.givenName']),
      ...(middle.length > 0 && { middleNames: middle }),
      ...ifPresent('familyName', fields['name.familyName']),
      ...ifPresent('patronymicName', fields['name.patronymicName']),
      fullName:
        fields['name.fullName'] ?? nameFields.flatMap((field) => fields[field] ?? []).join(' '),
    },
    ...ifPresent('dateOfBirth', fields['dateOfBirth']),
    ...ifPresent('businessRegistrationCode', fields['businessRegistrationCode']),
    address: {
      firstLine: text('address.firstLine'),
      city: text('address.city'),
      ...ifPresent('stateCode', fields['address.stateCode']?.toUpperCase()),
      countryCode: text('address.countryCode').toUpperCase(),
      ...ifPresent('postCode', fields['address.postCode']),
    },
  }
}
