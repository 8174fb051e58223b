import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { changesCountry } from '../../statements/test/excess.ts'

describe('account-details.eligibility', () => {
  const service = testService()
  const checkEligibility = (ann: Person, query: string) =>
    ann.call(`GET /v4/multi-currency-account/eligibility?${query}`)

  it('200 eligible for a profile without an address', async () => {
    const ann = await service.createUser()
    expect(await ok(checkEligibility(ann, `profileId=${ann.personal}`))).toEqual({
      eligible: true,
      eligibilityCode: 'eligible',
      accountType: 'FULL',
      ineligibilityReason: null,
    })
  })

  it('200 eligibility follows the country of the primary address of the profile', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'IN')
    const found = await ok(checkEligibility(ann, `profileId=${ann.personal}`))
    expect(found).toMatchObject({ eligible: true, accountType: 'RECEIVE_ONLY' })
    await changesCountry(ann, 'KP')
    expect(await ok(checkEligibility(ann, `profileId=${ann.personal}`))).toEqual({
      eligible: false,
      eligibilityCode: 'invalid.country',
      accountType: 'INELIGIBLE',
      ineligibilityReason: expect.stringContaining('country'),
    })
  })

  it('200 invalid.profile.type for a trust', async () => {
    const ann = await service.createUser()
    await service.db.pool.query(
      `update profiles set details = details || '{"companyType":"TRUST"}' where id = $1`,
      [ann.business],
    )
    const found = await ok(checkEligibility(ann, `profileId=${ann.business}`))
    expect(found).toMatchObject({ eligible: false, eligibilityCode: 'invalid.profile.type' })
    expect((await ok(checkEligibility(ann, `profileId=${ann.personal}`))).eligible).toBe(true)
  })

  it.each([
    ['country=GB', 'eligible', 'FULL'],
    ['country=gb', 'eligible', 'FULL'],
    ['country=US&state=ny', 'eligible', 'FULL'],
    ['country=US&state=ZZ', 'invalid.state', 'INELIGIBLE'],
    ['country=RU', 'invalid.country', 'INELIGIBLE'],
  ])('200 for %s: %s, %s', async (query, code, accountType) => {
    const ann = await service.createUser()
    const found = await ok(checkEligibility(ann, query))
    expect(found).toMatchObject({ eligibilityCode: code, accountType })
  })

  it.each([
    ['', '400 eligibility.profile-or-country'],
    ['country=US', '400 eligibility.state.required'],
    ['country=XX', '400 eligibility.country.unknown'],
    ['country=GBR', '400 eligibility.country.unknown'],
  ])('for the query "%s": %s', async (query, refusal) => {
    const ann = await service.createUser()
    expect(outcome(await checkEligibility(ann, query))).toBe(refusal)
  })

  it('400 eligibility.profile-or-country when both profileId and country are sent', async () => {
    const ann = await service.createUser()
    const both = await checkEligibility(ann, `profileId=${ann.personal}&country=GB`)
    expect(outcome(both)).toBe('400 eligibility.profile-or-country')
  })

  it('404 not.found for the profile of another user, with and without a country', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const more of ['', '&country=GB'])
      expect(outcome(await checkEligibility(ann, `profileId=${bob.personal}${more}`))).toBe(
        '404 not.found',
      )
  })
})
