import { beforeEach, describe, expect, it } from 'vitest'
import { callWithApproval, setsPin } from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import type { CardRow } from '../store.ts'
import { pathOf } from './card-paths.ts'
import { issuesCard } from './issued-cards.ts'
import { readsLimits } from './limits.ts'

describe('PATCH /v4/spend/profiles/{profileId}/cards/{cardToken}/spend-limits', () => {
  const service = testService()
  let ann: Person
  let card: CardRow
  beforeEach(async () => {
    ann = await service.createUser()
    card = await issuesCard(service, ann)
  })
  const limitOf = (amount: unknown, currency?: string) => ({ value: { amount, currency } })
  const setLimits = (body: object) =>
    ann.call(`PATCH ${pathOf(card, '/spend-limits', 'v4')}`, { body })

  it('200 with the limits; a limit that is absent or null in the request keeps its amount', async () => {
    await ok(setLimits({ transaction: limitOf(10) }))
    const reply = await ok(
      setLimits({ daily: limitOf(20, 'GBP'), monthly: limitOf('30.5'), lifetime: null }),
    )
    expect([
      reply.transaction.value.amount,
      reply.daily.value.amount,
      reply.monthly.value.amount,
      reply.lifetime.value.amount,
    ]).toEqual([10, 20, 30.5, 1000])
  })

  it('422 for each wrong limit with its path, and no limit is set', async () => {
    const { status, body } = await setLimits({
      transaction: limitOf(10),
      daily: limitOf(20, 'EUR'),
      monthly: limitOf('0.001'),
      lifetime: limitOf(-1),
    })
    const faults = body.errors.map(({ code, path }: Record<string, string>) => `${code} ${path}`)
    expect([status, faults]).toEqual([
      422,
      [
        'card.limit.currency daily.value.currency',
        'card.limit.not-exact monthly.value.amount',
        'card.limit.not-exact lifetime.value.amount',
      ],
    ])
    expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/1000 GBP null'])
  })

  it('400 at daily.value for a limit without a value', async () => {
    const { status, body } = await setLimits({ daily: {} })
    expect([status, body.errors]).toMatchObject([400, [{ path: 'daily.value' }]])
  })

  it.each([{}, { daily: null }, { DAILY: limitOf(20) }])(
    '400 card.limit.missing for %j, which would change nothing',
    async (body) => {
      expect(outcome(await setLimits(body))).toBe('400 card.limit.missing')
      expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/1000 GBP null'])
    },
  )

  it('409 card.unusable for a blocked card', async () => {
    await ok(ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'BLOCKED' } }))
    expect(outcome(await setLimits({ daily: limitOf(1) }))).toBe('409 card.unusable')
    expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/1000 GBP null'])
  })

  it('D63: with a factor one raised limit among several needs an approval', async () => {
    await setsPin(ann)
    const body = { daily: limitOf(5), lifetime: limitOf(2000) }
    expect(outcome(await setLimits(body))).toBe('403 sca.challenge.required')
    expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/1000 GBP null'])
    const route = `PATCH ${pathOf(card, '/spend-limits', 'v4')}`
    expect((await callWithApproval(ann, route, { body }, 'PIN')).status).toBe(200)
    expect(await readsLimits(ann, card)).toEqual([
      'DAILY 0/5 GBP 2026-01-06T00:00:00Z',
      'LIFETIME 0/2000 GBP null',
    ])
  })

  it("404 card.not-found for another user's card", async () => {
    const bob = await service.createUser()
    card = { ...(await issuesCard(service, bob)), profileId: ann.personal }
    expect(outcome(await setLimits({ daily: limitOf(1) }))).toBe('404 card.not-found')
  })
})
