// How each version of the interface spells the fields (Spec B 4.1, Facts 9.1).

import { businessFieldMissing } from './errors.ts'
import type { Spelling } from './field-names.ts'

export const v1Spelling: Spelling = { names: {}, prefix: 'details.' }

export const businessV2Spelling: Spelling = {
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

/** `iso3Only`: the country was given by its alpha-3 code alone. */
export function addressSpelling(path: string, iso3Only: boolean): Spelling {
  return {
    names: {
      firstLine: 'addressFirstLine',
      state: 'stateCode',
      country: 'countryIso2Code',
      ...(iso3Only && { country: 'countryIso3Code' }),
    },
    prefix: `${path}.`,
    missing: businessFieldMissing,
  }
}
