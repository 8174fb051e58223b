import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { fund, holds, sends, step } from '../../../test/support/sending.ts'

describe('transfers.payments', () => {
  const h = house()
  const path = (id: number) => `GET /v1/transfers/${id}/payments`

  it('200 nothing before it is paid, then what was paid, and how', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const { id } = await sends(ann)
    expect((await ann.call(path(id))).body).toEqual([])
    await fund(ann, id)
    const reply = await ann.call(path(id))
    expect([reply.status, reply.body]).toEqual([
      200,
      [
        {
          id: expect.any(Number),
          method: 'BALANCE',
          pricingVariant: null,
          amount: 100,
          currency: 'GBP',
          timeCreated: '2026-01-05T10:00:00.000Z',
          timeUpdated: '2026-01-05T10:00:00.000Z',
        },
      ],
    ])
  })

  it('200 money from a bank', async () => {
    const ann = await h.user()
    const { id } = await sends(ann, { payIn: 'BANK_TRANSFER' })
    await step(ann, id, 'processing')
    expect((await ann.call(path(id))).body).toMatchObject([{ method: 'BANK_TRANSFER' }])
  })

  it("404 transfer.not-found for a stranger's", async () => {
    const { id } = await sends(await h.user())
    const reply = await (await h.user()).call(path(id))
    expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'transfer.not-found'])
  })
})
