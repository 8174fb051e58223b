// The details that a transfer requires in addition to its quote and recipient. The form and the check are derived from
// the same inputs, so they cannot disagree.

import { type Currency, scaleOf } from '../../kernel/money.ts'
import type { LegalType } from '../forms/catalogue/names.ts'
import type { Choice } from '../forms/wire.ts'
import { countCharacters, wholeTextPattern } from '../patterns.ts'
import { entryOf } from './catalogue/index.ts'
import {
  employerPurposes,
  natures,
  OTHER_SOURCE_OF_FUNDS,
  purposes,
  purposesWithInvoice,
  sourcesOfFunds,
  subPurposes,
  tradePurposes,
} from './catalogue/purposes.ts'
import { minorOf } from './catalogue-amounts.ts'
import { referenceRule } from './references.ts'
import type { PayOut } from './routes.ts'

// Both limits are choices of this project.
const SOURCE_OF_FUNDS_OTHER_CHARACTERS_MAX = 200
const INVOICE_NUMBER_CHARACTERS_MAX = 50
// A client may send details that the form does not contain (gap 154). They are stored unchanged, so only
// their length is limited.
const EXTRA_CHARACTERS_MAX = 255

// Every text becomes one line of a bank's file. The form has the same pattern as the check.
const ONE_LINE = String.raw`[^\x00-\x1f\x7f-\x9f]*`
// A required text must contain more than whitespace.
const ONE_LINE_NOT_BLANK = String.raw`(?=.*\S)${ONE_LINE}`

// A required field whose value may add another field to the form.
const REQUIRED_WITH_REFRESH = { required: true, refreshRequirementsOnChange: true }

/** Keys of a transfer's `details`. */
export const transferDetailKeys = [
  'reference',
  'transferPurpose',
  'transferPurposeSubTransferPurpose',
  'transferPurposeInvoiceNumber',
  'transferNature',
  'sourceOfFunds',
  'sourceOfFundsOther',
] as const
export type TransferDetailKey = (typeof transferDetailKeys)[number]

export type TransferDetails = { readonly [K in TransferDetailKey]?: unknown }

export type TransferFacts = {
  readonly target: Currency
  readonly payOut?: PayOut
  readonly targetAmountMinor: bigint
  readonly senderType: 'PERSONAL' | 'BUSINESS'
  readonly recipientLegalType: LegalType
}

/** One input of the form, as it is on the wire (Facts 5.5). */
export type TransferInput = {
  key: TransferDetailKey
  name: string
  type: 'text' | 'select'
  refreshRequirementsOnChange: boolean
  required: boolean
  displayFormat: null
  example: null
  minLength: number | null
  maxLength: number | null
  validationRegexp: string | null
  validationAsync: null
  valuesAllowed: Choice[] | null
}

export type TransferForm = {
  type: 'transfer'
  fields: { name: string; group: TransferInput[] }[]
}

type DetailFault = {
  readonly code: 'REQUIRED' | 'NOT_VALID'
  /** The key of the detail. */
  readonly path: TransferDetailKey
  readonly message: string
}

/** The forms of a transfer. `chosen` contains the details filled in so far, because some fields depend on other details. */
export function transferRequirements(
  facts: TransferFacts & { readonly chosen?: TransferDetails },
): TransferForm[] {
  const inputs = inputsOf(facts, facts.chosen ?? {})
  return [
    { type: 'transfer', fields: inputs.map((input) => ({ name: input.name, group: [input] })) },
  ]
}

/** All faults of the details of a transfer; empty when the transfer can be created with them. */
export function checkTransferDetails(
  facts: TransferFacts,
  details: TransferDetails,
): DetailFault[] {
  const inputs = inputsOf(facts, details)
  return [
    ...inputs.flatMap((input) => faultsOf(input, details[input.key])),
    ...faultsOutsideForm(inputs, details),
  ]
}

function inputsOf(facts: TransferFacts, chosen: TransferDetails): TransferInput[] {
  return [
    ...referenceInputs(facts),
    ...purposeInputs(facts, chosen),
    ...sourceOfFundsInputs(facts, chosen),
    ...natureInputs(facts),
  ]
}

function referenceInputs({ target, payOut }: TransferFacts): TransferInput[] {
  const rule = referenceRule(target, payOut)
  if (!rule.isAllowed) return []
  return [
    text('reference', 'Transfer reference', {
      maxLength: rule.lengthMax,
      ...(rule.pattern !== null && { validationRegexp: rule.pattern }),
    }),
  ]
}

