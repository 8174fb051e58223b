// The fields of the catalogue. A form shows a field, and accounts are checked against the same field.

import type { Choice, FormInput, FormLine } from './wire.ts'

/** Another value of the same account by its form key, or by its parameter in a validator; undefined when it is not filled in. */
export type ReadOther = (key: string) => string | undefined

/** A rule in addition to the pattern, such as a check digit. Receives the canonical value, in a validator any spelling. */
export type Check = (value: string, other: ReadOther) => boolean

/** Turns any accepted spelling of a value into the spelling that is stored. */
export type Normaliser = (text: string) => string

export type Field = {
  readonly key: string
  readonly label: string
  readonly type: FormInput['type']
  /** A change of the value may change the form, so the client should request the form again. */
  readonly refresh: boolean
  readonly required: boolean
  /** How to display the value in groups: each asterisk is a character. */
  readonly format: string | null
  readonly example: string
  /** The limits of the length of the canonical spelling, in characters. */
  readonly min: number | null
  readonly max: number | null
  /** Source of the regular expression that the whole canonical spelling must match. */
  readonly pattern: string | null
  /** Name of the validator that the form points to. */
  readonly validator: string | null
  /** The values that the form offers; null without a list. A function, because lists are long and rarely needed. */
  readonly values: (() => readonly Choice[]) | null
  /** Values that the form does not offer but that are accepted, because recorded requests send them (Facts 17). */
  readonly alsoAccepted: readonly string[]
  /** A select whose list is a suggestion: `check` decides which values are accepted. */
  readonly isOpenList: boolean
  /** Returns the spelling that is checked and stored (D90). */
  readonly canonical: Normaliser
  /** A holder's name under A 2.2; its pattern depends on the legal type. */
  readonly isLatinName: boolean
  readonly check: Check | null
  /** Checks that run after `check` passed; each has its own message. */
  readonly furtherChecks: readonly { readonly check: Check; readonly message: string }[]
  /** The message of a fault in this field. */
  readonly message: string | null
}

/** Several fields on one line, under one name. */
export type Row = { readonly row: string; readonly group: readonly Field[] }

export type Line = Field | Row

/** The form of one type of account in a currency. */
export type Form = {
  readonly type: string
  readonly title: string
  readonly lines: readonly Line[]
}

export type FieldOptions = {
  readonly refresh?: boolean
  readonly required?: boolean
  readonly format?: string
  readonly example?: string
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly validator?: string
  readonly values?: () => readonly Choice[]
  readonly alsoAccepted?: readonly string[]
  readonly isOpenList?: boolean
  readonly canonical?: Normaliser
  readonly isLatinName?: boolean
  readonly check?: Check
  readonly furtherChecks?: Field['furtherChecks']
  readonly message?: string
}

const keepSpelling: Normaliser = (text) => text

/** Writes a number in capitals, without the characters that only make it easier to read. */
export const canonicalNumber: Normaliser = (text) => text.replace(/[\s./_-]/g, '').toUpperCase()

function field(
  type: FormInput['type'],
  key: string,
  label: string,
  options: FieldOptions = {},
): Field {
  return {
    key,
    label,
    type,
    refresh: options.refresh ?? false,
    required: options.required ?? true,
    format: options.format ?? null,
    example: options.example ?? '',
    min: options.min ?? null,
    max: options.max ?? null,
    pattern: options.pattern ?? null,
    validator: options.validator ?? null,
    values: options.values ?? null,
    alsoAccepted: options.alsoAccepted ?? [],
    isOpenList: options.isOpenList ?? false,
    // A display format shows the value with separators, so people type the separators too.
    canonical: options.canonical ?? (options.format ? canonicalNumber : keepSpelling),
    isLatinName: options.isLatinName ?? false,
    check: options.check ?? null,
    furtherChecks: options.furtherChecks ?? [],
    message: options.message ?? null,
  }
}

export const text = (key: string, label: string, options?: FieldOptions) =>
  field('text', key, label, options)

/** A field with a list of values; null when the list is added later, or the field has no list. */
const listField =
  (type: 'select' | 'radio') =>
  (
    key: string,
    label: string,
    values: (() => readonly Choice[]) | null,
    options?: FieldOptions,
  ): Field =>
    field(type, key, label, { ...options, ...(values !== null && { values }) })

export const select = listField('select')
export const radio = listField('radio')

export const date = (key: string, label: string, options?: FieldOptions) =>
  field('date', key, label, options)

export function form(
  type: string,
  title: string,
  ...lines: readonly (Line | readonly Line[])[]
): Form {
  return { type, title, lines: lines.flat() }
}

export const isRow = (line: Line): line is Row => 'row' in line

/** Every field of a form in order, including those within rows. */
export function fieldsOf(lines: readonly Line[]): readonly Field[] {
  return lines.flatMap((line) => (isRow(line) ? line.group : [line]))
}

/** The same lines with every field replaced by the result of `change`. */
export function mapFields(
  lines: readonly Line[],
  change: (field: Field) => Field,
): readonly Line[] {
  return lines.map((line) =>
    isRow(line) ? { ...line, group: line.group.map(change) } : change(line),
  )
}

/** Choices written as an object: `{ CHECKING: 'Checking' }`. */
export function choices(names: Readonly<Record<string, string>>): () => readonly Choice[] {
  const list = Object.entries(names).map(([key, name]) => ({ key, name }))
  return () => list
}

export function showLine(line: Line): FormLine {
  return isRow(line)
    ? { name: line.row, group: line.group.map(showField) }
    : { name: line.label, group: [showField(line)] }
}

/** An example that the field accepts (D90): a value of its list instead of a prompt such as "Choose a country". */
function exampleOf({ example, values, isOpenList }: Field): string {
  if (values === null) return isOpenList ? '' : example
  const keys = values().map(({ key }) => key.trim())
  return example === '' || keys.includes(example) ? example : (keys[0] ?? '')
}

function showField(field: Field): FormInput {
  return {
    key: field.key,
    name: field.label,
    type: field.type,
    refreshRequirementsOnChange: field.refresh,
    required: field.required,
    displayFormat: field.format,
    example: exampleOf(field),
    minLength: field.min,
    maxLength: field.max,
    validationRegexp: field.pattern,
    validationAsync:
      field.validator === null
        ? null
        : {
            url: `/v1/validators/${field.validator}`,
            params: [{ key: field.key, parameterName: field.key, required: true }],
          },
    valuesAllowed: field.values === null ? null : field.values(),
  }
}
