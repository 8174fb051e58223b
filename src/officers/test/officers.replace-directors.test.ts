import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import {
  businessLock,
  director,
  opensWindow,
  pathOf,
  readsList,
  sendList,
  withoutIds,
} from './officer-fixtures.ts'

describe('officers.replace-directors', () => {
  const service = testService()
  const replaceDirectors = (ann: Person, body: readonly unknown[]) =>
    sendList('PUT directors', ann, body)
  const createsUnverified = () => service.createUser({ verified: false })
  const idsOf = (list: readonly Record<string, unknown>[]) => list.map(({ id }) => id)

  it('200 with the new list only, also for an empty array; the directors have new ids', async () => {
    const ann = await createsUnverified()
    const before = await ok(sendList('POST directors', ann, [director()]))
    const reply = await replaceDirectors(ann, [director(), director({ firstName: 'Bo' })])
    expect(reply.status).toBe(200)
    expect(withoutIds(reply.body)).toEqual([director(), director({ firstName: 'Bo' })])
    expect(idsOf(reply.body)).not.toContain(before[0].id)
    expect(await readsList('directors', ann)).toEqual(reply.body)
    expect(await ok(replaceDirectors(ann, []))).toEqual([])
    expect(await readsList('directors', ann)).toEqual([])
  })

  it('200 for a repeat with the same list, whose directors get new ids', async () => {
    const ann = await createsUnverified()
    const [first, second] = [
      await ok(replaceDirectors(ann, [director()])),
      await ok(replaceDirectors(ann, [director()])),
    ]
    expect(withoutIds(second)).toEqual(withoutIds(first))
    expect(idsOf(second)).not.toEqual(idsOf(first))
  })

  it('400 Size for 51 items, 422 NOT_VALID for a director under 16, and the list stays; 200 for 50 items', async () => {
    const ann = await createsUnverified()
    const before = await ok(replaceDirectors(ann, [director()]))
    expect(errorsOf(await replaceDirectors(ann, Array(51).fill(director())))).toEqual([
      400,
      'Size body',
    ])
    const reply = await replaceDirectors(ann, [director(), director({ dateOfBirth: '2010-01-06' })])
    expect(errorsOf(reply)).toEqual([422, 'NOT_VALID 1.dateOfBirth'])
    expect(await readsList('directors', ann)).toEqual(before)
    await ok(replaceDirectors(ann, Array(50).fill(director())))
  })

  it('422 profile.business.required for a personal profile', async () => {
    const ann = await createsUnverified()
    const reply = await ann.call(`PUT ${pathOf('directors', ann.personal)}`, { body: [director()] })
    expect(errorsOf(reply)).toEqual([422, 'profile.business.required profileId'])
  })

  it('D45: 403 profile.update-window.closed for another list of a verified business; 200 for the same list, and while the window is open', async () => {
    const ann = await service.createUser()
    await ok(replaceDirectors(ann, [director()]))
    for (const changed of [[], [director(), director()], [director({ lastName: 'Hale' })]])
      expect(errorsOf(await replaceDirectors(ann, changed))).toEqual([
        403,
        'profile.update-window.closed',
      ])
    expect(withoutIds(await readsList('directors', ann))).toEqual([director()])
    await ok(
      replaceDirectors(ann, [director({ firstName: ' Ada', countryOfResidenceIso3Code: 'GBR' })]),
    )
    await opensWindow(ann)
    expect(await ok(replaceDirectors(ann, []))).toEqual([])
  })

  it('gap 608: 403 profile.update-window.closed for the same directors in another order', async () => {
    const ann = await service.createUser()
    const both = [director(), director({ firstName: 'Bo' })]
    await ok(replaceDirectors(ann, both))
    expect(errorsOf(await replaceDirectors(ann, both.toReversed()))).toEqual([
      403,
      'profile.update-window.closed',
    ])
    expect(withoutIds(await ok(replaceDirectors(ann, both)))).toEqual(both)
  })

  it('gap 1261: 200 for a new list after the list was emptied, as for a first list, while the window is closed', async () => {
    const ann = await service.createUser()
    await ok(replaceDirectors(ann, [director()]))
    await opensWindow(ann)
    await ok(replaceDirectors(ann, []))
    await ok(ann.call(`DELETE /v1/profiles/${ann.business}/update-window`))
    expect(withoutIds(await ok(replaceDirectors(ann, [director()])))).toEqual([director()])
    expect(errorsOf(await replaceDirectors(ann, []))).toEqual([403, 'profile.update-window.closed'])
  })

  it('concurrent PUT and POST: the later request changes the list that the earlier one stored', async () => {
    const [ann, bob] = [await createsUnverified(), await createsUnverified()]
    const replaces = (by: Person) => () => replaceDirectors(by, [director({ firstName: 'Put' })])
    const adds = (by: Person) => () =>
      sendList('POST directors', by, [director({ firstName: 'Post' }), director()])
    const names = async (by: Person) =>
      (await readsList('directors', by)).map(({ firstName }) => firstName)
    const [, added] = await race(service.db, businessLock(ann), [replaces(ann), adds(ann)])
    expect(added).toMatchObject({ value: { status: 200, body: { length: 3 } } })
    expect(await names(ann)).toEqual(['Put', 'Post', 'Ada'])
    const [, replaced] = await race(service.db, businessLock(bob), [adds(bob), replaces(bob)])
    expect(replaced).toMatchObject({ value: { status: 200, body: { length: 1 } } })
    expect(await names(bob)).toEqual(['Put'])
  })
})
