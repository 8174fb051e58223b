import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { createsQuote, ok, outcome } from '../../../test/support/transfers.ts'

describe('simulation.rates', () => {
  const service = testService()

  const setRate = (person: Person, source: string, target: string, rate: unknown) =>
    person.call('POST /v1/simulation/rates', { body: { source, target, rate } })
  const rateOf = async (person: Person, source: string, target: string): Promise<number> =>
    (await person.call('GET /v1/rates', { query: { source, target } })).body[0].rate

  it.each([
    ['USD', 'EUR', 0.8],
    ['GBP', 'USD', 1.6],
    ['GBP', 'EUR', 1.234567891],
    ['JPY', 'IDR', '100.5'],
    ['KWD', 'LBP', 300_000],
  ])('D94: 200 sets %s-%s to %s from now on', async (source, target, rate) => {
    const ann = await service.createUser()
    const reply = await setRate(ann, source, target, rate)
    expect([reply.status, reply.body]).toEqual([
      200,
      { rate: Number(rate), source, target, time: '2026-01-05T10:00:00Z' },
    ])
    expect(await rateOf(ann, source, target)).toBe(Number(rate))
    expect(await rateOf(ann, target, source)).toBeCloseTo(1 / Number(rate), 9)
  })

  it('D94: 200 changes new quotes and cross rates immediately, but not other rates of the source currency', async () => {
    const ann = await service.createUser()
    await setRate(ann, 'USD', 'GBP', 0.5)
    await setRate(ann, 'GBP', 'EUR', 2)
    expect((await createsQuote(ann)).rate).toBe(2)
    expect(await rateOf(ann, 'USD', 'EUR')).toBe(1)
    expect(await rateOf(ann, 'USD', 'GBP')).toBe(0.5)
  })

  it('D94: 200 leaves past rates unchanged', async () => {
    const ann = await service.createUser()
    await setRate(ann, 'USD', 'CHF', 3)
    await service.advance({ hours: 1 })
    await setRate(ann, 'USD', 'CHF', 4)
    const past = { source: 'USD', target: 'CHF', time: '2026-01-05T10:30:00Z' }
    expect((await ann.call('GET /v1/rates', { query: past })).body[0].rate).toBe(3)
    expect(await rateOf(ann, 'USD', 'CHF')).toBe(4)
  })

  it.each([
    ['more', 1_000_000_000],
    ['less', 0.000000001],
  ])(
    'D94: 422 error.rates.out-of-range when a chain of rates would make a dollar worth %s than the range of rates allows',
    async (_, rate) => {
      const ann = await service.createUser()
      await setRate(ann, 'USD', 'EUR', rate)
      const chained = await setRate(ann, 'EUR', 'GBP', rate)
      expect(outcome(chained)).toBe('422 error.rates.out-of-range')
      expect((await ann.call('GET /v1/rates')).status).toBe(200)
      await setRate(ann, 'USD', 'EUR', 0.9)
    },
  )

  it('D94: 200 for each of a hundred rates in a chain, which stay exact', async () => {
    const ann = await service.createUser()
    for (let n = 0; n < 50; n += 1) {
      for (const [source, target, rate] of [
        ['GBP', 'EUR', 1.142857143],
        ['EUR', 'GBP', 0.8750000001],
      ] as const) {
        await ok(setRate(ann, source, target, rate))
        expect(await rateOf(ann, source, target)).toBe(rate)
      }
    }
  })

  it.each([
    [{ source: 'GBP', target: 'XXX', rate: 1 }, '400 CurrencyCode target'],
    [{ source: 'GBP', target: 'GBP', rate: 1 }, '422 error.rates.same-currency target'],
    [{ source: 'GBP', target: 'EUR', rate: 0 }, '422 error.rates.out-of-range rate'],
    [{ source: 'GBP', target: 'EUR', rate: -1 }, '422 error.rates.out-of-range rate'],
    [{ source: 'GBP', target: 'EUR', rate: 1e10 }, '422 error.rates.out-of-range rate'],
    [{ source: 'GBP', target: 'EUR', rate: 'much' }, '400 TypeMismatch rate'],
    [{ source: 'GBP', target: 'EUR' }, '400 NotNull rate'],
  ])('refuses %j with %s, and changes nothing', async (request, expected) => {
    const ann = await service.createUser()
    const before = await rateOf(ann, 'GBP', 'EUR')
    const { status, body } = await ann.call('POST /v1/simulation/rates', { body: request })
    expect(`${status} ${body.errors[0].code} ${body.errors[0].path}`).toBe(expected)
    expect(await rateOf(ann, 'GBP', 'EUR')).toBe(before)
  })
})

describe('simulation.rates in live mode', () => {
  const service = testService({ mode: 'live' })

  it('D94: 404 not.found because the operation exists in the sandbox only', async () => {
    const body = { source: 'GBP', target: 'EUR', rate: 1 }
    const reply = await (await service.createUser()).call('POST /v1/simulation/rates', { body })
    expect(outcome(reply)).toBe('404 not.found')
  })
})
