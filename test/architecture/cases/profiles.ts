// The cases of idempotency.test.ts for the writing operations of the module `profiles`.

import {
  businessProfileInput,
  createUserOfClient,
  createUserWithoutProfile,
  personalProfileInput,
} from '../../../src/profiles/test/profile-fixtures.ts'
import { ok } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser, sandboxCase } from './case.ts'

/** A case of a user with a personal profile. */
const profileCase = (route: string, body: object): CaseSetup =>
  sandboxCase(async (service) => {
    const zoe = await createUserWithoutProfile(service)
    await ok(zoe.call('POST /v1/profiles', { body: personalProfileInput() }))
    return caseOf(zoe, route, body)
  })

const v2Business = {
  businessName: 'Mercer Pianos',
  registrationNumber: 'R-1',
  companyType: 'LIMITED',
  companyRole: 'DIRECTOR',
  firstLevelCategory: 'DESIGN_MARKETING_COMMUNICATIONS',
  secondLevelCategory: 'AUDIO_AND_VIDEO',
  webpage: 'mercer.example',
}

const address = { country: 'GB', firstLine: '1 High Street', city: 'London', postCode: 'SW1A 1AA' }

export const profilesCases: Readonly<Record<string, CaseSetup>> = {
  'profiles.create': profileCase('POST /v1/profiles', businessProfileInput()),
  'profiles.create-business': profileCase('POST /v2/profiles/business-profile', v2Business),
  'profiles.update': sandboxCase(async (service) => {
    const zoe = await createUserWithoutProfile(service)
    const { id } = await ok(zoe.call('POST /v1/profiles', { body: personalProfileInput() }))
    return caseOf(zoe, 'PUT /v1/profiles', {
      id,
      ...personalProfileInput({ lastName: 'Mercer-Hale' }),
    })
  }),
  'profiles.open-update-window': forUser((ann) =>
    caseOf(ann, `POST /v1/profiles/${ann.personal}/update-window`),
  ),
  'profiles.close-update-window': forUser(async (ann) => {
    const path = `/v1/profiles/${ann.personal}/update-window`
    await ok(ann.call(`POST ${path}`))
    return caseOf(ann, `DELETE ${path}`)
  }),
  'profiles.delete-trusted-verification': sandboxCase(async (service) => {
    const partner = await service.createClient({ trusted: true })
    const zoe = await createUserOfClient(service, partner)
    const { id } = await ok(zoe.call('POST /v1/profiles', { body: personalProfileInput() }))
    return caseOf(partner, `DELETE /v3/profiles/${id}/trusted-verification`)
  }),
  'profiles.save-extensions': forUser((ann) =>
    caseOf(ann, `POST /v1/profiles/${ann.personal}/extensions`, {
      details: { accountPurpose: 'GENERAL_MONTHLY_LIVING_EXPENSES' },
    }),
  ),
  'profiles.save-address': forUser(async (ann) => {
    const details = { profile: ann.personal, details: address }
    await ok(ann.call('POST /v1/addresses', { body: details }))
    // A verified profile adds further addresses only while its update window is open (D100).
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/update-window`))
    return caseOf(ann, 'POST /v1/addresses', details)
  }),
}
