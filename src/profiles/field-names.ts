// Converts violations of the rules of fields to faults. The rules use the stored names; some requests have other names for some
// fields (B 4.1, Facts 9.1).

import type { ErrorKind, Fault } from '../kernel/refusal.ts'
import { businessFieldMissing, FieldMissing } from './errors.ts'
import type { Violation } from './rules/parse-fields.ts'

type FieldNames = {
  /** The name in the request, by the stored name. Fields with the same name in both are left out. */
  readonly names: Readonly<Record<string, string>>
  /** Precedes the name in the path of a fault, such as `details.`. */
  readonly prefix: string
  /** The error for a missing field, in requests that do not use `FieldMissing`. */
  readonly missing?: (name: string) => ErrorKind
}

/** Returns the fault of each violation, with the name that the field has in the request. */
export function faultsOf(violations: readonly Violation[], fieldNames: FieldNames): Fault[] {
  return violations.map(({ kind, field, message, value }) => {
    const name = fieldNames.names[field] ?? field
    return {
      kind: kind === FieldMissing && fieldNames.missing ? fieldNames.missing(name) : kind,
      path: fieldNames.prefix + name,
      message: `${name} ${message}`,
      arguments: value === undefined ? [name] : [name, value],
    }
  })
}

export const v1Names: FieldNames = { names: {}, prefix: 'details.' }

export const businessV2Names: FieldNames = {
  names: {
    name: 'businessName',
    nameInKatakana: 'businessNameInKatakana',
    descriptionOfBusiness: 'businessFreeFormDescription',
    businessCategory: 'firstLevelCategory',
    businessSubCategory: 'secondLevelCategory',
  },
  prefix: '',
  missing: businessFieldMissing,
}

/** `hasOnlyIso3`: the request names the country by its alpha-3 code only. */
export function addressV2Names(path: string, hasOnlyIso3: boolean): FieldNames {
  return {
    names: {
      firstLine: 'addressFirstLine',
      state: 'stateCode',
      country: hasOnlyIso3 ? 'countryIso3Code' : 'countryIso2Code',
    },
    prefix: `${path}.`,
    missing: businessFieldMissing,
  }
}
