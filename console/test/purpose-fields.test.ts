// The choices in the form for the purpose of an account, which the console copies from the service.

import { expect, it } from 'vitest'
import * as answers from '../../src/verification/checks/account-purpose.ts'
import {
  businessPurposeFields,
  personalPurposeFields,
} from '../src/pages/profiles/purpose-fields.ts'

const valuesByKey = new Map(
  [...personalPurposeFields, ...businessPurposeFields].map(({ key, valuesAllowed }) => [
    key,
    valuesAllowed?.map((value) => value.key),
  ]),
)

it.each([
  ['accountPurpose', answers.accountPurposes],
  ['yearlyAnticipatedVolume', answers.yearlyVolumes],
  ['mainSourceOfIncome', answers.incomeSources],
  ['annualIncome', answers.annualIncomes],
  ['businessUse', answers.businessUses],
  ['mainSourceOfFunding', answers.fundingSources],
  ['monthlyAnticipatedVolume', answers.monthlyVolumes],
])('the field %s has exactly the values that the service accepts', (key, expected) => {
  expect(valuesByKey.get(key)).toEqual(expected)
})
