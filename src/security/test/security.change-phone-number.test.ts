import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsPhone,
  callWithApproval,
  challengeToken,
  enrolsFace,
  holderLock,
  insertsPhone,
  outcome,
  passesChallenges,
  readTokenStatus,
  requestFunding,
  setsPin,
  verifiesPhone,
} from './protected-requests.ts'

const number = '+447700900999'

describe('security.change-phone-number', () => {
  const service = testService()
  const withGateway = testService({
    mode: 'live',
    settings: { smsUrl: 'https://sms.example.com/' },
  })
  const withoutGateway = testService({ mode: 'live' })

  const change = (person: Person, id: number, phoneNumber: string) =>
    person.call(`PUT /v1/user/phone-numbers/${id}`, { body: { phoneNumber } })

  it('200 with the new number unverified, and the old number is no longer a factor, so open one-time tokens are invalid', async () => {
    const ann = await service.createUser()
    const id = await verifiesPhone(ann)
    const route = `PUT /v1/user/phone-numbers/${id}`
    const open = challengeToken(await requestFunding(ann))
    challengeToken(await change(ann, id, number))
    const reply = await callWithApproval(ann, route, { body: { phoneNumber: number } }, 'SMS')
    expect([reply.status, reply.body]).toEqual([
      200,
      { id, phoneNumber: number, type: 'PRIMARY', verified: false },
    ])
    expect(outcome(await readTokenStatus(ann, open))).toBe('404 one-time-token.not-found')
    expect(outcome(await requestFunding(ann))).toBe('404 transfer.not-found')
  })

  it('200 for the same number, for which another code is counted', async () => {
    const ann = await service.createUser()
    const id = await addsPhone(ann)
    expect(outcome(await change(ann, id, '+447700900123'))).toBe('200')
    const { rows } = await service.db.pool.query(
      'select cardinality(changed_number_codes_sent) as codes from security_holders where user_id = $1',
      [ann.userId],
    )
    expect(rows).toEqual([{ codes: 1 }])
  })

  it("422 phone.number.invalid for a malformed number, 422 phone.number.repeated for another of the user's numbers", async () => {
    const ann = await service.createUser()
    const id = await addsPhone(ann, '+447700900001')
    await addsPhone(ann, '+447700900002')
    expect(outcome(await change(ann, id, '12'))).toBe('422 phone.number.invalid')
    expect(outcome(await change(ann, id, '+447700900002'))).toBe('422 phone.number.repeated')
  })

  it("404 phone.number.not.found for another user's number, before any challenge, for an unknown id and for a deleted number", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const id = await addsPhone(ann)
    await enrolsFace(bob)
    for (const [person, unknownId] of [
      [bob, id],
      [ann, 999_999],
    ] as const)
      expect(outcome(await change(person, unknownId, number))).toBe('404 phone.number.not.found')
    await ann.call(`DELETE /v1/user/phone-numbers/${id}`)
    expect(outcome(await change(ann, id, number))).toBe('404 phone.number.not.found')
  })

  it('422 sms.not-available without a gateway, 503 sms.not-sent when the gateway fails, and the number does not change', async () => {
    for (const [live, expected] of [
      [withoutGateway, '422 sms.not-available'],
      [withGateway, '503 sms.not-sent'],
    ] as const) {
      const ann = await live.createUser()
      await setsPin(ann)
      const id = await insertsPhone(live, ann)
      live.respondWith(() => ({ status: 404, headers: {}, elapsedMs: 1 }))
      const route = `PUT /v1/user/phone-numbers/${id}`
      const reply = await callWithApproval(ann, route, { body: { phoneNumber: number } }, 'PIN')
      expect(outcome(reply)).toBe(expected)
      const { body } = await ann.call('GET /v1/user/phone-numbers')
      expect(body[0].phoneNumber).toBe('+447700900123')
    }
  })

  it('D113: 429 sms.code.limit for the sixth change of a number in ten minutes, and the number does not change', async () => {
    const ann = await service.createUser()
    const id = await addsPhone(ann)
    for (let n = 1; n <= 5; n++) {
      expect(outcome(await change(ann, id, `+44770090000${n}`))).toBe('200')
      await service.advance({ minutes: 1 })
    }
    const sixth = await change(ann, id, number)
    expect([outcome(sixth), sixth.headers['retry-after']]).toEqual(['429 sms.code.limit', '300'])
    const { body } = await ann.call('GET /v1/user/phone-numbers')
    expect(body[0].phoneNumber).toBe('+447700900005')
    await service.advance({ minutes: 5 })
    expect(outcome(await change(ann, id, number))).toBe('200')
  })

  it('D113: of seven concurrent requests with one approval at most five send a code', async () => {
    const ann = await withGateway.createUser()
    await setsPin(ann)
    withGateway.respondWith(() => ({ status: 200, headers: {}, elapsedMs: 1 }))
    const request = { body: { phoneNumber: number } }
    const added = await callWithApproval(ann, 'POST /v1/user/phone-numbers', request, 'PIN')
    const route = `PUT /v1/user/phone-numbers/${added.body.id}`
    const token = challengeToken(await ann.call(route, request))
    const headers = { 'one-time-token': token }
    await passesChallenges(ann, token, 'PIN')
    const before = withGateway.sent.length
    const requests = Array.from({ length: 7 }, () => () => ann.call(route, { ...request, headers }))
    const replies = await raceResults(withGateway.db, holderLock(ann), requests)
    const statuses = replies.map(({ status }) => status)
    expect(statuses).toContain(429)
    const codes = withGateway.sent.length - before
    expect(codes).toBeGreaterThan(0)
    expect(codes).toBeLessThanOrEqual(5)
  })
})
