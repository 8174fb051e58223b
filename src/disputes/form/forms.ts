// The form of each reason: one table of fields. The check of a submitted form, its JSON Schema in the dynamic flow and
// the documentation follow from this table (D81).

import { type Currency, parseMoney } from '../../kernel/money.ts'
import type { DisputeCode } from '../reasons.ts'

/** In characters; a choice of this project. */
export const TEXT_LENGTH_MAX = 1_000

type NameAndTitle = {
  readonly name: string
  /** The question, in the words of the form. */
  readonly title: string
  readonly isOptional?: true
}

export type Field =
  | (NameAndTitle & { readonly kind: 'text' | 'long-text' | 'yes-no' })
  /** A day that is not in the future, unless `allowsFuture`. */
  | (NameAndTitle & { readonly kind: 'day'; readonly allowsFuture?: true })
  /** An amount above zero, unless `allowsZero`. */
  | (NameAndTitle & { readonly kind: 'amount'; readonly allowsZero?: true })
  | (NameAndTitle & { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> })
  | (NameAndTitle & {
      readonly kind: 'group'
      readonly fields: readonly Field[]
      readonly rule?: Rule
    })

/**
 * A condition on several fields, checked when no field has a fault. Returns the path of the field at which the customer
 * sees the message, or undefined when the condition is met.
 */
export type Rule = (
  form: FormValues,
) => { readonly path: readonly string[]; readonly message: string } | undefined

/** Checked values by field name. Absent fields are undefined. */
export type FormValues = { readonly [name: string]: FormValue | undefined }
export type FormValue = string | boolean | FormAmount | FormValues
/** `value` is decimal text with the decimals of the currency. */
export type FormAmount = { readonly value: string; readonly currency: Currency }

export type DisputeForm = {
  readonly title: string
  readonly fields: readonly Field[]
  readonly rule?: Rule
  /** The files that a submission of the form may name. */
  readonly files: readonly FileField[]
}

export type FileField = { readonly name: string; readonly title: string }

const receipt = { name: 'receipt', title: 'Receipt or order confirmation' }
const communication = { name: 'communication', title: 'Messages between you and the merchant' }
const policeReport = { name: 'policeReport', title: 'Police report' }
const commonFiles = [receipt, communication]

const goods: Field = { kind: 'text', name: 'goods', title: 'What did you buy?' }
const details: Field = { kind: 'long-text', name: 'details', title: 'What happened?' }
const cancelledDay: Field = { kind: 'day', name: 'cancelledDate', title: 'When was it cancelled?' }

const generalForm: DisputeForm = {
  title: 'What is wrong',
  fields: [goods, details],
  files: commonFiles,
}

