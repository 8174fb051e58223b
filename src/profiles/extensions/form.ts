// The extension form of a profile (D43). The form and the check of a client's values are derived from one table of
// fields, so that the check accepts every value that the form allows.

import {
  type AccountFault,
  canonicalText,
  checkField,
  type FormLine,
  formFields,
} from '../../corridors/index.ts'
import { primaryAddress } from '../model.ts'
import { hasOccupation } from '../rules/personal.ts'
import type { ProfileRow } from '../store.ts'

const extensionKeys = ['accountPurpose', 'accountPurposeDescription', 'occupation'] as const
export type ExtensionDetails = { readonly [_ in (typeof extensionKeys)[number]]?: string }

export type ExtensionForm = {
  readonly type: string
  readonly title: string
  readonly usageInfo: null
  readonly fields: readonly FormLine[]
}

const purposes = formFields.choices({
  CONTRIBUTING_TO_PERSONAL_SAVINGS: 'Contributing to personal savings',
  GENERAL_MONTHLY_LIVING_EXPENSES: 'General monthly living expenses',
  PAYING_FOR_GOODS_OR_SERVICES_ABROAD: 'Paying for goods or services abroad',
  SENDING_MONEY_REGULARLY_TO_FAMILY: 'Sending money regularly to family',
  OTHER: 'Other',
})

/** The facts on which the fields of a form depend, in addition to the values that are filled in. */
type ExtensionContext = {
  readonly type: ProfileRow['type']
  readonly needsOccupation: boolean
}

type ExtensionField = {
  readonly field: formFields.Field
  readonly isShown: (filled: ExtensionDetails, context: ExtensionContext) => boolean
}

// D43 has both limits for the description of the purpose. The same maximum for an occupation is a choice of this project.
const PURPOSE_CHARACTERS_MIN = 3
const CHARACTERS_MAX = 200

const extensionFields: readonly ExtensionField[] = [
  {
    field: formFields.select('accountPurpose', 'Purpose of the account', purposes, {
      refresh: true,
      example: 'SENDING_MONEY_REGULARLY_TO_FAMILY',
    }),
    isShown: () => true,
  },
  {
    field: formFields.text('accountPurposeDescription', 'Purpose in your own words', {
      min: PURPOSE_CHARACTERS_MIN,
      max: CHARACTERS_MAX,
      example: 'Paying the fees of a university abroad',
    }),
    isShown: ({ accountPurpose }) => accountPurpose === 'OTHER',
  },
  {
    field: formFields.text('occupation', 'Occupation', {
      min: 1,
      max: CHARACTERS_MAX,
      example: 'Software Engineer',
    }),
    isShown: (_, { needsOccupation }) => needsOccupation,
  },
]

/** The fields that the form has once the values of `filled` are filled in. A business has no form. */
function fieldsFor(
  filled: ExtensionDetails,
  context: ExtensionContext,
): readonly formFields.Field[] {
  if (context.type === 'BUSINESS') return []
  return extensionFields.filter(({ isShown }) => isShown(filled, context)).map(({ field }) => field)
}

export function extensionForms(
  filled: ExtensionDetails,
  context: ExtensionContext,
): readonly ExtensionForm[] {
  const fields = fieldsFor(filled, context)
  if (fields.length === 0) return []
  return [
    {
      type: 'profile-extensions-requirements',
      title: 'Details of the account',
      usageInfo: null,
      fields: fields.map(formFields.showLine),
    },
  ]
}

/**
 * Returns the values to store, in the spelling that the form defines, and the faults of the values. Values outside of the
 * form are dropped.
 */
export function parseExtensions(
  filled: ExtensionDetails,
  context: ExtensionContext,
): { readonly details: ExtensionDetails; readonly faults: readonly AccountFault[] } {
  const fields = fieldsFor(filled, context)
  const valueAt = (key: string) => filled[key as keyof ExtensionDetails]
  const faults = fields.flatMap((field) => checkField(field, valueAt(field.key), valueAt) ?? [])
  const values = fields.flatMap((field) => {
    const value = valueAt(field.key)
    return value === undefined ? [] : [[field.key, canonicalText(field, value)] as const]
  })
  return { details: Object.fromEntries(values), faults }
}

/** The values in `stored`, replaced by those in `values` that are not blank. */
export function mergeExtensions(stored: ExtensionDetails, values: ExtensionDetails) {
  const present = extensionKeys.filter((key) => values[key]?.trim())
  return { ...stored, ...Object.fromEntries(present.map((key) => [key, values[key]])) }
}

/** Adding a value completes the details; replacing or dropping a value changes them (D43a). */
export function hasChangedValue(before: ExtensionDetails, after: ExtensionDetails): boolean {
  return extensionKeys.some((key) => before[key] !== undefined && before[key] !== after[key])
}

// D43 lists these countries and, of the United States, New Mexico. The fields of a profile have another list (B 2.4), which
// `occupationMissing` checks.
const FORM_OCCUPATION_COUNTRIES: readonly string[] = ['JP', 'ID', 'IN', 'IL', 'MX']

/** A stored occupation stays part of the form, so that it can be changed. */
export function extensionContext(profile: ProfileRow, stored: ExtensionDetails): ExtensionContext {
  const { type } = profile
  const address = primaryAddress(profile)
  if (type === 'BUSINESS' || address === undefined) return { type, needsOccupation: false }
  const { country, state } = address
  const isRequired =
    FORM_OCCUPATION_COUNTRIES.includes(country) || (country === 'US' && state === 'NM')
  const isKnown = hasOccupation(profile.details) || hasOccupation(address)
  const needsOccupation = stored.occupation !== undefined || (isRequired && !isKnown)
  return { type, needsOccupation }
}
