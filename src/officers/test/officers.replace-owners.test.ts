import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import { opensWindow, owner, pathOf, readsList, sendList, withoutIds } from './officer-fixtures.ts'

describe('officers.replace-owners', () => {
  const service = testService()
  const replaceOwners = (ann: Person, body: readonly unknown[]) => sendList('PUT ubos', ann, body)

  it('200 with the new list only, also for an empty array; the owners have new ids', async () => {
    const ann = await service.createUser({ verified: false })
    const before = await ok(replaceOwners(ann, [owner({ ownershipPercentage: 100 })]))
    const after = await ok(
      replaceOwners(ann, [
        owner({ ownershipPercentage: 100 }),
        owner({ ownershipPercentage: null }),
      ]),
    )
    expect(withoutIds(after)).toEqual([
      owner({ ownershipPercentage: 100 }),
      owner({ ownershipPercentage: null }),
    ])
    expect(after.map(({ id }: { id: string }) => id)).not.toContain(before[0].id)
    expect(await readsList('ubos', ann)).toEqual(after)
    expect(await ok(replaceOwners(ann, []))).toEqual([])
    expect(await readsList('ubos', ann)).toEqual([])
  })

  it('422 NOT_VALID for a percentage of 0, and the list stays', async () => {
    const ann = await service.createUser({ verified: false })
    const before = await ok(replaceOwners(ann, [owner()]))
    const reply = await replaceOwners(ann, [owner({ ownershipPercentage: 0 })])
    expect(errorsOf(reply)).toEqual([422, 'NOT_VALID 0.ownershipPercentage'])
    expect(await readsList('ubos', ann)).toEqual(before)
  })

  it('422 officers.ownership.exceeded for a list of more than 100 per cent, and the list stays', async () => {
    const ann = await service.createUser({ verified: false })
    const before = await ok(replaceOwners(ann, [owner({ ownershipPercentage: 90 })]))
    const reply = await replaceOwners(
      ann,
      [50, 50.01].map((ownershipPercentage) => owner({ ownershipPercentage })),
    )
    expect(errorsOf(reply)).toEqual([422, 'officers.ownership.exceeded 1.ownershipPercentage'])
    expect(await readsList('ubos', ann)).toEqual(before)
  })

  it('422 profile.business.required for a personal profile', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`PUT ${pathOf('ubos', ann.personal)}`, { body: [owner()] })
    expect(errorsOf(reply)).toEqual([422, 'profile.business.required profileId'])
  })

  it('D45: 403 profile.update-window.closed for another list of a verified business; 200 for the same list, and while the window is open', async () => {
    const ann = await service.createUser()
    await ok(replaceOwners(ann, [owner()]))
    expect(errorsOf(await replaceOwners(ann, [owner({ ownershipPercentage: null })]))).toEqual([
      403,
      'profile.update-window.closed',
    ])
    expect(withoutIds(await readsList('ubos', ann))).toEqual([owner()])
    await ok(replaceOwners(ann, [owner({ ownershipPercentage: '10.00' })]))
    await opensWindow(ann)
    expect(await ok(replaceOwners(ann, []))).toEqual([])
  })
})
