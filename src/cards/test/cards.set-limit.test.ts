import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerChallenge,
  callWithApproval,
  challengeToken,
  setsPin,
} from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import type { CardRow } from '../store.ts'
import { pathOf } from './card-paths.ts'
import { cardLock, issuesCard, readsCard } from './issued-cards.ts'
import { readsLimits, setCardLimit } from './limits.ts'

describe('PATCH /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-limits', () => {
  const service = testService()
  let ann: Person
  let card: CardRow
  beforeEach(async () => {
    ann = await service.createUser()
    card = await issuesCard(service, ann, { lifetimeLimitMinor: 10_000n })
  })
  const setLimit = (type: string, amount: unknown) => setCardLimit(ann, card, type, amount)

  it.each(['TRANSACTION', 'DAILY', 'MONTHLY', 'LIFETIME'])(
    'C 4.1: 200 without content for %s, and 200 again for the same amount',
    async (type) => {
      for (let n = 0; n < 2; n++) {
        const { status, text, headers } = await setLimit(type, '25.5')
        expect([status, text, headers['content-length']]).toEqual([200, '', '0'])
      }
      const limits = await readsLimits(ann, card)
      expect(limits.find((limit) => limit.startsWith(type))).toContain('/25.5 GBP')
    },
  )

  it('200 for an amount of 0, which is a limit', async () => {
    await ok(setLimit('DAILY', 0))
    expect((await readsLimits(ann, card))[0]).toContain('DAILY 0/0 GBP')
  })

  it.each([
    [-1, 'the amount is negative'],
    ['0.001', 'GBP has two decimals'],
    ['1000000000.01', 'the amount is above the maximum'],
    ['9999999999999999', 'an amount has at most 15 digits'],
  ])('D66: 422 card.limit.not-exact for %s, because %s', async (amount, _because) => {
    const reply = await setLimit('LIFETIME', amount)
    expect(outcome(reply)).toBe('422 card.limit.not-exact')
    expect(reply.body.errors[0].path).toBe('maxLimitAmount')
    expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/100 GBP null'])
  })

  it('D66: 200 for the maximum of 1000000000', async () => {
    await ok(setLimit('LIFETIME', 1_000_000_000))
    expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/1000000000 GBP null'])
  })

  it.each([
    [{ cardLimitType: 'WEEKLY', maxLimitAmount: 1 }, 'cardLimitType'],
    [{ cardLimitType: 'DAILY' }, 'maxLimitAmount'],
    [{ maxLimitAmount: 1 }, 'cardLimitType'],
    [{ cardLimitType: 'DAILY', maxLimitAmount: 'much' }, 'maxLimitAmount'],
  ])('400 for %j at %s', async (body, path) => {
    const reply = await ann.call(`PATCH ${pathOf(card, '/spending-limits')}`, { body })
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ path }]])
  })

  it('409 card.unusable for a blocked card', async () => {
    await ok(ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'BLOCKED' } }))
    expect(outcome(await setLimit('DAILY', 1))).toBe('409 card.unusable')
    expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/100 GBP null'])
  })

  it('200 for the limit that a blocked card has already, which changes nothing', async () => {
    await ok(ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'BLOCKED' } }))
    const { version } = await readsCard(service, card)
    await ok(setLimit('LIFETIME', 100))
    expect((await readsCard(service, card)).version).toBe(version)
  })

  it("404 card.not-found for another user's card", async () => {
    const bob = await service.createUser()
    const foreign = await issuesCard(service, bob)
    const reply = await setCardLimit(ann, { ...foreign, profileId: ann.personal }, 'DAILY', 1)
    expect(outcome(reply)).toBe('404 card.not-found')
  })

  it('concurrent requests for two types of limit set both limits', async () => {
    const racers = [() => setLimit('DAILY', 1), () => setLimit('MONTHLY', 2)]
    const replies = await raceResults(service.db, cardLock(card), racers)
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const limits = await readsLimits(ann, card)
    expect(limits.map((limit) => limit.split(' ', 2).join(' '))).toEqual([
      'DAILY 0/1',
      'MONTHLY 0/2',
      'LIFETIME 0/100',
    ])
  })

  describe('D63: with a factor', () => {
    beforeEach(() => setsPin(ann))
    const route = () => `PATCH ${pathOf(card, '/spending-limits')}`

    it('lowering a limit, and setting the first limit of a type, need no approval', async () => {
      await ok(setLimit('LIFETIME', 99))
      await ok(setLimit('DAILY', 500))
      await ok(setLimit('DAILY', 500))
    })

    it('raising a limit needs an approval, and changes nothing without it', async () => {
      expect(outcome(await setLimit('LIFETIME', 101))).toBe('403 sca.challenge.required')
      expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/100 GBP null'])
      const body = { cardLimitType: 'LIFETIME', maxLimitAmount: 101 }
      expect((await callWithApproval(ann, route(), { body }, 'PIN')).status).toBe(200)
      expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/101 GBP null'])
    })

    it('an approval of a small limit does not approve a greater one', async () => {
      const token = challengeToken(await setLimit('LIFETIME', 101))
      await answerChallenge(ann, token, 'PIN')
      const reply = await ann.call(route(), {
        headers: { 'one-time-token': token },
        body: { cardLimitType: 'LIFETIME', maxLimitAmount: 1_000_000 },
      })
      expect(outcome(reply)).toBe('403 sca.challenge.required')
      expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/100 GBP null'])
    })

    it('a request that raises no limit when it is sent needs an approval when a concurrent request has lowered the limit', async () => {
      const outcomes = await raceResults(service.db, cardLock(card), [
        () => setLimit('LIFETIME', 10),
        () => setLimit('LIFETIME', 90),
      ])
      const statuses = outcomes.map(({ status }) => status)
      expect(statuses).toEqual([200, 403])
      expect(await readsLimits(ann, card)).toEqual(['LIFETIME 0/10 GBP null'])
    })

    it('D88a: 422 card.limit.not-exact, before any challenge, for an amount above the maximum', async () => {
      expect(outcome(await setLimit('LIFETIME', '1000000001'))).toBe('422 card.limit.not-exact')
    })
  })
})
