import { describe, expect, it } from 'vitest'
import { fund, holds, sends } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('transfers.delivery-estimate', () => {
  const h = house()
  const path = (id: number) => `GET /v1/delivery-estimates/${id}`

  it('200 counted from now while nobody has paid, from the payment afterwards', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const { id } = await sends(ann)
    const before = (await ann.call(path(id))).body
    expect(before).toEqual({
      estimatedDeliveryDate: expect.stringMatching(/^2026-01-05T1\d:\d\d:\d\d\.000\+0000$/),
      formattedEstimatedDeliveryDate: expect.stringMatching(/^in /),
    })
    await fund(ann, id)
    await h.advance({ hours: 100 })
    expect((await ann.call(path(id))).body.estimatedDeliveryDate).toBe(before.estimatedDeliveryDate)
  })

  it('200 in the time zone that is asked for', async () => {
    const ann = await h.user()
    const { id } = await sends(ann, { payIn: 'BANK_TRANSFER', source: 'EUR', target: 'USD' })
    const at = async (timezone: string) =>
      (await ann.call(path(id), { query: { timezone } })).body.estimatedDeliveryDate as string
    const [utc, kolkata] = [await at('UTC'), await at('Asia/Kolkata')]
    expect(kolkata).toMatch(/\+0530$/)
    const instant = (text: string) =>
      Temporal.Instant.from(text.replace(/(\d\d)$/, ':$1')).epochMilliseconds
    expect(instant(kolkata)).toBe(instant(utc))
  })

  it('400 timezone.unknown', async () => {
    const ann = await h.user()
    const { id } = await sends(ann)
    const reply = await ann.call(path(id), { query: { timezone: 'Atlantis/Capital' } })
    expect([reply.status, reply.body.errors[0]]).toMatchObject([
      400,
      { code: 'timezone.unknown', path: 'timezone' },
    ])
  })

  it("404 transfer.not-found for a stranger's", async () => {
    const { id } = await sends(await h.user())
    const reply = await (await h.user()).call(path(id))
    expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'transfer.not-found'])
  })
})
