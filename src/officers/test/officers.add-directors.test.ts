import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
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

describe('officers.add-directors', () => {
  const service = testService()
  const addDirectors = (ann: Person, body: readonly unknown[], headers = {}) =>
    sendList('POST directors', ann, body, headers)
  const createsUnverified = () => service.createUser({ verified: false })
  const manyDirectors = (n: number) =>
    Array.from({ length: n }, (_, i) => director({ lastName: `M${i}` }))

  it('200 with the whole list, ascending by id, in the canonical spelling', async () => {
    const ann = await createsUnverified()
    await ok(addDirectors(ann, [director()]))
    const sent = [
      director({ firstName: ' Bo ', countryOfResidenceIso3Code: 'FRA' }),
      director({ firstName: 'Cy', countryOfResidenceIso3Code: 'Jpn' }),
    ]
    const reply = await addDirectors(ann, sent)
    expect(reply.status).toBe(200)
    expect(withoutIds(reply.body)).toEqual([
      director(),
      director({ firstName: 'Bo', countryOfResidenceIso3Code: 'fra' }),
      director({ firstName: 'Cy', countryOfResidenceIso3Code: 'jpn' }),
    ])
    const ids = reply.body.map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(await readsList('directors', ann)).toEqual(reply.body)
  })

  it('D45: 200 for a repeated request, which adds the same directors again without a key, and nothing with the same key', async () => {
    const ann = await createsUnverified()
    const headers = { 'x-idempotence-uuid': randomUUID() }
    await ok(addDirectors(ann, [director()], headers))
    const replayed = await addDirectors(ann, [director()], headers)
    expect([replayed.status, replayed.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(await readsList('directors', ann)).toHaveLength(1)
    await ok(addDirectors(ann, [director()]))
    expect(await readsList('directors', ann)).toHaveLength(2)
  })

  it('400 Size for an empty array and for 51 items, 400 TypeMismatch for an item that is not an object and for a body that is not an array', async () => {
    const ann = await createsUnverified()
    const errorsFor = async (body: unknown) =>
      errorsOf(await ann.call(`POST ${pathOf('directors', ann.business)}`, { body }))
    expect(await errorsFor([])).toEqual([400, 'Size body'])
    expect(await errorsFor(manyDirectors(51))).toEqual([400, 'Size body'])
    expect(await errorsFor(director())).toEqual([400, 'TypeMismatch body'])
    expect(await errorsFor([[director()]])).toEqual([400, 'TypeMismatch 0'])
    expect(await errorsFor([null])).toEqual([400, 'TypeMismatch 0'])
    expect(await readsList('directors', ann)).toEqual([])
  })

  it('400 NotNull and TypeMismatch with the path of each missing or malformed field, and nothing is stored', async () => {
    const ann = await createsUnverified()
    const { lastName: _, ...withoutLastName } = director()
    const reply = await addDirectors(ann, [
      withoutLastName,
      director({ dateOfBirth: 7 }),
      director({ firstName: null }),
    ])
    expect(errorsOf(reply)).toEqual([
      400,
      'NotNull 0.lastName',
      'TypeMismatch 1.dateOfBirth',
      'NotNull 2.firstName',
    ])
    expect(await readsList('directors', ann)).toEqual([])
  })

  it('422 NOT_VALID with the path of each violation of a rule, and nothing is stored', async () => {
    const ann = await createsUnverified()
    const reply = await addDirectors(ann, [
      director({ firstName: ' ', countryOfResidenceIso3Code: 'xxx' }),
      director({ dateOfBirth: '2026-01-06' }),
      director(),
    ])
    expect(errorsOf(reply)).toEqual([
      422,
      'NOT_VALID 0.firstName',
      'NOT_VALID 0.countryOfResidenceIso3Code',
      'NOT_VALID 1.dateOfBirth',
    ])
    expect(await readsList('directors', ann)).toEqual([])
  })

  it('422 officers.too-many for the 51st director', async () => {
    const ann = await createsUnverified()
    await ok(addDirectors(ann, manyDirectors(49)))
    expect(errorsOf(await addDirectors(ann, manyDirectors(2)))).toEqual([
      422,
      'officers.too-many 1',
    ])
    await ok(addDirectors(ann, manyDirectors(1)))
    expect(errorsOf(await addDirectors(ann, manyDirectors(1)))).toEqual([
      422,
      'officers.too-many 0',
    ])
    expect(await readsList('directors', ann)).toHaveLength(50)
  })

  it('422 profile.business.required for a personal profile', async () => {
    const ann = await createsUnverified()
    const route = `POST ${pathOf('directors', ann.personal)}`
    const reply = await ann.call(route, { body: [director({ dateOfBirth: 'never' })] })
    expect(errorsOf(reply)).toEqual([422, 'profile.business.required profileId'])
  })

  it("404 not.found for another user's business, and nothing is stored", async () => {
    const [ann, bob] = [await createsUnverified(), await createsUnverified()]
    const route = `POST ${pathOf('directors', ann.business)}`
    expect(errorsOf(await bob.call(route, { body: [director()] }))).toEqual([
      404,
      'not.found profileId',
    ])
    expect(await readsList('directors', ann)).toEqual([])
  })

  it('D45: 200 for the first list of a verified business; 403 profile.update-window.closed for more while the update window is closed', async () => {
    const ann = await service.createUser()
    await ok(addDirectors(ann, [director()]))
    expect(errorsOf(await addDirectors(ann, [director()]))).toEqual([
      403,
      'profile.update-window.closed',
    ])
    expect(await readsList('directors', ann)).toHaveLength(1)
    await opensWindow(ann)
    await ok(addDirectors(ann, [director()]))
    expect(await readsList('directors', ann)).toHaveLength(2)
  })

  it('two concurrent first lists of a verified business: one is stored, the other is refused with 403 profile.update-window.closed', async () => {
    const ann = await service.createUser()
    const addsList = (firstName: string) => () =>
      addDirectors(ann, [director({ firstName }), director()])
    const replies = await raceResults(service.db, businessLock(ann), [
      addsList('Bo'),
      addsList('Cy'),
    ])
    expect(replies.map(outcome)).toEqual(['200', '403 profile.update-window.closed'])
    expect(await readsList('directors', ann)).toMatchObject([
      { firstName: 'Bo' },
      { firstName: 'Ada' },
    ])
  })

  it('422 officers.too-many for the second of two concurrent requests that together pass the limit', async () => {
    const ann = await createsUnverified()
    await ok(addDirectors(ann, manyDirectors(49)))
    const addsOne = () => addDirectors(ann, manyDirectors(1))
    const replies = await raceResults(service.db, businessLock(ann), [addsOne, addsOne])
    expect(replies.map(outcome)).toEqual(['200', '422 officers.too-many'])
    expect(await readsList('directors', ann)).toHaveLength(50)
  })
})
