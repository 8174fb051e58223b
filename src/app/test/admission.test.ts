import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, topsUp } from '../../../test/support/transfers.ts'
import { admission } from '../http/limits/admission.ts'
import { waitingEndpoint } from './waiting-endpoint.ts'

describe('D120: the limit of requests in progress', () => {
  /** Begins requests until one is refused, and returns how many were admitted. */
  const beginUntilRefused = (limiter: ReturnType<typeof admission>, shed?: 'first') => {
    for (let n = 0; n < 10_000; n++)
      try {
        limiter.check(shed ? { shed } : {})
        limiter.begin()
      } catch {
        return n
      }
    return Number.POSITIVE_INFINITY
  }
  const time = { ms: 0 }
  const createLimiter = () =>
    admission({
      targetMs: 100,
      limitMin: 50,
      limitMax: 500,
      initialPerSecond: 1000,
      nowMs: () => time.ms,
    })
  /**
   * Advances one second, in which `perSecond` requests are answered. After each reply, requests begin up to the limit.
   * Returns how many more requests are in progress than before.
   */
  const advanceSecond = (limiter: ReturnType<typeof admission>, perSecond: number) => {
    let begun = 0
    for (let n = 0; n < perSecond; n++) {
      time.ms += 1000 / perSecond
      limiter.end()
      begun += beginUntilRefused(limiter)
    }
    return begun - perSecond
  }
  const endRequests = (limiter: ReturnType<typeof admission>, count: number) => {
    for (let n = 0; n < count; n++) limiter.end()
  }

  it('is at first the assumed rate times the target time', () => {
    expect(beginUntilRefused(createLimiter())).toBe(100)
  })

  it('is half as high for requests with `shed: first`, which begin new work', () => {
    const limiter = createLimiter()
    expect([beginUntilRefused(limiter, 'first'), beginUntilRefused(limiter)]).toEqual([50, 50])
  })

  it('rises with the rate of replies, up to limitMax', () => {
    const limiter = createLimiter()
    const inProgress = beginUntilRefused(limiter)
    expect(inProgress + advanceSecond(limiter, 10_000)).toBe(500)
  })

  it('falls to limitMin when no request is answered', () => {
    const limiter = createLimiter()
    const admitted = beginUntilRefused(limiter)
    for (let n = 0; n < 30; n++) {
      time.ms += 100
      beginUntilRefused(limiter)
    }
    endRequests(limiter, admitted)
    expect([admitted, beginUntilRefused(limiter)]).toEqual([100, 50])
  })

  it('D120: admits 128 concurrent quotes with the default options, even when no request is answered', () => {
    const limiter = admission({ nowMs: () => time.ms })
    const admitted = beginUntilRefused(limiter)
    for (let n = 0; n < 30; n++) {
      time.ms += 100
      beginUntilRefused(limiter)
    }
    endRequests(limiter, admitted)
    expect(beginUntilRefused(limiter, 'first')).toBe(128)
  })

  it('does not fall when few requests arrive', () => {
    const limiter = createLimiter()
    for (let n = 0; n < 30; n++) {
      time.ms += 100
      limiter.check({})
      limiter.begin()
      limiter.end()
    }
    expect(beginUntilRefused(limiter)).toBe(100)
  })
})

describe('D120: an overloaded service', () => {
  const waits = waitingEndpoint('user')
  const limit = 8
  const service = testService({
    extra: [waits.endpoint],
    admission: admission({ limitMin: limit, limitMax: limit }),
  })

  it('D120: 503 service.overloaded with Retry-After for a quote at half of the limit, and for other operations at the limit, before token and body are checked; nothing changes, and /health, /ready and /metrics return 200', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    const recipient = await addsRecipient(ann)
    const held = Array.from({ length: limit / 2 }, () => ann.call('GET /probe/waits'))
    await expect.poll(waits.waitingCount).toBe(limit / 2)
    const resultOf = async (route: string, call: object = {}) => {
      const { status, body, headers } = await service.call(route, call)
      return [status, body?.errors?.[0].code, headers['retry-after']]
    }
    const refused = [503, 'service.overloaded', '1']
    // At half of the limit, only requests that begin new work are refused.
    const quote = {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 10,
      targetAccount: recipient,
    }
    const createQuote = () =>
      resultOf(`POST /v3/profiles/${ann.personal}/quotes`, { token: ann.token, body: quote })
    expect(await createQuote()).toEqual(refused)
    const topUp = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 1 }
    const topUpBalance = () =>
      resultOf('POST /v1/simulation/balance/topup', { token: ann.token, body: topUp })
    expect((await topUpBalance())[0]).toBe(200)

    held.push(...Array.from({ length: limit / 2 }, () => ann.call('GET /probe/waits')))
    await expect.poll(waits.waitingCount).toBe(limit)
    expect(await topUpBalance()).toEqual(refused)
    expect(await resultOf('GET /v1/me', { token: 'unknown' })).toEqual(refused)
    expect(await resultOf('POST /v1/transfers', { body: '{' })).toEqual(refused)
    expect((await resultOf('GET /health'))[0]).toBe(200)
    expect((await resultOf('GET /ready'))[0]).toBe(200)
    expect((await resultOf('GET /metrics'))[0]).toBe(200)

    waits.release()
    for (const reply of await Promise.all(held)) expect(reply.status).toBe(200)
    expect((await topUpBalance())[0]).toBe(200)
    expect((await createQuote())[0]).toBe(200)
    const { rows } = await service.db.pool.query(
      'select count(*)::int as n from quotes where profile_id = $1',
      [ann.personal],
    )
    expect(rows[0].n).toBe(1)
    const balances = await ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`)
    expect(balances.body[0].amount.value).toBe(12)
  })
})
