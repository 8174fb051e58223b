import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { type CardRow, findCardById } from '../store.ts'
import { pathOf } from './card-paths.ts'
import { issuesCard } from './issued-cards.ts'

describe('PATCH /v4/spend/profiles/{profileId}/cards/{cardToken}/spending-permissions', () => {
  const service = testService()
  let ann: Person
  let card: CardRow
  beforeEach(async () => {
    ann = await service.createUser()
    card = await issuesCard(service, ann, { type: 'PHYSICAL' })
  })
  const setPermissions = (permissions: object[], target = card) =>
    ann.call(`PATCH ${pathOf(target, '/spending-permissions', 'v4')}`, { body: { permissions } })
  const disable = (type: string) => ({ type, isEnabled: false })

  it('200 with all permissions', async () => {
    const { permissions } = await ok(setPermissions([disable('ECOM'), disable('MOBILE_WALLETS')]))
    expect(permissions).toEqual([
      { type: 'ECOM', isEnabled: false, isLocked: false },
      { type: 'POS_CHIP', isEnabled: true, isLocked: false },
      { type: 'POS_MAGSTRIPE', isEnabled: false, isLocked: true },
      { type: 'ATM_WITHDRAWAL', isEnabled: true, isLocked: false },
      { type: 'POS_CONTACTLESS', isEnabled: false, isLocked: true },
      { type: 'MOBILE_WALLETS', isEnabled: false, isLocked: false },
    ])
  })

  it('gap 679: 200 for a type that comes twice; the later value counts', async () => {
    const { permissions } = await ok(
      setPermissions([disable('ECOM'), { type: 'ECOM', isEnabled: true }]),
    )
    expect(permissions[0]).toEqual({ type: 'ECOM', isEnabled: true, isLocked: false })
  })

  it('409 card.permission.locked for one locked permission among several, and no permission is changed', async () => {
    const reply = await setPermissions([disable('ECOM'), disable('POS_CONTACTLESS')])
    expect(outcome(reply)).toBe('409 card.permission.locked')
    expect(reply.body.errors).toMatchObject([
      { path: 'permissions.1.type', arguments: ['POS_CONTACTLESS'] },
    ])
    const after = await findCardById(service.db.reader, card.profileId, card.id)
    expect(after?.version).toBe(card.version)
  })

  it('409 card.unusable for a blocked card', async () => {
    await ok(ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'BLOCKED' } }))
    expect(outcome(await setPermissions([disable('ECOM')]))).toBe('409 card.unusable')
  })

  it.each([
    ['no permission', [], 'permissions'],
    ['a permission without isEnabled', [{ type: 'ECOM' }], 'permissions.0.isEnabled'],
    ['seven permissions', Array(7).fill({ type: 'ECOM', isEnabled: true }), 'permissions'],
  ])('400 for %s', async (_, permissions, path) => {
    const reply = await setPermissions(permissions)
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ path }]])
  })

  it("404 card.not-found for another user's card", async () => {
    const bob = await service.createUser()
    const foreign = { ...(await issuesCard(service, bob)), profileId: ann.personal }
    expect(outcome(await setPermissions([disable('ECOM')], foreign))).toBe('404 card.not-found')
  })
})
