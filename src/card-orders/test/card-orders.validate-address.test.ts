import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { address } from './card-order-fixtures.ts'

describe('card-orders.validate-address', () => {
  const service = testService()

  it('200 with no errors for a valid address', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v3/spend/address/validate', { body: address })
    expect([reply.status, reply.body]).toEqual([200, { errors: [] }])
  })

  it('200 with the field and the message of each error', async () => {
    const ann = await service.createUser()
    const body = { country: 'GB', firstLine: 'x'.repeat(31), postCode: '10117' }
    const reply = await ann.call('POST /v3/spend/address/validate', { body })
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        errors: [
          { field: 'firstLine', message: 'Must be less than 31 characters' },
          { field: 'city', message: 'Required Field' },
          { field: 'postCode', message: 'Please enter a valid postcode' },
        ],
      },
    ])
  })

  it('400 for a field that is not text', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v3/spend/address/validate', {
      body: { ...address, city: 7 },
    })
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'city'])
  })
})
