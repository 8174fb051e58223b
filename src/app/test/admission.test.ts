import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, topsUp } from '../../../test/support/transfers.ts'
import { reads } from '../../kernel/endpoint.ts'
import { admission } from '../http/limits/admission.ts'

describe('D120: how many requests are admitted', () => {
  /** Fills up to the limit, and returns how many that were. */
  const fill = (to: ReturnType<typeof admission>, shed?: 'first') => {
    for (let n = 0; n < 10_000; n++)
      try {
        to.check(shed ? { shed } : {})
        to.begin()
      } catch {
        return n
      }
    return Number.POSITIVE_INFINITY
  }
  const time = { ms: 0 }
  const opened = () =>
    admission({
      targetMs: 100,
      inProgressLeast: 50,
      inProgressMost: 500,
      perSecondAtFirst: 1000,
      nowMs: () => time.ms,
    })
  /** A second in which the limit is always reached and `perSecond` requests are answered. */
  const passes = (limited: ReturnType<typeof admission>, perSecond: number) => {
    for (let window = 0; window < 10; window++) {
      time.ms += 100
      for (let n = 0; n < perSecond / 10; n++) limited.end()
      fill(limited)
    }
  }
  /** All that is in progress ends, and the limit is reached once more. */
  const limitOf = (limited: ReturnType<typeof admission>, inProgress: number) => {
    for (let n = 0; n < inProgress; n++) limited.end()
    return fill(limited)
  }

  it('at first, what can be answered in time at the assumed rate', () => {
    expect(fill(opened())).toBe(100)
  })

  it('half of that where something new begins, and the rest for what has begun', () => {
    const limited = opened()
    expect([fill(limited, 'first'), fill(limited)]).toEqual([50, 50])
  })

  it('more once more are answered, and never more than the most', () => {
    const limited = opened()
    fill(limited)
    passes(limited, 10_000)
    time.ms += 1
    expect(limitOf(limited, 500)).toBe(500)
  })

  it('no fewer than the least when nothing is answered any more', () => {
    const limited = opened()
    const held = fill(limited)
    for (let n = 0; n < 30; n++) {
      time.ms += 100
      fill(limited)
    }
    expect([held, limitOf(limited, 100)]).toEqual([100, 50])
  })

  it('D120: 128 quotes at once, however slow the machine is', () => {
    const limited = admission({ nowMs: () => time.ms })
    const held = fill(limited)
    for (let n = 0; n < 30; n++) {
      time.ms += 100
      fill(limited)
    }
    for (let n = 0; n < held; n++) limited.end()
    expect(fill(limited, 'first')).toBe(128)
  })

  it('no fewer because few came', () => {
    const limited = opened()
    for (let n = 0; n < 30; n++) {
      time.ms += 100
      limited.check({})
      limited.begin()
      limited.end()
    }
    expect(fill(limited)).toBe(100)
  })
})

describe('D120: an overloaded service', () => {
  const gate = { open: Promise.withResolvers<void>(), waiting: 0 }
  const waits = reads(
    {
      id: 'probe.waits',
      operationId: 'probeWaits',
      route: 'GET /probe/waits',
      summary: 'Waits until it is let go',
      spec: 'D120',
      access: { token: 'user' },
      reply: Type.Object({ waited: Type.Boolean() }),
      errors: [],
    },
    async () => {
      gate.waiting++
      await gate.open.promise
      return { waited: true }
    },
  )
  const limit = 8
  const service = testService({
    extra: [waits],
    admission: admission({ inProgressLeast: limit, inProgressMost: limit }),
  })

  it('D120: refuses with 503 and Retry-After before it looks at token or body, changes nothing, and stays healthy', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    const recipient = await addsRecipient(ann)
    const held = Array.from({ length: limit / 2 }, () => ann.call('GET /probe/waits'))
    await expect.poll(() => gate.waiting).toBe(limit / 2)
    const said = async (route: string, call: object = {}) => {
      const { status, body, headers } = await service.call(route, call)
      return [status, body?.errors?.[0].code, headers['retry-after']]
    }
    const refused = [503, 'service.overloaded', '1']
    // Half of the limit is reached: what begins something new is refused, other requests are not.
    const quote = {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 10,
      targetAccount: recipient,
    }
    const quotes = () =>
      said(`POST /v3/profiles/${ann.personal}/quotes`, { token: ann.token, body: quote })
    expect(await quotes()).toEqual(refused)
    const topUp = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 1 }
    const tops = () => said('POST /v1/simulation/balance/topup', { token: ann.token, body: topUp })
    expect((await tops())[0]).toBe(200)

    held.push(...Array.from({ length: limit / 2 }, () => ann.call('GET /probe/waits')))
    await expect.poll(() => gate.waiting).toBe(limit)
    expect(await tops()).toEqual(refused)
    expect(await said('GET /v1/me', { token: 'unknown' })).toEqual(refused)
    expect(await said('POST /v1/transfers', { body: '{' })).toEqual(refused)
    expect((await said('GET /health'))[0]).toBe(200)
    expect((await said('GET /ready'))[0]).toBe(200)
    expect((await said('GET /metrics'))[0]).toBe(200)

    gate.open.resolve()
    for (const reply of await Promise.all(held)) expect(reply.status).toBe(200)
    expect((await tops())[0]).toBe(200)
    expect((await quotes())[0]).toBe(200)
    const { rows } = await service.db.pool.query(
      'select count(*)::int as n from quotes where profile_id = $1',
      [ann.personal],
    )
    expect(rows[0].n).toBe(1)
    const balances = await ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`)
    expect(balances.body[0].amount.value).toBe(12)
  })
})
