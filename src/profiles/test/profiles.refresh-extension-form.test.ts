import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { inputsOf } from './extension-fixtures.ts'

describe('profiles.refresh-extension-form', () => {
  const service = testService()
  const route = (id: number) => `POST /v1/profiles/${id}/extension-requirements`

  it('D43: 200 with an input for the description when the purpose is OTHER, and nothing is stored', async () => {
    const ann = await service.createUser()
    const body = { details: { accountPurpose: 'OTHER' } }
    const inputs = inputsOf(await ok(ann.call(route(ann.personal), { body })))
    expect([...inputs.keys()]).toEqual(['accountPurpose', 'accountPurposeDescription'])
    expect(inputs.get('accountPurposeDescription')).toMatchObject({
      type: 'text',
      required: true,
      minLength: 3,
      maxLength: 200,
      valuesAllowed: null,
    })
    const stored = await ok(ann.call(`GET /v1/profiles/${ann.personal}/extensions`))
    expect(stored).toEqual({ details: {} })
  })

  it.each([[{}], [{ details: {} }], [{ details: { accountPurpose: 'NOT_A_PURPOSE' } }]])(
    '200 with the purpose of the account as the only input for %j',
    async (body) => {
      const ann = await service.createUser()
      const inputs = inputsOf(await ok(ann.call(route(ann.personal), { body })))
      expect([...inputs.keys()]).toEqual(['accountPurpose'])
    },
  )

  it('200 with the fields that the stored values require, unless the request replaces these values', async () => {
    const ann = await service.createUser()
    const details = { accountPurpose: 'OTHER', accountPurposeDescription: 'Rent' }
    await ok(ann.call(`POST /v1/profiles/${ann.personal}/extensions`, { body: { details } }))
    const keysAfter = async (body: object) => [
      ...inputsOf(await ok(ann.call(route(ann.personal), { body }))).keys(),
    ]
    expect(await keysAfter({ details: {} })).toContain('accountPurposeDescription')
    const other = { details: { accountPurpose: 'GENERAL_MONTHLY_LIVING_EXPENSES' } }
    expect(await keysAfter(other)).toEqual(['accountPurpose'])
  })
})
