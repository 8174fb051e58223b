import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { errorsOf } from './profile-fixtures.ts'

describe('profiles.save-address', () => {
  const service = testService()
  const route = 'POST /v1/addresses'
  const details = {
    country: 'GB',
    firstLine: '1 High Street',
    city: 'London',
    postCode: 'SW1A 1AA',
  }

  it('200 makes the first address of a profile its primary address, which it stays when another address is added', async () => {
    const ann = await service.createUser({ verified: false })
    const first = await ann.call(route, { body: { profile: ann.personal, details } })
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        profile: ann.personal,
        details: { ...details, state: null, occupations: [] },
      },
    ])
    const other = { ...details, city: 'Leeds' }
    const second = await ann.call(route, { body: { profile: ann.personal, details: other } })
    expect([second.status, second.body.id === first.body.id]).toEqual([200, false])
    const profile = await ann.call(`GET /v1/profiles/${ann.personal}`)
    expect(profile.body.details.primaryAddress).toBe(first.body.id)
  })

  it('200 changes the address with the id of the request', async () => {
    const ann = await service.createUser({ verified: false })
    const created = await ann.call(route, { body: { profile: ann.personal, details } })
    const newDetails = {
      country: 'usa',
      firstLine: '1 Some Ave',
      city: 'New York',
      state: 'ny',
      occupations: [{ code: 'Software Engineer', format: 'FREE_FORM' }],
    }
    const body = { id: created.body.id, profile: String(ann.personal), details: newDetails }
    const reply = await ann.call(route, { body })
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        id: created.body.id,
        profile: ann.personal,
        details: { ...newDetails, country: 'US', state: 'NY', postCode: null },
      },
    ])
    expect((await ann.call('GET /v1/addresses')).body).toEqual([reply.body])
  })

  it('422 MISSING for each missing field, with paths such as addressCountryCode', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(route, { body: { profile: ann.personal, details: {} } })
    expect(errorsOf(reply)).toEqual([
      422,
      'MISSING addressCountryCode',
      'MISSING addressFirstLine',
      'MISSING addressCity',
    ])
  })

  it('422 ERROR for an unknown country, MISSING for a missing state, NOT_VALID for an unknown state', async () => {
    const ann = await service.createUser()
    for (const [change, expected] of [
      [{ country: 'XX' }, 'ERROR addressCountryCode'],
      [{ country: 'AU' }, 'MISSING state'],
      [{ country: 'AU', state: 'XX' }, 'NOT_VALID state'],
    ] as const) {
      const body = { profile: ann.personal, details: { ...details, ...change } }
      expect(errorsOf(await ann.call(route, { body }))).toEqual([422, expected])
    }
  })

  it('404 profile.not-found for another user’s profile, address.not-found for another user’s address', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call(route, { body: { profile: bob.personal, details } })
    expect(errorsOf(reply)).toEqual([404, 'profile.not-found profile'])
    const { body: bobs } = await bob.call(route, { body: { profile: bob.personal, details } })
    const body = { id: bobs.id, profile: ann.personal, details }
    expect(errorsOf(await ann.call(route, { body }))).toEqual([404, 'address.not-found id'])
  })

  const americanAddress = { country: 'US', firstLine: '1 Some Ave', city: 'New York', state: 'NY' }
  const occupations = [{ code: 'Tuner' }]

  it.each([
    ['US', americanAddress],
    ['CA', { ...americanAddress, country: 'can', state: 'ON' }],
    ['JP', { ...americanAddress, country: 'JP', state: undefined }],
  ])(
    'D100: 422 MISSING occupations for an address in %s of a person without an occupation',
    async (country, abroad) => {
      const ann = await service.createUser({ verified: false })
      const { body: home } = await ann.call(route, { body: { profile: ann.personal, details } })
      for (const id of [undefined, home.id]) {
        const reply = await ann.call(route, {
          body: { id, profile: ann.personal, details: abroad },
        })
        expect(errorsOf(reply)).toEqual([422, 'MISSING occupations'])
        expect(reply.body.errors[0].message).toBe(
          `occupations is required of people who live in ${country}`,
        )
      }
      expect((await ann.call('GET /v1/addresses')).body).toEqual([home])
      const body = { profile: ann.personal, details: { ...abroad, occupations } }
      expect((await ann.call(route, { body })).body.details).toMatchObject({ country, occupations })
    },
  )

  it('D100: 200 for an address in the United States when the profile has an occupation', async () => {
    const ann = await service.createUser({ verified: false })
    const mergesDetails = (fields: string) =>
      service.db.pool.query('update profiles set details = details || $2 where id = $1', [
        ann.personal,
        fields,
      ])
    const save = () =>
      ann.call(route, { body: { profile: ann.personal, details: americanAddress } })
    await mergesDetails('{"occupation": "Tuner"}')
    expect((await save()).status).toBe(200)
    await mergesDetails(
      '{"occupation": "", "occupations": [{"code": "Tuner", "format": "FREE_FORM"}]}',
    )
    expect((await save()).status).toBe(200)
  })

  it('422 ERROR for an occupation of two lines, and 200 without the occupations that are blank', async () => {
    const ann = await service.createUser({ verified: false })
    const save = (codes: readonly string[]) => {
      const sent = codes.map((code) => ({ code }))
      const body = { profile: ann.personal, details: { ...details, occupations: sent } }
      return ann.call(route, { body })
    }
    expect(errorsOf(await save(['Tuner', 'Cook\nBcc: eve']))).toEqual([
      422,
      'ERROR occupations.1.code',
    ])
    expect((await ann.call('GET /v1/addresses')).body).toEqual([])
    expect((await save([' Tuner ', ' '])).body.details.occupations).toEqual([
      { code: 'Tuner', format: 'FREE_FORM' },
    ])
  })

  it('D100: 200 for a business address without occupations, because only people have them', async () => {
    const ann = await service.createUser({ verified: false })
    const reply = await ann.call(route, {
      body: { profile: ann.business, details: americanAddress },
    })
    expect(reply.status).toBe(200)
  })

  it('D100: an occupation sent with the address satisfies a later update of the profile', async () => {
    const ann = await service.createUser({ verified: false })
    const body = { profile: ann.personal, details: { ...americanAddress, occupations } }
    expect((await ann.call(route, { body })).status).toBe(200)
    const { body: profile } = await ann.call(`GET /v1/profiles/${ann.personal}`)
    const renamed = { ...profile, details: { ...profile.details, lastName: 'Other' } }
    expect((await ann.call('PUT /v1/profiles', { body: renamed })).status).toBe(200)
    expect((await ann.call('GET /v1/me')).body.details.occupation).toBe('Tuner')
  })

  it('D100: 403 profile.update-window.closed when a verified profile changes any of its addresses or adds another; 200 once the window is open', async () => {
    const ann = await service.createUser({ verified: false })
    const ids = []
    for (const city of ['London', 'Leeds']) {
      const body = { profile: ann.personal, details: { ...details, city } }
      ids.push((await ann.call(route, { body })).body.id)
    }
    await service.db.pool.query('update profiles set verified = true where id = $1', [ann.personal])
    for (const id of [...ids, undefined]) {
      const body = { id, profile: ann.personal, details: { ...details, city: 'York' } }
      const reply = await ann.call(route, { body })
      expect(outcome(reply)).toBe('403 profile.update-window.closed')
    }
    await ann.call(`POST /v1/profiles/${ann.personal}/update-window`)
    for (const id of [...ids, undefined]) {
      const body = { id, profile: ann.personal, details: { ...details, city: 'York' } }
      const reply = await ann.call(route, { body })
      expect([reply.status, reply.body.details?.city]).toEqual([200, 'York'])
    }
  })

  it('D100: 403 profile.update-window.closed for one of two concurrent first addresses of a verified profile', async () => {
    const ann = await service.createUser()
    const post = (city: string) => () =>
      ann.call(route, { body: { profile: ann.personal, details: { ...details, city } } })
    const lock = rowLock('profiles', { id: ann.personal })
    const both = await raceResults(service.db, lock, [post('London'), post('Leeds')])
    expect(both.map(outcome).sort()).toEqual(['200', '403 profile.update-window.closed'])
    expect((await ann.call('GET /v1/addresses')).body).toHaveLength(1)
  })

  it('200 writes nothing when a verified profile sends its primary address unchanged', async () => {
    const ann = await service.createUser()
    const { body: created } = await ann.call(route, { body: { profile: ann.personal, details } })
    const row = async () =>
      (await service.db.pool.query('select updated_at from addresses where id = $1', [created.id]))
        .rows
    const before = await row()
    await service.advance({ minutes: 1 })
    const again = { ...details, country: 'gbr', city: ' London ' }
    const reply = await ann.call(route, {
      body: { id: created.id, profile: ann.personal, details: again },
    })
    expect([reply.status, reply.body]).toEqual([200, created])
    expect(await row()).toEqual(before)
  })
})
