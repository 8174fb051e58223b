// Checks a submitted form against the table of its reason. A fault is reported at the path of its field, because the
// dynamic-flow client shows a message only there (D82).

import { parseDecimal } from '../../kernel/decimal.ts'
import { type Currency, findScale, type Money, parseMoney, toText } from '../../kernel/money.ts'
import { isPlainText, readDay } from '../../kernel/wire.ts'
import { FieldRequired } from '../errors.ts'
import {
  type DisputeForm,
  type Field,
  type FormAmount,
  type FormValue,
  type FormValues,
  type Rule,
  TEXT_LENGTH_MAX,
} from './forms.ts'

/** A fault of a field: its path in the form, outermost name first, and what the customer has to do. */
export type FormFault = {
  readonly path: readonly string[]
  readonly kind: 'required' | 'invalid'
  readonly message: string
}

type CheckResult<V> = { readonly value: V | undefined; readonly faults: readonly FormFault[] }

/** Returns all faults of the form together. The values are complete when the form has no faults. */
export function checkForm(
  form: DisputeForm,
  submitted: unknown,
  today: Temporal.PlainDate,
): CheckResult<FormValues> {
  return checkFields(form.fields, form.rule, submitted, today)
}

function checkFields(
  fields: readonly Field[],
  rule: Rule | undefined,
  submitted: unknown,
  today: Temporal.PlainDate,
): CheckResult<FormValues> {
  if (!isObject(submitted)) return reject('Send an object.')
  const checked = fields.map(
    (field) => [field.name, checkField(field, submitted[field.name], today)] as const,
  )
  const faults = checked.flatMap(([name, result]) =>
    result.faults.map((fault) => ({ ...fault, path: [name, ...fault.path] })),
  )
  const value = Object.fromEntries(checked.map(([name, result]) => [name, result.value]))
  const ruleFault = faults.length === 0 ? rule?.(value) : undefined
  if (ruleFault === undefined) return { value, faults }
  return { value, faults: [{ kind: 'invalid', ...ruleFault }] }
}

function checkField(
  field: Field,
  submitted: unknown,
  today: Temporal.PlainDate,
): CheckResult<FormValue> {
  // The customer sees the fields inside of an object, so an absent object is checked as an object without fields.
  if (field.kind === 'group')
    return checkFields(field.fields, field.rule, isAbsent(submitted) ? {} : submitted, today)
  if (field.kind === 'amount') return checkAmount(isAbsent(submitted) ? {} : submitted, field)
  if (isAbsent(submitted)) return field.isOptional ? ABSENT : rejectMissing()
  switch (field.kind) {
    case 'text':
    case 'long-text':
      return checkText(submitted, field)
    case 'yes-no':
      return checkYesNo(submitted)
    case 'day':
      return checkDay(submitted, field.allowsFuture ? undefined : today)
    case 'choice':
      return typeof submitted === 'string' && Object.hasOwn(field.choices, submitted)
        ? accept(submitted)
        : reject(`Choose one of ${Object.keys(field.choices).join(', ')}.`)
  }
}

function checkText(submitted: unknown, { kind, isOptional }: Field): CheckResult<string> {
  if (typeof submitted !== 'string') return reject('Send text.')
  const text = submitted.trim()
  if (text === '') return isOptional ? ABSENT : rejectMissing()
  if ([...text].length > TEXT_LENGTH_MAX)
    return reject(`Use at most ${TEXT_LENGTH_MAX} characters.`)
  return isPlainText(kind === 'long-text' ? text.replaceAll(/[\n\r\t]/g, ' ') : text)
    ? accept(text)
    : reject('Remove the control characters.')
}

/** The boolean, also when a client sends it as text (D81); undefined for any other value. */
export function readYesNo(submitted: unknown): boolean | undefined {
  if (typeof submitted === 'boolean') return submitted
  if (submitted === 'true') return true
  return submitted === 'false' ? false : undefined
}

function checkYesNo(submitted: unknown): CheckResult<boolean> {
  const value = readYesNo(submitted)
  return value === undefined ? reject('Send true or false.') : accept(value)
}

function checkDay(submitted: unknown, latest: Temporal.PlainDate | undefined): CheckResult<string> {
  const day = typeof submitted === 'string' ? readDay(submitted) : undefined
  if (day === undefined) return reject('Send a day, written YYYY-MM-DD.')
  if (latest !== undefined && Temporal.PlainDate.compare(day, latest) > 0)
    return reject('Send a day that is not in the future.')
  return accept(day.toString())
}

type AmountField = { readonly allowsZero?: true }

function checkAmount(submitted: unknown, field: AmountField): CheckResult<FormAmount> {
  if (!isObject(submitted)) return reject('Send an amount with value and currency.')
  const currency = readCurrency(submitted['currency'])
  const value = readValue(submitted['value'], currency.value, field)
  const faults = [
    ...value.faults.map((fault) => ({ ...fault, path: ['value'] })),
    ...currency.faults.map((fault) => ({ ...fault, path: ['currency'] })),
  ]
  return faults.length === 0 && value.value !== undefined && currency.value !== undefined
    ? accept({ value: toText(value.value), currency: currency.value })
    : { value: undefined, faults }
}

function readCurrency(submitted: unknown): CheckResult<Currency> {
  if (isAbsent(submitted)) return rejectMissing()
  return typeof submitted === 'string' && findScale(submitted) !== undefined
    ? accept(submitted)
    : reject('Choose an ISO 4217 currency code.')
}

/**
 * Without a valid currency the number of decimals cannot be checked. A number with at most two decimals is then read as an
 * amount in EUR, so that its sign is checked nevertheless.
 */
function readValue(
  submitted: unknown,
  currency: Currency | undefined,
  { allowsZero }: AmountField,
): CheckResult<Money> {
  if (isAbsent(submitted)) return rejectMissing()
  const isNumber = typeof submitted === 'number' || typeof submitted === 'string'
  const amount = isNumber ? parseMoney(String(submitted), currency ?? 'EUR') : undefined
  // Without a currency any number may be exact, because the currency decides the number of decimals.
  const mayBeExact =
    currency === undefined && isNumber && parseDecimal(String(submitted)) !== undefined
  if (amount === undefined)
    return mayBeExact
      ? ABSENT
      : reject(`Send a number that is exact in ${currency ?? 'its currency'}.`)
  if (amount.minor < 0n || (amount.minor === 0n && !allowsZero))
    return reject(allowsZero ? 'Send zero or more.' : 'Send more than zero.')
  return accept(amount)
}

const ABSENT = { value: undefined, faults: [] }

function rejectMissing(): CheckResult<never> {
  return {
    value: undefined,
    faults: [{ path: [], kind: 'required', message: FieldRequired.message }],
  }
}

function accept<V>(value: V): CheckResult<V> {
  return { value, faults: [] }
}

function reject(message: string): CheckResult<never> {
  return { value: undefined, faults: [{ path: [], kind: 'invalid', message }] }
}

/** The dynamic-flow client sends an empty text or null for a field that the customer has emptied. */
export function isAbsent(submitted: unknown): submitted is undefined | null | '' {
  return submitted === undefined || submitted === null || submitted === ''
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
