// The rules of an originator (Spec A 4.1): which fields a person or a business must have, by country.

import isoCountries from 'i18n-iso-countries'
import { DetailRequired, provincesOf } from '../corridors/index.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { dayOf, isPlainText, readDay } from '../kernel/wire.ts'
import type { Originator } from '../transfers/index.ts'
import { OriginatorInvalid } from './errors.ts'
import type { OriginatorIn } from './schemas.ts'

type LegalType = Originator['legalEntityType']

const legalTypes: readonly LegalType[] = ['PRIVATE', 'BUSINESS']

/** The texts of an originator by their path. Blank texts are absent. */
type Fields = Readonly<Record<string, string | undefined>>

type Rule = {
  readonly required?: (type: LegalType | undefined, fields: Fields) => boolean
  /** The fault of a text as a predicate, such as `must be a date`; undefined if it has none. */
  readonly problem?: (text: string, fields: Fields, today: Temporal.PlainDate) => string | undefined
  /** A business must not have it. */
  readonly ofPersons?: true
}

const always = () => true
const ofPrivate = (type: LegalType | undefined) => type === 'PRIVATE'
const ofBusiness = (type: LegalType | undefined) => type === 'BUSINESS'

// Spec A 4.1 requires a state in US, CA, BR and AU: the countries for which there is a list of states.
const provincesAt = (fields: Fields) =>
  provincesOf(fields['address.countryCode']?.toUpperCase() ?? '')

const rules: Readonly<Record<string, Rule>> = {
  legalEntityType: {
    required: always,
    problem: (text) =>
      legalTypes.some((type) => type === text) ? undefined : 'must be PRIVATE or BUSINESS',
  },
  reference: { required: always },
  'name.givenName': { required: ofPrivate },
  'name.familyName': { required: ofPrivate },
  'name.middleNames': { ofPersons: true },
  'name.patronymicName': { ofPersons: true },
  'name.fullName': { required: ofBusiness },
  dateOfBirth: { required: ofPrivate, problem: birthProblem },
  businessRegistrationCode: { required: ofBusiness },
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
    required: (_, fields) => provincesAt(fields) !== undefined,
    problem: (text, fields) =>
      provincesAt(fields)?.every(({ key }) => key !== text.toUpperCase())
        ? 'must be the code of a state of that country'
        : undefined,
  },
  'address.postCode': {},
}

function birthProblem(text: string, _: Fields, today: Temporal.PlainDate): string | undefined {
  const date = readDay(text)
  if (date === undefined) return 'must be a date, written YYYY-MM-DD'
  return Temporal.PlainDate.compare(date, today) > 0 ? 'must be a date in the past' : undefined
}

/**
 * Returns the originator as it is stored. Refuses with all faults, each with a path such as `originator.address.city`.
 */
export function readOriginator(input: OriginatorIn, now: Temporal.Instant): Originator {
  const today = dayOf(now)
  const fields = fieldsOf(input)
  const type = legalTypes.find((each) => each === fields['legalEntityType'])
  refuseAll([
    ...referenceFaults(input),
    ...Object.entries(rules).flatMap(([field, rule]) => faultsOf(field, rule, type, fields, today)),
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
  const [one, other] = [reference?.trim(), externalId?.trim()]
  if (!one || !other || one === other) return []
  const message =
    'externalId and reference are the same field. Send one of them, or the same text in both.'
  return [{ kind: OriginatorInvalid, path: 'originator.externalId', message }]
}

function faultsOf(
  field: string,
  rule: Rule,
  type: LegalType | undefined,
  fields: Fields,
  today: Temporal.PlainDate,
): Fault[] {
  const path = `originator.${field}`
  const text = fields[field]
  if (text === undefined)
    return rule.required?.(type, fields)
      ? [{ kind: DetailRequired, path, message: `${field} is required` }]
      : []
  if (rule.ofPersons && type === 'BUSINESS')
    return [
      {
        kind: OriginatorInvalid,
        path,
        message: `${field} is only allowed for a PRIVATE originator`,
      },
    ]
  const problem = isPlainText(text)
    ? rule.problem?.(text, fields, today)
    : 'must be one line of text'
  return problem === undefined
    ? []
    : [{ kind: OriginatorInvalid, path, message: `${field} ${problem}`, arguments: [text] }]
}

function originatorOf(fields: Fields, middleNames: readonly string[]): Originator {
  const middle = middleNames.map((name) => name.trim()).filter((name) => name !== '')
  const whole = ['name.givenName', 'name.middleNames', 'name.patronymicName', 'name.familyName']
  const text = (field: string) => fields[field] ?? ''
  const some = <K extends string>(key: K, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [_ in K]?: string }
  return {
    legalEntityType: text('legalEntityType') as LegalType,
    reference: text('reference'),
    name: {
      ...some('givenName', fields['name.givenName']),
      ...(middle.length > 0 && { middleNames: middle }),
      ...some('familyName', fields['name.familyName']),
      ...some('patronymicName', fields['name.patronymicName']),
      fullName: fields['name.fullName'] ?? whole.flatMap((field) => fields[field] ?? []).join(' '),
    },
    ...some('dateOfBirth', fields['dateOfBirth']),
    ...some('businessRegistrationCode', fields['businessRegistrationCode']),
    address: {
      firstLine: text('address.firstLine'),
      city: text('address.city'),
      ...some('stateCode', fields['address.stateCode']?.toUpperCase()),
      countryCode: text('address.countryCode').toUpperCase(),
      ...some('postCode', fields['address.postCode']),
    },
  }
}