export const forms: Readonly<Record<DisputeCode, DisputeForm>> = {
  TROUBLE_WITH_GOODS_SERVICES: generalForm,
  MERCHANT_CHARGED_AGAIN: generalForm,
  ATM_DISPENSED_NO_FUNDS: {
    title: 'The cash machine',
    fields: [
      { kind: 'amount', name: 'requested', title: 'How much did you want to withdraw?' },
      {
        kind: 'amount',
        name: 'received',
        title: 'How much did the machine give you?',
        allowsZero: true,
      },
      details,
    ],
    rule: ({ requested, received }) => checkReceivedLess(requested, received),
    files: commonFiles,
  },
  WRONG_AMOUNT: {
    title: 'The amount',
    fields: [
      { kind: 'amount', name: 'charged', title: 'How much were you charged?' },
      { kind: 'amount', name: 'expected', title: 'How much did you expect to pay?' },
      {
        kind: 'group',
        name: 'agreedDetails',
        title: 'Your agreement with the merchant',
        fields: [
          {
            kind: 'yes-no',
            name: 'agreed',
            title: 'Did you agree to the amount that you were charged?',
          },
          { kind: 'text', name: 'agreedReason', title: 'Why did you agree?', isOptional: true },
        ],
        rule: ({ agreed, agreedReason }) =>
          agreed === true && agreedReason === undefined
            ? { path: ['agreedReason'], message: 'Say why you agreed to the amount.' }
            : undefined,
      },
      goods,
      details,
    ],
    files: commonFiles,
  },
  NEVER_ARRIVED: {
    title: 'The order',
    fields: [
      goods,
      { kind: 'day', name: 'expectedDate', title: 'When should it have arrived?' },
      { kind: 'yes-no', name: 'contactedMerchant', title: 'Have you contacted the merchant?' },
      details,
    ],
    files: commonFiles,
  },
  CANCELLED_ORDER: {
    title: 'The order',
    fields: [
      goods,
      cancelledDay,
      {
        kind: 'choice',
        name: 'cancelledBy',
        title: 'Who cancelled it?',
        choices: { ME: 'I did', MERCHANT: 'The merchant' },
      },
      details,
    ],
    files: commonFiles,
  },
  NOT_AS_EXPECTED: {
    title: 'What you received',
    fields: [
      goods,
      { kind: 'day', name: 'receivedDate', title: 'When did you receive it?' },
      {
        kind: 'choice',
        name: 'problem',
        title: 'What is wrong with it?',
        choices: {
          DEFECTIVE: 'It is defective',
          NOT_AS_DESCRIBED: 'It is not as described',
          INCOMPLETE: 'Something is missing',
          COUNTERFEIT: 'It is counterfeit',
        },
      },
      { kind: 'yes-no', name: 'returned', title: 'Have you sent it back?' },
      details,
    ],
    files: commonFiles,
  },
  SCAM: { ...generalForm, title: 'How you were deceived' },
  PAID_TWICE: {
    title: 'The other payment',
    fields: [
      {
        kind: 'text',
        name: 'otherTransactionId',
        title: 'Which transaction of this card was the other payment?',
        isOptional: true,
      },
      { kind: 'text', name: 'otherMeans', title: 'How else did you pay?', isOptional: true },
      details,
    ],
    rule: ({ otherTransactionId, otherMeans }) =>
      otherTransactionId === undefined && otherMeans === undefined
        ? {
            path: ['otherTransactionId'],
            message: 'Name the other transaction, or how else you paid.',
          }
        : undefined,
    files: commonFiles,
  },
  UNEXPECTEDLY_CHARGED_AGAIN: {
    title: 'The merchant',
    fields: [
      {
        kind: 'day',
        name: 'lastKnownDate',
        title: 'When did you last pay this merchant on purpose?',
        isOptional: true,
      },
      details,
    ],
    files: commonFiles,
  },
  UNWANTED_SUBSCRIPTION: {
    title: 'The subscription',
    fields: [{ ...cancelledDay, title: 'When did you cancel it?', isOptional: true }, details],
    files: commonFiles,
  },
  NO_REFUND: {
    title: 'The refund',
    fields: [
      goods,
      { kind: 'amount', name: 'refundDue', title: 'How much should you get back?' },
      {
        kind: 'day',
        name: 'promisedDate',
        title: 'By when did the merchant promise the refund?',
        allowsFuture: true,
      },
      details,
    ],
    files: commonFiles,
  },
  CARD_POSSESSION: {
    title: 'Your card',
    fields: [
      {
        kind: 'day',
        name: 'lastUsedDate',
        title: 'When did you last use the card?',
        isOptional: true,
      },
      {
        kind: 'yes-no',
        name: 'detailsShared',
        title: 'Have you shared the card, its details or its PIN with anyone?',
      },
      details,
    ],
    files: commonFiles,
  },
  CARD_NO_POSSESSION: {
    title: 'Your card',
    fields: [
      { kind: 'day', name: 'lostDate', title: 'When was the card lost or stolen?' },
      { kind: 'yes-no', name: 'reportedToPolice', title: 'Have you reported it to the police?' },
      details,
    ],
    files: [...commonFiles, policeReport],
  },
}

function checkReceivedLess(requested: FormValue | undefined, received: FormValue | undefined) {
  if (!isAmount(requested) || !isAmount(received)) return undefined
  if (requested.currency !== received.currency)
    return { path: ['received', 'currency'], message: 'Send both amounts in the same currency.' }
  const [requestedAmount, receivedAmount] = [requested, received].map(({ value }) =>
    parseMoney(value, requested.currency),
  )
  return requestedAmount !== undefined &&
    receivedAmount !== undefined &&
    receivedAmount.minor < requestedAmount.minor
    ? undefined
    : {
        path: ['received', 'value'],
        message: 'Send less than the amount that you wanted to withdraw.',
      }
}

function isAmount(value: FormValue | undefined): value is FormAmount {
  return typeof value === 'object' && typeof value['currency'] === 'string'
}

/** The titles of the files that any form has, by the name of the form part in which a client uploads the file (D83). */
export const fileParts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(forms).flatMap(({ files }) => files.map(({ name, title }) => [name, title])),
)
