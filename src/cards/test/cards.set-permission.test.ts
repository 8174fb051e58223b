import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { type CardRow, findCardById } from '../store.ts'
import { pathOf } from './card-paths.ts'
import { issuesCard, readsCard } from './issued-cards.ts'

describe('PATCH /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-permissions', () => {
  const service = testService()
  let ann: Person
  let card: CardRow
  beforeEach(async () => {
    ann = await service.createUser()
    card = await issuesCard(service, ann)
  })
  const setPermission = (body: object, target = card) =>
    ann.call(`PATCH ${pathOf(target, '/spending-permissions')}`, { body })
  const disabledPermissions = async () =>
    (await findCardById(service.db.reader, card.profileId, card.id))?.disabledPermissions

  it('C 4.1: 200 without content for off and on, and 200 again for the same value', async () => {
    for (const isEnabled of [false, false, true, true]) {
      const { status, text } = await setPermission({ type: 'ECOM', isEnabled })
      expect([status, text]).toEqual([200, ''])
      expect(await disabledPermissions()).toEqual(isEnabled ? [] : ['ECOM'])
    }
  })

  it('D65: 409 card.permission.locked while a physical card is not active', async () => {
    const physical = await issuesCard(service, ann, { type: 'PHYSICAL' })
    const locked = { type: 'POS_CONTACTLESS', isEnabled: true }
    const reply = await setPermission(locked, physical)
    expect(outcome(reply)).toBe('409 card.permission.locked')
    expect(reply.body.errors).toMatchObject([{ path: 'type', arguments: ['POS_CONTACTLESS'] }])
    expect((await readsCard(service, physical)).version).toBe(physical.version)
    await ok(setPermission({ type: 'ECOM', isEnabled: false }, physical))
  })

  it('D65: 409 card.unusable for a blocked card', async () => {
    await ok(ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'BLOCKED' } }))
    expect(outcome(await setPermission({ type: 'ECOM', isEnabled: false }))).toBe(
      '409 card.unusable',
    )
    expect(await disabledPermissions()).toEqual([])
  })

  it.each([
    [{ type: 'SKIMMING', isEnabled: true }, 'type'],
    [{ type: 'ECOM' }, 'isEnabled'],
    [{ isEnabled: true }, 'type'],
    [{ type: 'ECOM', isEnabled: 'yes' }, 'isEnabled'],
  ])('400 for %j at %s', async (body, path) => {
    const reply = await setPermission(body)
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ path }]])
  })

  it("404 card.not-found for another user's card", async () => {
    const bob = await service.createUser()
    const foreign = { ...(await issuesCard(service, bob)), profileId: ann.personal }
    expect(outcome(await setPermission({ type: 'ECOM', isEnabled: false }, foreign))).toBe(
      '404 card.not-found',
    )
  })
})
