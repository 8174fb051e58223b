// The rules of an originator (Spec A 4.1): which fields a person has, which a business, and where.

import isoCountries from 'i18n-iso-countries'
import { DetailRequired, statesOf } from '../corridors/index.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { dayOf, isPlainText, readDay } from '../kernel/wire.ts'
import type { Originator } from '../transfers/index.ts'
import { OriginatorInvalid } from './errors.ts'
import type { OriginatorIn } from './schemas.ts'

type LegalType = Originator['legalEntityType']

const legalTypes: readonly string[] = ['PRIVATE', 'BUSINESS'] satisfies LegalType[]

/** Fields by their path in the originator, with the text that was given; blank text is absent. */
type Given = Readonly<Record<string, string | undefined>>

type Rule = {
  readonly required?: (type: LegalType | undefined, given: Given) => boolean
  /** What is wrong with a text; undefined when nothing is. */
  readonly wrong?: (text: string, given: Given, today: Temporal.PlainDate) => string | undefined
  /** Only a person has it. */
  readonly ofPersons?: true
}

const always = () => true
const ofPrivate = (type: LegalType | undefined) => type === 'PRIVATE'
const ofBusiness = (type: LegalType | undefined) => type === 'BUSINESS'

// Spec A 4.1: US, CA, BR and AU, the countries that have a list of states.
const statesAt = (given: Given) => statesOf(given['address.countryCode']?.toUpperCase() ?? '')

const rules: Readonly<Record<string, Rule>> = {
  legalEntityType: {
    required: always,
    wrong: (text) => (legalTypes.includes(text) ? undefined : 'must be PRIVATE or BUSINESS'),
  },
  reference: { required: always },
  'name.givenName': { required: ofPrivate },
  'name.familyName': { required: ofPrivate },
  'name.middleNames': { ofPersons: true },
  'name.patronymicName': { ofPersons: true },
  'name.fullName': { required: ofBusiness },
  dateOfBirth: { required: ofPrivate, wrong: wrongBirth },
  businessRegistrationCode: { required: ofBusiness },
  'address.firstLine': { required: always },
  'address.city': { required: always },
  'address.countryCode': {
    required: always,
    wrong: (text) =>
      text.length === 2 && isoCountries.isValid(text.toUpperCase())
        ? undefined
        : 'must be an ISO 3166-1 country code of two letters',
  },
  'address.stateCode': {
    required: (_, given) => statesAt(given) !== undefined,
    wrong: (text, given) =>
      statesAt(given)?.every(({ key }) => key !== text.toUpperCase())
        ? 'must be the code of a state of that country'
        : undefined,
  },
  'address.postCode': {},
}

function wrongBirth(text: string, _: Given, today: Temporal.PlainDate): string | undefined {
  const date = readDay(text)
  if (date === undefined) return 'must be a date, written YYYY-MM-DD'
  return Temporal.PlainDate.compare(date, today) > 0 ? 'must be a date in the past' : undefined
}

/**
 * The originator as it is kept. Refuses with everything that is wrong with it, each fault under its
 * path: `originator.address.city`.
 */
export function readOriginator(asked: OriginatorIn, now: Temporal.Instant): Originator {
  const today = dayOf(now)
  const given = givenOf(asked)
  const type = legalTypes.includes(given['legalEntityType'] ?? '')
    ? (given['legalEntityType'] as LegalType)
    : undefined
  refuseAll([
    ...referenceFaults(asked),
    ...Object.entries(rules).flatMap(([field, rule]) => faultsOf(field, rule, type, given, today)),
  ])
  return originatorOf(given, asked.name?.middleNames ?? [])
}

function givenOf({ name = {}, address = {}, ...asked }: OriginatorIn): Given {
  const fields: Record<string, string | undefined> = {
    legalEntityType: asked.legalEntityType,
    reference: asked.reference?.trim() ? asked.reference : asked.externalId,
    dateOfBirth: asked.dateOfBirth,
    businessRegistrationCode: asked.businessRegistrationCode,
    'name.givenName': name.givenName,
    'name.familyName': name.familyName,
    'name.middleNames': name.middleNames?.join(' '),
    'name.patronymicName': name.patronymicName,
    'name.fullName': name.fullName,
    ...Object.fromEntries(Object.entries(address).map(([key, text]) => [`address.${key}`, text])),
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [field, text?.trim() || undefined]),
  )
}

// The parts name the field both ways (D25).
function referenceFaults({ reference, externalId }: OriginatorIn): Fault[] {
  const [one, other] = [reference?.trim(), externalId?.trim()]
  if (!one || !other || one === other) return []
  const message = 'externalId and reference are the same field: give one, or the same text in both'
  return [{ kind: OriginatorInvalid, path: 'originator.externalId', message }]
}

function faultsOf(
  field: string,
  rule: Rule,
  type: LegalType | undefined,
  given: Given,
  today: Temporal.PlainDate,
): Fault[] {
  const path = `originator.${field}`
  const text = given[field]
  if (text === undefined)
    return rule.required?.(type, given)
      ? [{ kind: DetailRequired, path, message: `${field} must be given` }]
      : []
  if (rule.ofPersons && type === 'BUSINESS')
    return [{ kind: OriginatorInvalid, path, message: `${field} is for a PRIVATE originator only` }]
  const wrong = isPlainText(text) ? rule.wrong?.(text, given, today) : 'must be one line of text'
  return wrong === undefined
    ? []
    : [{ kind: OriginatorInvalid, path, message: `${field} ${wrong}`, arguments: [text] }]
}

function originatorOf(given: Given, middleNames: readonly string[]): Originator {
  const middle = middleNames.map((name) => name.trim()).filter((name) => name !== '')
  const whole = ['name.givenName', 'name.middleNames', 'name.patronymicName', 'name.familyName']
  const text = (field: string) => given[field] ?? ''
  const some = <K extends string>(key: K, value: string | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [_ in K]?: string }
  return {
    legalEntityType: text('legalEntityType') as LegalType,
    reference: text('reference'),
    name: {
      ...some('givenName', given['name.givenName']),
      ...(middle.length > 0 && { middleNames: middle }),
      ...some('familyName', given['name.familyName']),
      ...some('patronymicName', given['name.patronymicName']),
      fullName: given['name.fullName'] ?? whole.flatMap((field) => given[field] ?? []).join(' '),
    },
    ...some('dateOfBirth', given['dateOfBirth']),
    ...some('businessRegistrationCode', given['businessRegistrationCode']),
    address: {
      firstLine: text('address.firstLine'),
      city: text('address.city'),
      ...some('stateCode', given['address.stateCode']?.toUpperCase()),
      countryCode: text('address.countryCode').toUpperCase(),
      ...some('postCode', given['address.postCode']),
    },
  }
}
