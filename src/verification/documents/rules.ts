// The types of identity documents as one table, and the rules of their fields (B 4.2, D44a).

import { stateCodesOf } from '../../corridors/index.ts'
import type { ErrorKind, Fault } from '../../kernel/refusal.ts'
import { isPlainText, readDay } from '../../kernel/wire.ts'
import { alpha2 } from '../../profiles/index.ts'
import { FieldInvalid, FieldMissing, FieldUnexpected, NumberNotAllowed } from '../errors.ts'
import { isBrazilianTaxNumber, isDigits, isMyNumber, isSocialSecurityNumber } from './numbers.ts'

/** Fields that each belong to one type only. */
const fieldsOfOneType = [
  'employerName',
  'employerCity',
  'employerCountry',
  'birthCity',
  'birthCountry',
] as const

const documentFields = [
  'firstName',
  'lastName',
  'uniqueIdentifier',
  'issueDate',
  'issuerCountry',
  'issuerState',
  'expiryDate',
  'nationality',
  ...fieldsOfOneType,
] as const
export type DocumentField = (typeof documentFields)[number]
export type DocumentInput = { readonly [_ in DocumentField]?: string | undefined }
/** The fields of a document that has passed its rules. Countries are alpha-2 codes. */
export type DocumentDetails = { readonly [_ in DocumentField]?: string }

type TypeRule = {
  readonly required: readonly DocumentField[]
  readonly number?: {
    readonly isValid: (text: string) => boolean
    readonly message: string
  }
  /** Fields that are not required are neither checked nor stored. */
  readonly ignoresOtherFields?: true
}

const names = ['firstName', 'lastName'] as const
const issuedFields = [...names, 'uniqueIdentifier', 'issueDate', 'issuerCountry'] as const
const expiringDocument: TypeRule = { required: [...issuedFields, 'expiryDate'] }

const typeRules = {
  DRIVERS_LICENCE: expiringDocument,
  IDENTITY_CARD: expiringDocument,
  GREEN_CARD: expiringDocument,
  MY_NUMBER: {
    required: ['uniqueIdentifier'],
    number: { isValid: isMyNumber, message: 'must be twelve digits with a valid check digit' },
  },
  PASSPORT: expiringDocument,
  SSN: {
    required: ['uniqueIdentifier'],
    number: { isValid: isSocialSecurityNumber, message: 'must be exactly nine digits' },
    ignoresOtherFields: true,
  },
  EMIRATES_EMPLOYER: { required: ['employerName', 'employerCity', 'employerCountry'] },
  EMIRATES_PLACE_OF_BIRTH: { required: ['birthCity', 'birthCountry'] },
  CPF_CNPJ: {
    required: ['uniqueIdentifier'],
    number: {
      isValid: isBrazilianTaxNumber,
      message: 'must be a CPF or CNPJ with valid check digits',
    },
  },
  FINANCIAL_CAPACITY_BR: {
    required: ['uniqueIdentifier'],
    number: { isValid: isDigits, message: 'must contain only digits' },
  },
  OTHER: { required: issuedFields },
} as const satisfies Readonly<Record<string, TypeRule>>

export type DocumentType = keyof typeof typeRules
export const documentTypes = Object.keys(typeRules) as [DocumentType, ...DocumentType[]]

/** The types that require the field. */
export function typesRequiring(field: DocumentField): readonly DocumentType[] {
  return documentTypes.filter((type) =>
    (typeRules[type].required as readonly DocumentField[]).includes(field),
  )
}

/** In characters, as is `NUMBER_LENGTH_MAX`; choices of this project. */
export const TEXT_LENGTH_MAX = 100
export const NUMBER_LENGTH_MAX = 30

type FieldResult =
  | { readonly value: string }
  | { readonly kind: ErrorKind; readonly message: string }
type Parser = (text: string, input: DocumentInput, today: Temporal.PlainDate) => FieldResult

const value = (text: string): FieldResult => ({ value: text })
const invalid = (message: string): FieldResult => ({ kind: FieldInvalid, message })

// The schema of the request limits the length of texts.
const parseText: Parser = (text) =>
  isPlainText(text) ? value(text) : invalid('must be one line of text')

const parseNumber: Parser = (text) =>
  isPlainText(text) && /[\p{L}\p{N}]/u.test(text)
    ? value(text)
    : { kind: NumberNotAllowed, message: 'must be one line with a letter or a digit' }

