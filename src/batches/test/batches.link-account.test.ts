import { describe, expect, it } from 'vitest'
import { linkAccount } from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'

const ach = { routingNumber: '111000025', accountNumber: '12345678', accountType: 'CHECKING' }
const eft = { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' }

describe('batches.link-account', () => {
  const service = testService()

  it.each([
    ['ACH', 'USD', ach],
    ['EFT', 'CAD', eft],
    ['EFT', 'CAD', { ...eft, accountType: 'SAVINGS' }],
  ])(
    '200 links an account of type %s in %s with the details %j',
    async (type, currency, details) => {
      const ann = await service.createUser()
      const reply = await linkAccount(ann, { type, currency, details })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ id: expect.any(Number), type, currency, details })
    },
  )

  it('200 drops the details of the other network', async () => {
    const ann = await service.createUser()
    const reply = await linkAccount(ann, {
      type: 'ACH',
      currency: 'USD',
      details: { ...eft, ...ach },
    })
    expect(reply.body.details).toEqual(ach)
  })

  it.each([
    ['ACH', 'CAD', ach],
    ['EFT', 'USD', eft],
  ])(
    '422 debit.account.currency for an account of type %s in %s',
    async (type, currency, details) => {
      const ann = await service.createUser()
      const reply = await linkAccount(ann, { type, currency, details })
      expect(outcome(reply)).toBe('422 debit.account.currency')
    },
  )

  it('422 lists the faults of the currency and of all details together, each with its code and path', async () => {
    const ann = await service.createUser()
    const details = { routingNumber: '111000026', accountType: 'GOLD' }
    const { status, body } = await linkAccount(ann, { type: 'ACH', currency: 'EUR', details })
    expect(status).toBe(422)
    expect(body.errors.map(({ code, path }: Record<string, string>) => [code, path])).toEqual([
      ['debit.account.currency', 'currency'],
      ['NOT_VALID', 'details.routingNumber'],
      ['REQUIRED', 'details.accountNumber'],
      ['NOT_VALID', 'details.accountType'],
    ])
  })
})
