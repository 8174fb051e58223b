import { describe, expect, it } from 'vitest'
import type { Client } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, ok, outcome } from '../../../test/support/transfers.ts'
import { verifyProfiles } from '../index.ts'
import {
  businessProfileInput,
  createUserOfClient,
  createUserWithoutProfile,
  personalProfileInput,
} from './profile-fixtures.ts'

describe('profiles.delete-trusted-verification', () => {
  const service = testService()
  const route = (id: number) => `DELETE /v3/profiles/${id}/trusted-verification`
  const stateOf = async (id: number) =>
    (
      await service.db.pool.query(
        'select verified, verified_by as "by" from profiles where id = $1',
        [id],
      )
    ).rows[0]
  const eventsOf = async (id: number) =>
    (
      await service.db.pool.query(
        `select number, payload ->> 'current_state' as state from events
          where profile_id = $1 and name = 'profiles#verification-state-change' order by number`,
        [id],
      )
    ).rows
  const verifiedAndWithdrawn = [
    { number: 1, state: 'verified' },
    { number: 2, state: 'not_verified' },
  ]
  const createPartner = () => service.createClient({ trusted: true })
  const createsProfile = async (client: Client, body: object) => {
    const zoe = await createUserOfClient(service, client)
    const { id } = await ok(zoe.call('POST /v1/profiles', { body }))
    return { zoe, id: id as number }
  }

  it('D41: a profile that a trusted application creates for its user starts verified, with the event', async () => {
    const { zoe, id } = await createsProfile(await createPartner(), personalProfileInput())
    expect(await stateOf(id)).toEqual({ verified: true, by: 'PARTNER' })
    expect(await eventsOf(id)).toEqual([{ number: 1, state: 'verified' }])
    const business = await ok(zoe.call('POST /v1/profiles', { body: businessProfileInput() }))
    expect(await stateOf(business.id)).toEqual({ verified: true, by: 'PARTNER' })
    expect(await eventsOf(business.id)).toEqual([{ number: 1, state: 'verified' }])
  })

  it('D41: a profile starts unverified, without an event, with an untrusted application, with a personal token, and for a user whom another application signed up', async () => {
    const untrusted = await createsProfile(await service.createClient(), personalProfileInput())
    expect((await stateOf(untrusted.id)).verified).toBe(false)
    expect(await eventsOf(untrusted.id)).toEqual([])
    const client = await createPartner()
    const zoe = await createUserWithoutProfile(service, client)
    const byPersonalToken = await ok(
      zoe.call('POST /v1/profiles', { body: personalProfileInput() }),
    )
    expect((await stateOf(byPersonalToken.id)).verified).toBe(false)
    expect(await eventsOf(byPersonalToken.id)).toEqual([])
    const bob = await createUserOfClient(service, await service.createClient())
    await service.db.pool.query('update tokens set application_id = $2 where user_id = $1', [
      bob.userId,
      client.applicationId,
    ])
    const ofOtherSignUp = await ok(bob.call('POST /v1/profiles', { body: personalProfileInput() }))
    expect((await stateOf(ofOtherSignUp.id)).verified).toBe(false)
    expect(await eventsOf(ofOtherSignUp.id)).toEqual([])
  })

  it('204 ends the verification by the partner with an event; the profile stays', async () => {
    const client = await createPartner()
    const { zoe, id } = await createsProfile(client, personalProfileInput())
    const reply = await client.call(route(id))
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect((await stateOf(id)).verified).toBe(false)
    expect(await eventsOf(id)).toEqual(verifiedAndWithdrawn)
    expect((await zoe.call(`GET /v1/profiles/${id}`)).status).toBe(200)
  })

  it('204 changes nothing when repeated, and when the profile was never verified', async () => {
    const client = await createPartner()
    const { id } = await createsProfile(client, personalProfileInput())
    await ok(client.call(route(id)))
    expect((await client.call(route(id))).status).toBe(204)
    expect(await eventsOf(id)).toEqual(verifiedAndWithdrawn)
    const untrusted = await service.createClient()
    const { id: unverifiedId } = await createsProfile(untrusted, personalProfileInput())
    expect((await untrusted.call(route(unverifiedId))).status).toBe(204)
    expect(await eventsOf(unverifiedId)).toEqual([])
  })

  it('204 leaves a verification by the service, which has replaced the verification by the partner without an event', async () => {
    const client = await createPartner()
    const { zoe, id } = await createsProfile(client, personalProfileInput())
    await service.db.transact((tx) => verifyProfiles(tx, zoe.userId, service.now()))
    expect(await stateOf(id)).toEqual({ verified: true, by: 'SERVICE' })
    expect((await client.call(route(id))).status).toBe(204)
    expect(await stateOf(id)).toEqual({ verified: true, by: 'SERVICE' })
    expect(await eventsOf(id)).toEqual([{ number: 1, state: 'verified' }])
  })

  it('D42: transfers created before the withdrawal stay as they are, later ones wait for a verification', async () => {
    const client = await createPartner()
    const zoe = await createUserOfClient(service, client)
    const { id } = await ok(zoe.call('POST /v1/profiles', { body: personalProfileInput() }))
    const person = { ...zoe, personal: id, business: id }
    const issuesOf = async (transfer: { id: number }) =>
      (await zoe.call(`GET /v1/transfers/${transfer.id}/issues`)).body.map(
        ({ type }: { type: string }) => type,
      )
    const before = await createsTransfer(person, { payIn: 'BANK_TRANSFER' })
    await ok(client.call(route(id)))
    const after = await createsTransfer(person, { payIn: 'BANK_TRANSFER' })
    expect(await issuesOf(before)).toEqual([])
    expect(await issuesOf(after)).toEqual(['profile_not_verified'])
    await ok(zoe.call('POST /v1/simulation/verify-profile'))
    expect(await issuesOf(after)).toEqual([])
    expect((await eventsOf(id)).map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('two concurrent requests record one event of the withdrawal', async () => {
    const client = await createPartner()
    const { id } = await createsProfile(client, personalProfileInput())
    const lock = rowLock('profiles', { id })
    const withdraw = () => client.call(route(id))
    const replies = await raceResults(service.db, lock, [withdraw, withdraw])
    expect(replies.map(({ status }) => status)).toEqual([204, 204])
    expect(await eventsOf(id)).toEqual(verifiedAndWithdrawn)
  })

  it('401 unauthorized for the access token of a user, even if the token was issued to the partner', async () => {
    const { zoe, id } = await createsProfile(await createPartner(), personalProfileInput())
    const reply = await zoe.call(route(id))
    expect([reply.status, reply.body.error]).toEqual([401, 'unauthorized'])
    expect((await stateOf(id)).verified).toBe(true)
  })

  it('404 not.found for a profile of another application’s user', async () => {
    const { id } = await createsProfile(await createPartner(), personalProfileInput())
    const other = await createPartner()
    const reply = await other.call(route(id))
    expect(outcome(reply)).toBe('404 not.found')
    expect((await stateOf(id)).verified).toBe(true)
  })
})
