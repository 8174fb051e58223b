import { describe, expect, it } from 'vitest'
import { sends } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('transfers.issues', () => {
  const h = house()
  const path = (id: number) => `GET /v1/transfers/${id}/issues`

  it('200 nothing where nothing is in the way', async () => {
    const ann = await h.user()
    const { id } = await sends(ann)
    const reply = await ann.call(path(id))
    expect([reply.status, reply.body]).toEqual([200, []])
  })

  it('200 what holds it up, until it is resolved', async () => {
    const ann = await h.user({ verified: false })
    const { id } = await sends(ann, { payIn: 'BANK_TRANSFER' })
    const said = async () =>
      (await ann.call(path(id))).body.map(({ type }: { type: string }) => type)
    const less = { query: { amount: '1' } }
    await ann.call(`GET /v1/simulation/transfers/${id}/processing`, less)
    expect((await ann.call(path(id))).body).toContainEqual({
      type: 'deposit_amount_less_invoice',
      state: 'OPENED',
      description: 'Less money arrived than the transfer costs.',
    })
    expect(await said()).toEqual(['profile_not_verified', 'deposit_amount_less_invoice'])
    await ann.call('POST /v1/simulation/verify-profile')
    expect(await said()).toEqual(['deposit_amount_less_invoice'])
  })

  it("404 transfer.not-found for a stranger's", async () => {
    const { id } = await sends(await h.user())
    const reply = await (await h.user()).call(path(id))
    expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'transfer.not-found'])
  })
})
