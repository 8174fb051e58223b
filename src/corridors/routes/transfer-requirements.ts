// The fields that a transfer requires besides its quote and recipient. The form and the check are both derived from one
// list of definitions, so they cannot disagree.

import { type Currency, scaleOf } from '../../kernel/money.ts'
import type { LegalType } from '../forms/catalogue/names.ts'
import { wholly } from '../patterns.ts'
import { entryOf } from './catalogue/index.ts'
import {
  type Answer,
  employerPurposes,
  natures,
  OTHER_SOURCE_OF_FUNDS,
  purposes,
  purposesWithInvoice,
  sourcesOfFunds,
  subPurposes,
  tradePurposes,
} from './catalogue/purposes.ts'
import { minorOf } from './prices.ts'
import { referenceRule } from './references.ts'
import type { PayOut } from './routes.ts'

const SOURCE_OF_FUNDS_OTHER_LENGTH_MAX = 200
const INVOICE_NUMBER_LENGTH_MAX = 50
// A client may send details that the form does not contain (gap 154). They are stored unchanged, so only
// their length is limited.
const EXTRA_LENGTH_MAX = 255

// Every text becomes one line of a bank's file. The form has the same pattern as the check.
const ONE_LINE = String.raw`[^\x00-\x1f\x7f-\x9f]*`
// A blank is no answer to a question that must be answered.
const ONE_LINE_NOT_BLANK = String.raw`(?=.*\S)${ONE_LINE}`

// The answer may lead to a further question.
const FIRST_QUESTION = { required: true, refreshRequirementsOnChange: true }

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
  readonly source: Currency
  readonly target: Currency
  readonly payOut?: PayOut
  readonly sourceAmountMinor: bigint
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
  valuesAllowed: Answer[] | null
}

export type TransferForm = {
  type: 'transfer'
  fields: { name: string; group: TransferInput[] }[]
}

export type DetailFault = {
  readonly code: 'REQUIRED' | 'NOT_VALID'
  /** The key of the detail. */
  readonly path: TransferDetailKey
  readonly message: string
}

/** The forms of a transfer; `chosen` are the details known so far, on which some questions depend. */
export function transferRequirements(
  facts: TransferFacts & { readonly chosen?: TransferDetails },
): TransferForm[] {
  const inputs = inputsOf(facts, facts.chosen ?? {})
  return [
    { type: 'transfer', fields: inputs.map((input) => ({ name: input.name, group: [input] })) },
  ]
}

/** What is wrong with the details of a transfer; empty when it can be made with them. */
export function checkTransferDetails(
  facts: TransferFacts,
  details: TransferDetails,
): DetailFault[] {
  const inputs = inputsOf(facts, details)
  return [
    ...inputs.flatMap((input) => faultsOf(input, details[input.key])),
    ...unaskedFaults(inputs, details),
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
  if (!rule.allowed) return []
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
  const answers = purposesBetween(facts)
  const inputs = [select('transferPurpose', 'Transfer purpose', answers, FIRST_QUESTION)]
  const { transferPurpose } = chosen
  if (!answers.some(({ key }) => key === transferPurpose)) return inputs
  if (fields.subPurpose)
    inputs.push(
      select('transferPurposeSubTransferPurpose', 'Purpose in detail', subPurposes, {
        required: true,
      }),
    )
  if (purposesWithInvoice.some((key) => key === transferPurpose))
    inputs.push(
      text('transferPurposeInvoiceNumber', 'Invoice number', {
        maxLength: INVOICE_NUMBER_LENGTH_MAX,
      }),
    )
  return inputs
}

/** Businesses trade, with each other and with persons; only they have employees. */
function purposesBetween({ senderType, recipientLegalType }: TransferFacts): readonly Answer[] {
  if (senderType === 'BUSINESS') return [...purposes, ...tradePurposes, ...employerPurposes]
  return recipientLegalType === 'BUSINESS' ? [...purposes, ...tradePurposes] : purposes
}

function sourceOfFundsInputs(facts: TransferFacts, chosen: TransferDetails): TransferInput[] {
  const above = entryOf(facts.target).receive?.formFields?.sourceOfFundsAbove
  if (above === undefined) return []
  if (facts.targetAmountMinor <= minorOf(above, scaleOf(facts.target))) return []
  const source = select('sourceOfFunds', 'Source of funds', sourcesOfFunds, FIRST_QUESTION)
  if (chosen.sourceOfFunds !== OTHER_SOURCE_OF_FUNDS) return [source]
  const which = text('sourceOfFundsOther', 'Which source of funds', {
    required: true,
    maxLength: SOURCE_OF_FUNDS_OTHER_LENGTH_MAX,
    validationRegexp: ONE_LINE_NOT_BLANK,
  })
  return [source, which]
}

function natureInputs({ target }: TransferFacts): TransferInput[] {
  if (!entryOf(target).receive?.formFields?.nature) return []
  return [select('transferNature', 'Nature of the transfer', natures, {})]
}

function text(
  key: TransferDetailKey,
  name: string,
  more: Partial<Pick<TransferInput, 'required' | 'maxLength' | 'validationRegexp'>>,
): TransferInput {
  return { ...blank(key, name), validationRegexp: ONE_LINE, ...more }
}

function select(
  key: TransferDetailKey,
  name: string,
  answers: readonly Answer[],
  more: Partial<Pick<TransferInput, 'required' | 'refreshRequirementsOnChange'>>,
): TransferInput {
  return {
    ...blank(key, name),
    type: 'select',
    ...more,
    valuesAllowed: [...answers],
  }
}

function blank(key: TransferDetailKey, name: string): TransferInput {
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
  const message = complaint(input, value)
  return message === undefined ? [] : [{ code: 'NOT_VALID', path: input.key, message }]
}

function unaskedFaults(inputs: readonly TransferInput[], details: TransferDetails): DetailFault[] {
  const formKeys = new Set(inputs.map(({ key }) => key))
  return Object.entries(details).flatMap(([name, value]): DetailFault[] => {
    const path = name as TransferDetailKey
    if (formKeys.has(path) || [...String(value ?? '')].length <= EXTRA_LENGTH_MAX) return []
    const message = `${path} can have at most ${EXTRA_LENGTH_MAX} characters.`
    return [{ code: 'NOT_VALID', path, message }]
  })
}

function complaint(input: TransferInput, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${input.name} must be a text.`
  if (input.maxLength !== null && [...value].length > input.maxLength)
    return `${input.name} can have at most ${input.maxLength} characters.`
  if (input.validationRegexp !== null && !wholly(input.validationRegexp, 'u').test(value))
    return `${input.name} is blank, or has characters that this route cannot carry.`
  if (input.valuesAllowed !== null && !input.valuesAllowed.some(({ key }) => key === value))
    return `${input.name} is none of the values allowed.`
  return undefined
}
