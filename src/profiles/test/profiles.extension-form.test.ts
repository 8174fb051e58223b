import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { inputsOf, insertsPrimaryAddress } from './extension-fixtures.ts'

describe('profiles.extension-form', () => {
  const service = testService()
  const formRoute = (id: number) => `GET /v1/profiles/${id}/extension-requirements`

  it('D43: 200 with the purpose of the account, which refreshes the form', async () => {
    const ann = await service.createUser()
    const forms = await ok(ann.call(formRoute(ann.personal)))
    expect(forms).toHaveLength(1)
    expect(forms[0]).toMatchObject({ type: 'profile-extensions-requirements', usageInfo: null })
    expect(inputsOf(forms).get('accountPurpose')).toEqual({
      key: 'accountPurpose',
      name: 'Purpose of the account',
      type: 'select',
      refreshRequirementsOnChange: true,
      required: true,
      displayFormat: null,
      example: 'SENDING_MONEY_REGULARLY_TO_FAMILY',
      minLength: null,
      maxLength: null,
      validationRegexp: null,
      validationAsync: null,
      valuesAllowed: [
        { key: 'CONTRIBUTING_TO_PERSONAL_SAVINGS', name: 'Contributing to personal savings' },
        { key: 'GENERAL_MONTHLY_LIVING_EXPENSES', name: 'General monthly living expenses' },
        { key: 'PAYING_FOR_GOODS_OR_SERVICES_ABROAD', name: 'Paying for goods or services abroad' },
        { key: 'SENDING_MONEY_REGULARLY_TO_FAMILY', name: 'Sending money regularly to family' },
        { key: 'OTHER', name: 'Other' },
      ],
    })
    expect([...inputsOf(forms).keys()]).toEqual(['accountPurpose'])
  })

  it('D43: 200 with an empty list for a business', async () => {
    const ann = await service.createUser()
    expect(await ok(ann.call(formRoute(ann.business)))).toEqual([])
  })

  it.each([
    ['JP', {}, true],
    ['ID', {}, true],
    ['IN', {}, true],
    ['IL', {}, true],
    ['MX', {}, true],
    ['US', { state: 'NM' }, true],
    ['US', { state: 'NY' }, false],
    ['GB', {}, false],
    ['JP', { occupations: [{ code: 'Engineer', format: 'FREE_FORM' }] }, false],
  ])(
    'D43: the form of a person in %s %j requires an occupation: %s',
    async (country, extraFields, required) => {
      const ann = await service.createUser()
      await insertsPrimaryAddress(service, ann, country, extraFields)
      const inputs = inputsOf(await ok(ann.call(formRoute(ann.personal))))
      expect(inputs.get('occupation')?.required ?? false).toBe(required)
    },
  )

  it('D43: the occupation is not in the form once the profile has one', async () => {
    const ann = await service.createUser({ verified: false })
    await insertsPrimaryAddress(service, ann, 'JP')
    const { details } = await ok(ann.call(`GET /v1/profiles/${ann.personal}`))
    const body = {
      id: ann.personal,
      type: 'personal',
      details: { ...details, occupation: 'Baker' },
    }
    await ok(ann.call('PUT /v1/profiles', { body }))
    expect(inputsOf(await ok(ann.call(formRoute(ann.personal)))).has('occupation')).toBe(false)
  })
})
