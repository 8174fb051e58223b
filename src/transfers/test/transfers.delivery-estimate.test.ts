import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, fundTransfer, outcome, topsUp } from '../../../test/support/transfers.ts'

describe('transfers.delivery-estimate', () => {
  const service = testService()
  const route = (id: number) => `GET /v1/delivery-estimates/${id}`

  it('200 estimates from now while unpaid, and from the payment afterwards', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const before = (await ann.call(route(id))).body
    expect(before).toEqual({
      estimatedDeliveryDate: expect.stringMatching(/^2026-01-05T1\d:\d\d:\d\d\.000\+0000$/),
      formattedEstimatedDeliveryDate: expect.stringMatching(/^in /),
    })
    // Estimates are rounded up to a quarter of an hour.
    await service.advance({ minutes: 20 })
    const atPayment = (await ann.call(route(id))).body.estimatedDeliveryDate
    expect(atPayment > before.estimatedDeliveryDate).toBe(true)
    await fundTransfer(ann, id)
    await service.advance({ hours: 100 })
    expect((await ann.call(route(id))).body.estimatedDeliveryDate).toBe(atPayment)
  })

  it('200 in the requested time zone', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, {
      payIn: 'BANK_TRANSFER',
      source: 'EUR',
      target: 'USD',
    })
    const at = async (timezone: string) =>
      (await ann.call(route(id), { query: { timezone } })).body.estimatedDeliveryDate as string
    const [utc, kolkata] = [await at('UTC'), await at('Asia/Kolkata')]
    expect(kolkata).toMatch(/\+0530$/)
    const instant = (text: string) =>
      Temporal.Instant.from(text.replace(/(\d\d)$/, ':$1')).epochMilliseconds
    expect(instant(kolkata)).toBe(instant(utc))
  })

  it.each([
    'Atlantis/Capital',
    '+05:30',
    '2026-01-05T10:00Z',
    '2026-01-05T10:00[Europe/Paris]',
    '10:00[Europe/Paris]',
    'T10:00+02:00',
    't1000[Europe/Paris]',
  ])('400 timezone.unknown for %s, which is not a name in the IANA database', async (timezone) => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await ann.call(route(id), { query: { timezone } })
    expect([reply.status, reply.body.errors?.[0]]).toMatchObject([
      400,
      { code: 'timezone.unknown', path: 'timezone' },
    ])
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await (await service.createUser()).call(route(id))
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