function purposeInputs(facts: TransferFacts, chosen: TransferDetails): TransferInput[] {
  const fields = entryOf(facts.target).receive?.formFields
  if (!fields?.purpose) return []
  const values = purposesBetween(facts)
  const inputs = [select('transferPurpose', 'Transfer purpose', values, REQUIRED_WITH_REFRESH)]
  const { transferPurpose } = chosen
  if (!values.some(({ key }) => key === transferPurpose)) return inputs
  if (fields.subPurpose)
    inputs.push(
      select('transferPurposeSubTransferPurpose', 'Purpose in detail', subPurposes, {
        required: true,
      }),
    )
  if (purposesWithInvoice.some((key) => key === transferPurpose))
    inputs.push(
      text('transferPurposeInvoiceNumber', 'Invoice number', {
        maxLength: INVOICE_NUMBER_CHARACTERS_MAX,
      }),
    )
  return inputs
}

/** The purposes of trade need a business as sender or recipient, and the purposes of employers a business as sender. */
function purposesBetween({ senderType, recipientLegalType }: TransferFacts): readonly Choice[] {
  if (senderType === 'BUSINESS') return [...purposes, ...tradePurposes, ...employerPurposes]
  return recipientLegalType === 'BUSINESS' ? [...purposes, ...tradePurposes] : purposes
}

function sourceOfFundsInputs(facts: TransferFacts, chosen: TransferDetails): TransferInput[] {
  const above = entryOf(facts.target).receive?.formFields?.sourceOfFundsAbove
  if (above === undefined) return []
  if (facts.targetAmountMinor <= minorOf(above, scaleOf(facts.target))) return []
  const source = select('sourceOfFunds', 'Source of funds', sourcesOfFunds, REQUIRED_WITH_REFRESH)
  if (chosen.sourceOfFunds !== OTHER_SOURCE_OF_FUNDS) return [source]
  const description = text('sourceOfFundsOther', 'Which source of funds', {
    required: true,
    maxLength: SOURCE_OF_FUNDS_OTHER_CHARACTERS_MAX,
    validationRegexp: ONE_LINE_NOT_BLANK,
  })
  return [source, description]
}

function natureInputs({ target }: TransferFacts): TransferInput[] {
  if (!entryOf(target).receive?.formFields?.nature) return []
  return [select('transferNature', 'Nature of the transfer', natures, {})]
}

function text(
  key: TransferDetailKey,
  name: string,
  options: Partial<Pick<TransferInput, 'required' | 'maxLength' | 'validationRegexp'>>,
): TransferInput {
  return { ...blankInput(key, name), validationRegexp: ONE_LINE, ...options }
}

function select(
  key: TransferDetailKey,
  name: string,
  values: readonly Choice[],
  options: Partial<Pick<TransferInput, 'required' | 'refreshRequirementsOnChange'>>,
): TransferInput {
  return {
    ...blankInput(key, name),
    type: 'select',
    ...options,
    valuesAllowed: [...values],
  }
}

function blankInput(key: TransferDetailKey, name: string): TransferInput {
  return {
    key,
    name,
    type: 'text',
    refreshRequirementsOnChange: false,
    required: false,
    displayFormat: null,
    example: null,
    minLength: null,
    maxLength: null,
    validationRegexp: null,
    validationAsync: null,
    valuesAllowed: null,
  }
}

function faultsOf(input: TransferInput, value: unknown): DetailFault[] {
  if (value === undefined || value === null || value === '')
    return input.required ? [{ code: 'REQUIRED', path: input.key, message: 'Required' }] : []
  const message = messageFor(input, value)
  return message === undefined ? [] : [{ code: 'NOT_VALID', path: input.key, message }]
}

function faultsOutsideForm(
  inputs: readonly TransferInput[],
  details: TransferDetails,
): DetailFault[] {
  const formKeys = new Set(inputs.map(({ key }) => key))
  return Object.entries(details).flatMap(([name, value]): DetailFault[] => {
    // A cast, because `Object.entries` widens the keys of `details` to strings.
    const path = name as TransferDetailKey
    if (formKeys.has(path) || countCharacters(String(value ?? '')) <= EXTRA_CHARACTERS_MAX)
      return []
    const message = `Send at most ${EXTRA_CHARACTERS_MAX} characters: ${path}.`
    return [{ code: 'NOT_VALID', path, message }]
  })
}

function messageFor(input: TransferInput, value: unknown): string | undefined {
  if (typeof value !== 'string') return `Send ${input.name} as a string.`
  if (input.maxLength !== null && countCharacters(value) > input.maxLength)
    return `Send at most ${input.maxLength} characters: ${input.name}.`
  if (input.validationRegexp !== null && !wholeTextPattern(input.validationRegexp, 'u').test(value))
    return `Send one line that is not blank and has only characters that this route allows: ${input.name}.`
  if (input.valuesAllowed !== null && !input.valuesAllowed.some(({ key }) => key === value))
    return `Send one of the values that the form lists: ${input.name}.`
  return undefined
}
