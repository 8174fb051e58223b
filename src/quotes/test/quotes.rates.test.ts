import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { decimal } from '../../kernel/decimal.ts'
import { basicAuth } from '../../users/test/token-requests.ts'
import { setRates } from '../index.ts'
import { errorsOf } from './quote-requests.ts'

/** The number of currencies (Facts 7). */
const CURRENCIES = 163
const at = (time: string) => Temporal.Instant.from(time)

describe('quotes.rates', () => {
  const service = testService()
  const rates = async (query: Record<string, string> = {}) =>
    service.call('GET /v1/rates', { token: (await service.createClient()).token, query })
  /** The listed rates. Expects the status 200. */
  const listed = async (query?: Record<string, string>) => {
    const { status, body } = await rates(query)
    expect(status).toBe(200)
    return body
  }
  /** Records the rate from this time on. */
  const setRate = (currency: string, perUsd: string, time: string) =>
    service.db.transact((tx) =>
      setRates(tx, { currency, perUsd: decimal(perUsd), at: at(time), source: 'test' }),
    )

  it('200 returns a list with one pair, and its time with the offset +0000', async () => {
    const body = await listed({ source: 'EUR', target: 'USD' })
    expect(body).toEqual([
      {
        rate: expect.any(Number),
        source: 'EUR',
        target: 'USD',
        time: '2026-01-05T10:00:00+0000',
      },
    ])
    expect(body[0].rate).toBeGreaterThan(0.5)
  })

  it('200 returns the rate of quotes, also for a user token', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('GET /v1/rates', { query: { source: 'GBP', target: 'JPY' } })
    const quote = await service.call('POST /v3/quotes', {
      body: { sourceCurrency: 'GBP', targetCurrency: 'JPY', sourceAmount: 100 },
    })
    expect([reply.status, reply.body[0].rate]).toEqual([200, quote.body.rate])
  })

  it("200 with an application's id and secret (Basic), which other endpoints refuse", async () => {
    const client = await service.createClient()
    const query = { source: 'EUR', target: 'USD' }
    const headers = basicAuth(client)
    const reply = await service.call('GET /v1/rates', { headers, query })
    expect([reply.status, reply.body]).toEqual([200, await listed(query)])
    expect((await service.call('GET /v1/currencies', { headers })).body.error).toBe('unauthorized')
  })

  it('401 invalid_client for a wrong secret, also after the correct one was accepted', async () => {
    const client = await service.createClient()
    const listRates = (secret: string) =>
      service.call('GET /v1/rates', {
        headers: basicAuth({ ...client, secret }),
        query: { source: 'EUR' },
      })
    const expectRefused = async () => {
      const { status, body } = await listRates('wrong')
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    }
    await expectRefused()
    expect((await listRates(client.secret)).status).toBe(200)
    await expectRefused()
  })

  it('200 returns all pairs from or to one currency, or all pairs', async () => {
    const from = await listed({ source: 'EUR' })
    expect(from).toHaveLength(CURRENCIES - 1)
    expect(new Set(from.map(({ source }: { source: string }) => source))).toEqual(new Set(['EUR']))
    const into = await listed({ target: 'EUR' })
    expect(into).toHaveLength(CURRENCIES - 1)
    expect(new Set(into.map(({ target }: { target: string }) => target))).toEqual(new Set(['EUR']))
    const all = await listed()
    expect(all).toHaveLength(CURRENCIES * (CURRENCIES - 1))
    expect(all.every(({ rate }: { rate: number }) => rate > 0)).toBe(true)
  })

  it('200 returns the current rate immediately after it is set and when the clock is advanced', async () => {
    await setRate('TRY', '40', '2026-01-05T10:00:00Z')
    await setRate('TRY', '50', '2026-01-05T11:00:00Z')
    const now = async () => (await listed({ source: 'USD', target: 'TRY' }))[0].rate
    expect(await now()).toBe(40)
    await service.advance({ minutes: 59, seconds: 59 })
    expect(await now()).toBe(40)
    await service.advance({ seconds: 1 })
    expect(await now()).toBe(50)
  })

  it('200 returns the rate at a past time in every accepted format', async () => {
    await setRate('MXN', '20', '2026-01-02T00:00:00Z')
    await setRate('MXN', '25', '2026-01-03T12:00:00Z')
    const rateAt = async (time: string) => (await listed({ source: 'USD', target: 'MXN', time }))[0]
    expect(await rateAt('2026-01-03')).toMatchObject({ rate: 20, time: '2026-01-03T00:00:00+0000' })
    for (const time of [
      '2026-01-03T12:00:00Z',
      '2026-01-03T12:00:00.000Z',
      '2026-01-03T13:00:00+0100',
      '2026-01-03T13:00:00+01:00',
      '2026-01-03T13:00:00 01:00',
      '2026-01-03T12:00',
    ])
      expect(await rateAt(time)).toMatchObject({ rate: 25, time: '2026-01-03T12:00:00+0000' })
    const older = await rateAt('2025-12-31')
    expect(older.rate).not.toBe(20)
  })

  it('200 returns the rates of a period by day, hour or minute', async () => {
    await setRate('PLN', '4', '2026-01-01T00:00:00Z')
    await setRate('PLN', '5', '2026-01-02T12:00:00Z')
    const period = async (query: Record<string, string>) =>
      (await listed({ source: 'USD', target: 'PLN', ...query })).map(
        ({ rate, time }: { rate: number; time: string }) => `${time.slice(5, 16)} ${rate}`,
      )
    expect(await period({ from: '2026-01-01', to: '2026-01-03', group: 'day' })).toEqual([
      '01-01T00:00 4',
      '01-02T00:00 4',
      '01-03T00:00 5',
    ])
    const hours = { from: '2026-01-02T10:30:00Z', to: '2026-01-02T13:00:00Z', group: 'hour' }
    expect(await period(hours)).toEqual(['01-02T11:00 4', '01-02T12:00 5', '01-02T13:00 5'])
    const minutes = { from: '2026-01-02T11:59', to: '2026-01-02T12:00', group: 'minute' }
    expect(await period(minutes)).toEqual(['01-02T11:59 4', '01-02T12:00 5'])
    expect(await period({ from: '2026-01-04' })).toEqual(['01-04T00:00 5', '01-05T00:00 5'])
  })

  it.each([
    [{ source: 'XXX' }, '400 error.rates.parameters source'],
    [{ target: 'eur' }, '400 error.rates.parameters target'],
    [{ time: 'yesterday' }, '400 error.rates.parameters time'],
    [{ time: '2026-13-01' }, '400 error.rates.parameters time'],
    [{ time: '2027-01-01' }, '400 error.rates.parameters time'],
    [{ time: '2026-01-01', from: '2026-01-01' }, '400 error.rates.parameters time'],
    [{ to: '2026-01-01' }, '400 error.rates.parameters to'],
    [{ group: 'day' }, '400 error.rates.parameters group'],
    [{ from: '2026-01-01', source: 'EUR' }, '400 error.rates.parameters -'],
    [
      { from: '2026-01-02', to: '2026-01-01', source: 'EUR', target: 'USD' },
      '400 error.rates.parameters from',
    ],
    [
      { from: '2025-01-01', group: 'minute', source: 'EUR', target: 'USD' },
      '400 error.rates.parameters group',
    ],
    [{ group: 'year' }, '400 NotAllowed group'],
  ])('refuses %j: %s', async (query, wanted) => {
    expect(errorsOf(await rates(query))).toEqual([wanted])
  })
})
