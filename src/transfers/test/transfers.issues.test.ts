import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, outcome } from '../../../test/support/transfers.ts'

describe('transfers.issues', () => {
  const service = testService()
  const route = (id: number) => `GET /v1/transfers/${id}/issues`

  it('200 with an empty list when the transfer has no active issues', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await ann.call(route(id))
    expect([reply.status, reply.body]).toEqual([200, []])
  })

  it('200 with each active issue until it is resolved', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const typesListed = async () =>
      (await ann.call(route(id))).body.map(({ type }: { type: string }) => type)
    const shortDeposit = { query: { amount: '1' } }
    await ann.call(`GET /v1/simulation/transfers/${id}/processing`, shortDeposit)
    expect((await ann.call(route(id))).body).toContainEqual({
      type: 'deposit_amount_less_invoice',
      state: 'OPENED',
      description: 'Less money arrived than the transfer costs.',
    })
    expect(await typesListed()).toEqual(['profile_not_verified', 'deposit_amount_less_invoice'])
    await ann.call('POST /v1/simulation/verify-profile')
    expect(await typesListed()).toEqual(['deposit_amount_less_invoice'])
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await (await service.createUser()).call(route(id))
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
