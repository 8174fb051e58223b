import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome, topsUp } from '../../../test/support/transfers.ts'

describe('simulation.balance-topup', () => {
  const service = testService()
  const topUp = (ann: Person, body: object) =>
    ann.call('POST /v1/simulation/balance/topup', { body })

  it('200 adds exactly the amount that is sent as text', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    const reply = await topUp(ann, {
      profileId: ann.personal,
      balanceId,
      currency: 'GBP',
      amount: '0.01',
    })
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        transactionId: expect.any(Number),
        state: 'COMPLETED',
        balancesAfter: [{ id: balanceId, value: 10.01, currency: 'GBP' }],
      },
    ])
  })

  it('D91: 200 with the first reply for the same key, whether default and empty fields are sent or not; 409 idempotency.key.reused when the key is sent again with another channel', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    const headers = { 'x-idempotence-uuid': '0b6f3d0e-4c3a-4c57-9a51-0d2f3f0c9b77' }
    const request = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 5 }
    const post = (body: object) => ann.call('POST /v1/simulation/balance/topup', { body, headers })
    const [first, ...others] = [
      await post(request),
      await post({ ...request, channel: 'CARD' }),
      await post({ ...request, channel: null, note: '' }),
    ]
    expect(first?.status).toBe(200)
    expect(others.map(({ text }) => text)).toEqual([first?.text, first?.text])
    const other = { ...request, channel: 'TRANSFER' }
    expect(outcome(await post(other))).toBe('409 idempotency.key.reused')
    expect(await availableOn(ann, balanceId)).toBe(15)
  })

  it('422 balance.currency.mismatch for another currency, error.greaterThanZero for zero or less, amount.not-exact for too many decimals or digits', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    const base = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 1 }
    for (const [change, code] of [
      [{ currency: 'EUR' }, 'balance.currency.mismatch'],
      [{ amount: 0 }, 'error.greaterThanZero'],
      [{ amount: -1 }, 'error.greaterThanZero'],
      [{ amount: 0.001 }, 'amount.not-exact'],
      [{ amount: '10000000000000.01' }, 'amount.not-exact'],
    ] as const)
      expect(outcome(await topUp(ann, { ...base, ...change }))).toBe(`422 ${code}`)
  })

  it('422 balance.full when the balance would have more than fifteen digits', async () => {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 9_999_999_999_999.98)
    const body = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 0.02 }
    const reply = await topUp(ann, body)
    expect(outcome(reply)).toBe('422 balance.full')
  })

  it('404 balance.not-found for a balance or a profile of another user', async () => {
    const ann = await service.createUser()
    const eve = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', 10)
    for (const profileId of [ann.personal, eve.personal]) {
      const reply = await topUp(eve, { profileId, balanceId, currency: 'GBP', amount: 1 })
      expect(outcome(reply)).toBe('404 balance.not-found')
    }
  })
})
