import { beforeEach, describe, expect, it } from 'vitest'
import { callWithApproval, setsPin } from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import type { CardRow } from '../store.ts'
import { pathOf } from './card-paths.ts'
import { cardLock, expiresCard, issuesCard, movesCard, readsCard } from './issued-cards.ts'

describe('PUT /v3/spend/profiles/{profileId}/cards/{cardToken}/status', () => {
  const service = testService()
  let ann: Person
  beforeEach(async () => {
    ann = await service.createUser()
  })
  const setStatus = (card: CardRow, status: string) =>
    ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status } })
  const readCurrent = (card: CardRow) => readsCard(service, card)
  const listEvents = async ({ id }: CardRow) => {
    const { rows } = await service.db.pool.query<{
      payload: { card_status: string; changed_by: string }
    }>('select payload from events where subject = $1 order by number', [`card:${id}`])
    return rows.map(({ payload }) => `${payload.card_status} ${payload.changed_by}`)
  }

  it('200 with the card, frozen and active again, each with an event that names the application', async () => {
    const client = await service.createClient()
    ann = await service.createUser({ applicationId: client.applicationId })
    const card = await issuesCard(service, ann)
    expect(await ok(setStatus(card, 'FROZEN'))).toMatchObject({
      cardToken: card.token,
      status: 'FROZEN',
    })
    expect(await ok(setStatus(card, 'ACTIVE'))).toMatchObject({ status: 'ACTIVE' })
    expect(await listEvents(card)).toEqual([
      'ACTIVE internal_system',
      `FROZEN ${client.clientKey}`,
      `ACTIVE ${client.clientKey}`,
    ])
  })

  it('D60: 200 for the status that the card has, without an event or a change', async () => {
    const card = await issuesCard(service, ann)
    await service.advance({ hours: 1 })
    expect(await ok(setStatus(card, 'ACTIVE'))).toMatchObject({
      modificationTime: '2026-01-05T10:00:00Z',
    })
    expect(await listEvents(card)).toEqual(['ACTIVE internal_system'])
  })

  it('D65: activating a physical card unlocks its permissions and turns them on', async () => {
    const card = await issuesCard(service, ann, { type: 'PHYSICAL' })
    expect(await ok(setStatus(card, 'ACTIVE'))).toMatchObject({ unlockSpendingPermissions: 'NONE' })
    expect(await readCurrent(card)).toMatchObject({
      disabledPermissions: [],
      lockedPermissions: [],
    })
  })

  it('D65: a later activation leaves permissions as the customer has set them', async () => {
    const card = await issuesCard(service, ann, { type: 'PHYSICAL' })
    await ok(setStatus(card, 'ACTIVE'))
    const off = { type: 'POS_CONTACTLESS', isEnabled: false }
    await ok(ann.call(`PATCH ${pathOf(card, '/spending-permissions')}`, { body: off }))
    await ok(setStatus(card, 'FROZEN'))
    await ok(setStatus(card, 'ACTIVE'))
    expect((await readCurrent(card)).disabledPermissions).toEqual(['POS_CONTACTLESS'])
  })

  it.each(['ACTIVE', 'FROZEN'])(
    'D60: 409 card.status.conflict for %s of a blocked card',
    async (status) => {
      const card = await issuesCard(service, ann)
      await ok(setStatus(card, 'BLOCKED'))
      expect(outcome(await setStatus(card, status))).toBe('409 card.status.conflict')
      expect((await ok(setStatus(card, 'BLOCKED'))).status).toBe('BLOCKED')
    },
  )

  it('D60: 409 card.status.conflict for FROZEN of a card that was never active', async () => {
    const card = await issuesCard(service, ann, { type: 'PHYSICAL' })
    expect(outcome(await setStatus(card, 'FROZEN'))).toBe('409 card.status.conflict')
  })

  it('D60: a customer cannot activate or freeze a card that the operator suspended, but can block it', async () => {
    const card = await issuesCard(service, ann)
    await movesCard(service, card, 'suspend')
    for (const status of ['ACTIVE', 'FROZEN'])
      expect(outcome(await setStatus(card, status))).toBe('409 card.status.conflict')
    expect((await ok(setStatus(card, 'BLOCKED'))).status).toBe('BLOCKED')
  })

  it.each(['ACTIVE', 'FROZEN', 'BLOCKED'])(
    'D60: 409 card.status.conflict for %s of an expired card that no sweep has moved yet',
    async (status) => {
      const card = await issuesCard(service, ann)
      await expiresCard(service, card)
      expect(outcome(await setStatus(card, status))).toBe('409 card.status.conflict')
    },
  )

  it.each([
    { order: ['BLOCKED', 'FROZEN'], outcomes: ['200', '409 card.status.conflict'] },
    { order: ['FROZEN', 'BLOCKED'], outcomes: ['200', '200'] },
  ])(
    'concurrent requests for $order get $outcomes, and the card ends BLOCKED',
    async ({ order, outcomes }) => {
      const card = await issuesCard(service, ann)
      const racers = order.map((status) => () => setStatus(card, status))
      const replies = await raceResults(service.db, cardLock(card), racers)
      expect(replies.map(outcome)).toEqual(outcomes)
      expect((await readCurrent(card)).status).toBe('BLOCKED')
    },
  )

  it.each(['INACTIVE', 'EXPIRED', 'active', '', null])('400 for the status %j', async (status) => {
    const card = await issuesCard(service, ann)
    const reply = await ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status } })
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ path: 'status' }]])
    expect((await readCurrent(card)).status).toBe('ACTIVE')
  })

  it("404 card.not-found for another user's card", async () => {
    const bob = await service.createUser()
    const card = await issuesCard(service, bob)
    expect(outcome(await setStatus({ ...card, profileId: ann.personal }, 'BLOCKED'))).toBe(
      '404 card.not-found',
    )
    expect((await readCurrent(card)).status).toBe('ACTIVE')
  })

  describe('D63: with a factor', () => {
    beforeEach(() => setsPin(ann))

    it('only the first activation of a physical card needs an approval', async () => {
      const card = await issuesCard(service, ann, { type: 'PHYSICAL' })
      expect(outcome(await setStatus(card, 'ACTIVE'))).toBe('403 sca.challenge.required')
      expect((await readCurrent(card)).status).toBe('INACTIVE')
      const route = `PUT ${pathOf(card, '/status')}`
      const reply = await callWithApproval(ann, route, { body: { status: 'ACTIVE' } }, 'PIN')
      expect(reply.body).toMatchObject({ status: 'ACTIVE' })
      await ok(setStatus(card, 'FROZEN'))
      await ok(setStatus(card, 'ACTIVE'))
    })

    it('freezing, blocking and activating a virtual card need no approval', async () => {
      const card = await issuesCard(service, ann)
      for (const status of ['FROZEN', 'ACTIVE', 'BLOCKED']) await ok(setStatus(card, status))
    })
  })
})
