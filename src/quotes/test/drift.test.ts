import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { decimal, decimalNumber } from '../../kernel/decimal.ts'
import { driftedRate } from '../rates/drift.ts'
import { letRatesDrift } from '../rates/rates.ts'

const recorded = {
  currency: 'EUR',
  perUsd: decimal('0.9'),
  at: Temporal.Instant.from('2026-01-05T10:00:00Z'),
}
const after = (minutes: number) => recorded.at.add({ minutes })
const rateAfter = (minutes: number, seed = 1) =>
  decimalNumber(driftedRate(recorded, after(minutes), { seed }))

describe('driftedRate', () => {
  it('D94: equals the recorded rate at the time of recording, and stays within 0.41 % of that rate', () => {
    expect(rateAfter(0)).toBe(0.9)
    const rates = Array.from({ length: 10_000 }, (_, n) => rateAfter(n * 7))
    expect(new Set(rates).size).toBeGreaterThan(500)
    // A rate moves by 0.2 % up or down, so from one end to the other by 1.002 / 0.998, a little more than 0.4 %.
    for (const rate of rates) expect(Math.abs(rate / 0.9 - 1)).toBeLessThan(0.0041)
  })

  it('D94: moves by less than a hundredth of a percent per minute', () => {
    for (let minute = 0; minute < 1_000; minute += 1)
      expect(Math.abs(rateAfter(minute + 1) / rateAfter(minute) - 1)).toBeLessThan(0.0001)
  })

  it('D94: is equal for the same seed and moment, and differs for another seed or currency', () => {
    expect(rateAfter(300)).toBe(rateAfter(300))
    expect(rateAfter(300, 2)).not.toBe(rateAfter(300))
    const francs = driftedRate({ ...recorded, currency: 'CHF' }, after(300), { seed: 1 })
    expect(decimalNumber(francs)).not.toBe(rateAfter(300))
  })
})

describe('a service whose rates drift', () => {
  const service = testService()

  it('D94: quotes at rates that follow the clock, and GET /v1/rates shows the same rates later', async () => {
    letRatesDrift(service.db.reader, { seed: 7 })
    const ann = await service.createUser()
    const rates = async (
      query: Record<string, string>,
    ): Promise<{ rate: number; time: string }[]> =>
      (await ann.call('GET /v1/rates', { query: { source: 'GBP', target: 'EUR', ...query } })).body
    const quoted: number[] = []
    for (let n = 0; n < 5; n += 1) {
      await service.advance({ minutes: 10 })
      const [now] = await rates({})
      const { body: quote } = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
        body: { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 100 },
      })
      expect(quote.rate).toBe(now?.rate)
      quoted.push(quote.rate)
    }
    expect(new Set(quoted).size).toBe(5)
    const period = await rates({ from: '2026-01-05T10:10:00Z', group: 'minute' })
    expect(period.filter((_, n) => n % 10 === 0).map(({ rate }) => rate)).toEqual(quoted)
    const [past] = await rates({ time: '2026-01-05T10:20:30Z' })
    expect(past?.rate).toBe(quoted[1])
  })
})