const parseCountry: Parser = (text) => {
  const code = alpha2(text)
  return code === undefined ? invalid('must be an ISO 3166-1 country code') : value(code)
}

const parseNationality: Parser = (text, ...context) =>
  text.length === 2
    ? parseCountry(text, ...context)
    : invalid('must be an ISO 3166-1 country code of two letters')

const parseDay: Parser = (text) =>
  readDay(text) === undefined ? invalid('must be a date: send YYYY-MM-DD') : value(text)

const parseIssueDate: Parser = (text, input, today) => {
  const day = readDay(text)
  return day !== undefined && Temporal.PlainDate.compare(day, today) > 0
    ? invalid('must not be in the future')
    : parseDay(text, input, today)
}

const parseExpiryDate: Parser = (text, input, today) => {
  const day = readDay(text)
  const issueDay = readDay(input.issueDate?.trim() ?? '')
  const isBefore =
    day !== undefined && issueDay !== undefined && Temporal.PlainDate.compare(day, issueDay) < 0
  return isBefore ? invalid('must not be before issueDate') : parseDay(text, input, today)
}

const parseState: Parser = (text, input, today) => {
  const codes = stateCodesOf(alpha2(input.issuerCountry ?? '') ?? '')
  if (codes === undefined) return parseText(text, input, today)
  const code = text.toUpperCase()
  return codes.includes(code)
    ? value(code)
    : invalid('must be the code of a state of issuerCountry')
}

const parsers: Readonly<Record<DocumentField, Parser>> = {
  firstName: parseText,
  lastName: parseText,
  uniqueIdentifier: parseNumber,
  issueDate: parseIssueDate,
  issuerCountry: parseCountry,
  issuerState: parseState,
  expiryDate: parseExpiryDate,
  nationality: parseNationality,
  employerName: parseText,
  employerCity: parseText,
  employerCountry: parseCountry,
  birthCity: parseText,
  birthCountry: parseCountry,
}

type ParsedDocument = {
  readonly details: DocumentDetails
  /** Without values, because no error contains a field of a document. Faults with status 400 come first. */
  readonly faults: readonly Fault[]
}

/** Checks the fields against the rule of the type, and trims them. Blank text counts as absent. */
export function parseDocument(
  type: DocumentType,
  input: DocumentInput,
  today: Temporal.PlainDate,
): ParsedDocument {
  const rule: TypeRule = typeRules[type]
  const details: { [_ in DocumentField]?: string } = {}
  const faults: Fault[] = []
  const addFault = (kind: ErrorKind, path: DocumentField, message: string) =>
    faults.push({ kind, path, message: `${path} ${message}` })
  for (const field of rule.ignoresOtherFields ? rule.required : documentFields) {
    const text = input[field]?.trim() ?? ''
    const isRequired = rule.required.includes(field)
    if (text === '') {
      if (isRequired) addFault(FieldMissing, field, `is required for ${type}`)
    } else if (isOfOneType(field) && !isRequired) {
      addFault(FieldUnexpected, field, `must not be sent for ${type}`)
    } else {
      const parsed = parseField(field, text, { rule, input, today })
      if ('value' in parsed) details[field] = parsed.value
      else addFault(parsed.kind, field, parsed.message)
    }
  }
  return { details, faults: faults.sort((a, b) => a.kind.status - b.kind.status) }
}

type ParsingContext = {
  readonly rule: TypeRule
  readonly input: DocumentInput
  readonly today: Temporal.PlainDate
}

function parseField(
  field: DocumentField,
  text: string,
  { rule, input, today }: ParsingContext,
): FieldResult {
  if (field === 'uniqueIdentifier' && rule.number && !rule.number.isValid(text))
    return { kind: NumberNotAllowed, message: rule.number.message }
  return parsers[field](text, input, today)
}

function isOfOneType(field: DocumentField): boolean {
  return (fieldsOfOneType as readonly string[]).includes(field)
}

/** D44: a document with an expiry date is valid on that day. */
export function isExpired({ expiryDate }: DocumentDetails, today: Temporal.PlainDate): boolean {
  const day = readDay(expiryDate ?? '')
  return day !== undefined && Temporal.PlainDate.compare(day, today) < 0
}
