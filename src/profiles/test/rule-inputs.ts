// Valid inputs of the rules of profiles, for tests.

import type { PersonalInput } from '../rules/personal.ts'

export const today = Temporal.PlainDate.from('2026-01-05')
export const ann: PersonalInput = {
  firstName: 'Ann',
  lastName: 'Sample',
  dateOfBirth: '1990-01-31',
  phoneNumber: '+447700900123',
}
export const limitedCompany = {
  name: 'Sample Ltd',
  registrationNumber: '1',
  companyType: 'LIMITED',
  companyRole: 'OWNER',
  businessCategory: 'OTHER',
  businessSubCategory: 'OTHER_NOT_LISTED_ABOVE',
}
