import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import {
  businessLock,
  opensWindow,
  owner,
  pathOf,
  readsList,
  sendList,
  withoutIds,
} from './officer-fixtures.ts'

describe('officers.add-owners', () => {
  const service = testService()
  const addOwners = (ann: Person, body: readonly unknown[], headers = {}) =>
    sendList('POST ubos', ann, body, headers)
  const createsUnverified = () => service.createUser({ verified: false })
  const ownerWithShare = (ownershipPercentage: unknown) => owner({ ownershipPercentage })

  it('200 with the whole list in the order of adding; ids have 32 hexadecimal digits', async () => {
    const ann = await createsUnverified()
    await ok(addOwners(ann, [owner()]))
    const reply = await addOwners(ann, [owner({ name: 'Bo' }), owner({ name: 'Cy' })])
    expect(reply.status).toBe(200)
    expect(withoutIds(reply.body)).toEqual([owner(), owner({ name: 'Bo' }), owner({ name: 'Cy' })])
    for (const { id } of reply.body) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await readsList('ubos', ann)).toEqual(reply.body)
  })

  it('200 with null for a percentage that is null or absent, and for an absent post code', async () => {
    const ann = await createsUnverified()
    const { ownershipPercentage: _, postCode: __, ...without } = owner()
    const reply = await addOwners(ann, [ownerWithShare(null), without])
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('"ownershipPercentage":null')
    expect(reply.body).toMatchObject([
      { ownershipPercentage: null, postCode: 'SW1A 1AA' },
      { ownershipPercentage: null, postCode: null },
    ])
  })

  it('200 with the percentage as a number, exact to two decimal places, for a number and for text', async () => {
    const ann = await createsUnverified()
    const reply = await ok(
      addOwners(ann, [ownerWithShare(33.33), ownerWithShare('33.30'), ownerWithShare(0.01)]),
    )
    const shown = reply.map(
      (shownOwner: ReturnType<typeof owner>) => shownOwner.ownershipPercentage,
    )
    expect(shown).toEqual([33.33, 33.3, 0.01])
  })

  it('200 for a repeated request, which adds the same owner again without a key, and nothing with the same key', async () => {
    const ann = await createsUnverified()
    const headers = { 'x-idempotence-uuid': randomUUID() }
    const first = await addOwners(ann, [owner()], headers)
    const replayed = await addOwners(ann, [owner()], headers)
    expect([first.status, replayed.status, replayed.text]).toEqual([200, 200, first.text])
    expect(await readsList('ubos', ann)).toHaveLength(1)
    await ok(addOwners(ann, [owner()]))
    expect(await readsList('ubos', ann)).toHaveLength(2)
  })

  it('D45: 422 NOT_VALID for a percentage of 0 or less, above 100, or with more than two decimal places; 400 TypeMismatch for text with an exponent', async () => {
    const ann = await createsUnverified()
    const sent = [0, -1, 100.01, 0.001, 1e21].map(ownerWithShare)
    expect(errorsOf(await addOwners(ann, sent))).toEqual([
      422,
      'NOT_VALID 0.ownershipPercentage',
      'NOT_VALID 1.ownershipPercentage',
      'NOT_VALID 2.ownershipPercentage',
      'NOT_VALID 3.ownershipPercentage',
      'NOT_VALID 4.ownershipPercentage',
    ])
    expect(errorsOf(await addOwners(ann, [ownerWithShare('1e2')]))).toEqual([
      400,
      'TypeMismatch 0.ownershipPercentage',
    ])
    expect(await readsList('ubos', ann)).toEqual([])
  })

  it('D45: 422 officers.ownership.exceeded at the owner who raises the sum above 100 per cent, stored owners included', async () => {
    const ann = await createsUnverified()
    await ok(addOwners(ann, [ownerWithShare(60), ownerWithShare(null)]))
    const reply = await addOwners(ann, [
      ownerWithShare(40),
      ownerWithShare(null),
      ownerWithShare(0.01),
      ownerWithShare(5),
    ])
    expect(errorsOf(reply)).toEqual([422, 'officers.ownership.exceeded 2.ownershipPercentage'])
    await ok(addOwners(ann, [ownerWithShare(40)]))
    expect(errorsOf(await addOwners(ann, [ownerWithShare(0.01)]))).toEqual([
      422,
      'officers.ownership.exceeded 0.ownershipPercentage',
    ])
    await ok(addOwners(ann, [ownerWithShare(null)]))
    expect(await readsList('ubos', ann)).toHaveLength(4)
  })

  it('422 NOT_VALID with the path of each violation of a rule', async () => {
    const ann = await createsUnverified()
    const reply = await addOwners(ann, [
      owner(),
      owner({ name: 'x'.repeat(101), addressFirstLine: 'a\nb', postCode: 'x'.repeat(33) }),
    ])
    expect(errorsOf(reply)).toEqual([
      422,
      'NOT_VALID 1.name',
      'NOT_VALID 1.addressFirstLine',
      'NOT_VALID 1.postCode',
    ])
  })

  it('400 Size for an empty array and for 51 owners, 400 NotNull with its path for a missing field, and nothing is stored', async () => {
    const ann = await createsUnverified()
    for (const owners of [[], Array(51).fill(ownerWithShare(null))])
      expect(errorsOf(await addOwners(ann, owners))).toEqual([400, 'Size body'])
    const { addressFirstLine: _, ...withoutAddress } = owner()
    const reply = await addOwners(ann, [owner(), withoutAddress])
    expect(errorsOf(reply)).toEqual([400, 'NotNull 1.addressFirstLine'])
    expect(await readsList('ubos', ann)).toEqual([])
  })

  it('422 officers.too-many for the 51st owner', async () => {
    const ann = await createsUnverified()
    await ok(addOwners(ann, Array(50).fill(ownerWithShare(null))))
    expect(errorsOf(await addOwners(ann, [ownerWithShare(null)]))).toEqual([
      422,
      'officers.too-many 0',
    ])
  })

  it('422 profile.business.required for a personal profile', async () => {
    const ann = await createsUnverified()
    const reply = await ann.call(`POST ${pathOf('ubos', ann.personal)}`, { body: [owner()] })
    expect(errorsOf(reply)).toEqual([422, 'profile.business.required profileId'])
  })

  it('D45: 200 for the first list of a verified business; 403 profile.update-window.closed for more while the update window is closed', async () => {
    const ann = await service.createUser()
    await ok(addOwners(ann, [owner()]))
    expect(errorsOf(await addOwners(ann, [owner()]))).toEqual([403, 'profile.update-window.closed'])
    expect(await readsList('ubos', ann)).toHaveLength(1)
    await opensWindow(ann)
    await ok(addOwners(ann, [owner()]))
    expect(await readsList('ubos', ann)).toHaveLength(2)
  })

  it('422 officers.ownership.exceeded for the second of two concurrent requests that together pass 100 per cent', async () => {
    const ann = await createsUnverified()
    const addsOne = () => addOwners(ann, [ownerWithShare(60)])
    const replies = await raceResults(service.db, businessLock(ann), [addsOne, addsOne])
    expect(replies.map(outcome)).toEqual(['200', '422 officers.ownership.exceeded'])
    expect(await readsList('ubos', ann)).toHaveLength(1)
  })
})
