// A one-time token approves one request, once.

import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  ok,
  readsTransfer,
  topsUp,
} from '../../../test/support/transfers.ts'
import { writes } from '../../kernel/endpoint.ts'
import { hashSecret } from '../../users/index.ts'
import {
  answerChallenge,
  callWithApproval,
  challengeToken,
  FACE,
  holderLock,
  outcome,
  passesChallenges,
  payTransfer,
  requestFunding,
  setsPin,
} from './protected-requests.ts'

const note = writes(
  {
    id: 'probe.note',
    operationId: 'probeNote',
    route: 'POST /probe/note',
    summary: 'An operation that can be repeated',
    spec: 'D31',
    access: { token: 'user', sca: 'BATCH_GROUP__FUND' },
    body: Type.Object({ n: Type.Integer() }),
    reply: Type.Object({ n: Type.Integer() }),
    idempotencyKey: 'accepted',
    onRepeat: 'same',
    errors: [],
  },
  async (_, { body: { n } }) => ({ n }),
)

describe('a one-time token', () => {
  const service = testService({ extra: [note] })
  afterEach(() => void vi.restoreAllMocks())

  /** Creates a user with a PIN, money and an unpaid transfer. */
  async function payer(amount = 500) {
    const ann = await service.createUser()
    const balanceId = await topsUp(ann, 'GBP', amount)
    const recipient = await addsRecipient(ann)
    const { id } = await createsTransfer(ann, { recipient })
    await setsPin(ann)
    return { ann, id: id as number, recipient, balanceId }
  }

  it('approves the funding that it was issued for, in either request header, and the reply has both approval headers', async () => {
    for (const header of ['One-Time-Token', 'x-2fa-approval']) {
      const { ann, id } = await payer()
      const first = await payTransfer(ann, id)
      const token = challengeToken(first)
      expect(outcome(first)).toBe('403 sca.challenge.required')
      expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
      await passesChallenges(ann, token, 'PIN')
      const reply = await payTransfer(ann, id, { [header]: token })
      expect(reply.status).toBe(201)
      expect(reply.headers).toMatchObject({
        'x-2fa-approval': token,
        'x-2fa-approval-result': 'APPROVED',
      })
    }
  })

  it('403 sca.challenge.required with another token while the token is not cleared', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await payTransfer(ann, id))
    const again = challengeToken(await payTransfer(ann, id, { 'one-time-token': token }))
    expect(again).not.toBe(token)
  })

  it('403 sca.challenge.required for another body, path, route or user, without using the token', async () => {
    const { ann, id, recipient } = await payer()
    const other = await createsTransfer(ann, { recipient })
    const bob = await service.createUser()
    await setsPin(bob)
    const token = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    const route = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    const otherBody = { type: 'BALANCE', balanceId: 7 }
    challengeToken(await ann.call(route, { body: otherBody, headers }))
    challengeToken(await payTransfer(ann, other.id, headers))
    challengeToken(await requestFunding(bob, headers))
    challengeToken(await ann.call('POST /probe/note', { body: { n: 1 }, headers }))
    const body = { n: 1 }
    const noteToken = challengeToken(await ann.call('POST /probe/note', { body }))
    await passesChallenges(ann, noteToken, 'PIN')
    for (const [person, takesToken] of [
      [bob, false],
      [ann, true],
    ] as const) {
      const notes = { body, headers: { 'one-time-token': noteToken } }
      const reply = await person.call('POST /probe/note', notes)
      expect(outcome(reply)).toBe(takesToken ? '200' : '403 sca.challenge.required')
    }
    // A request with an unknown field and a trailing slash is still the approved request.
    const same = await ann.call(`${route}/`, { body: { unknown: 1, type: 'BALANCE' }, headers })
    expect(same.status).toBe(201)
  })

  it('403 sca.challenge.required when the token has expired after 600 seconds', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    await service.advance({ seconds: 600 })
    challengeToken(await payTransfer(ann, id, { 'one-time-token': token }))
  })

  it('stays usable after a refused request', async () => {
    const { ann, id, balanceId } = await payer(10)
    const token = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    expect(outcome(await payTransfer(ann, id, headers))).toBe('422 balance.insufficient-funds')
    const body = { profileId: ann.personal, balanceId, currency: 'GBP', amount: 500 }
    await ok(ann.call('POST /v1/simulation/balance/topup', { body }))
    expect((await payTransfer(ann, id, headers)).status).toBe(201)
  })

  it('409 payment.exists when the token is used again after the payment that it approved', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    expect((await payTransfer(ann, id, headers)).status).toBe(201)
    expect(outcome(await payTransfer(ann, id, headers))).toBe('409 payment.exists')
    challengeToken(await payTransfer(ann, id))
  })

  it('403 sca.challenge.required when the token is used again for an operation that can be repeated', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const request = { body: { n: 1 } }
    const token = challengeToken(await ann.call('POST /probe/note', request))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    expect((await ann.call('POST /probe/note', { ...request, headers })).status).toBe(200)
    challengeToken(await ann.call('POST /probe/note', { ...request, headers }))
  })

  it('pays once in two concurrent requests, and 409 payment.exists for the other request', async () => {
    const { ann, id, balanceId } = await payer()
    const token = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const send = () => payTransfer(ann, id, { 'one-time-token': token })
    const replies = await raceResults(service.db, holderLock(ann), [send, send])
    expect(replies.map(outcome)).toEqual(['201', '409 payment.exists'])
    const balance = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances/${balanceId}`))
    expect(balance.amount).toEqual({ value: 400, currency: 'GBP' })
  })

  it('approves one of two concurrent requests for an operation that can be repeated, and 403 sca.challenge.required for the other', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const request = { body: { n: 1 } }
    const token = challengeToken(await ann.call('POST /probe/note', request))
    await passesChallenges(ann, token, 'PIN')
    const send = () =>
      ann.call('POST /probe/note', { ...request, headers: { 'one-time-token': token } })
    const replies = await raceResults(service.db, holderLock(ann), [send, send])
    expect(replies.map(outcome)).toEqual(['200', '403 sca.challenge.required'])
  })

  it('may be sent again with the same idempotency key, which returns the stored reply', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const keyHeader = { 'x-idempotence-uuid': randomUUID() }
    const request = { body: { n: 1 }, headers: keyHeader }
    const token = challengeToken(await ann.call('POST /probe/note', request))
    await passesChallenges(ann, token, 'PIN')
    const headers = { ...keyHeader, 'one-time-token': token }
    const first = await ann.call('POST /probe/note', { ...request, headers })
    const again = await ann.call('POST /probe/note', { ...request, headers })
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'x-2fa-approval-result': 'APPROVED',
    })
  })

  it('is invalid after a factor was enrolled, and after a factor was deleted', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, token, 'PIN')
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    challengeToken(await payTransfer(ann, id, { 'one-time-token': token }))
    const other = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, other, 'PIN', 'FACE_MAP')
    await ann.call(`DELETE /v1/users/${ann.userId}/pin`)
    challengeToken(await payTransfer(ann, id, { 'one-time-token': other }))
  })

  it('D113: a cleared token is invalid after the user was locked, but not after a factor was locked', async () => {
    const { ann, id, recipient } = await payer()
    const other = await createsTransfer(ann, { recipient })
    const guesses = async () => {
      const guessed = challengeToken(await requestFunding(ann))
      for (let i = 0; i < 5; i++)
        expect(outcome(await answerChallenge(ann, guessed, 'PIN', { pin: '0000' }))).toBe(
          '400 pin.invalid',
        )
      expect(outcome(await requestFunding(ann))).toBe('429 sca.locked')
    }
    const first = challengeToken(await payTransfer(ann, id))
    await passesChallenges(ann, first, 'PIN')
    await guesses()
    expect(outcome(await payTransfer(ann, id, { 'one-time-token': first }))).toBe('201')
    await service.advance({ minutes: 15 })
    const token = challengeToken(await payTransfer(ann, other.id))
    await passesChallenges(ann, token, 'PIN')
    await guesses()
    const locked = await payTransfer(ann, other.id, { 'one-time-token': token })
    expect([outcome(locked), locked.headers['retry-after']]).toEqual(['429 sca.locked', '86400'])
    await service.advance({ hours: 24 })
    challengeToken(await payTransfer(ann, other.id, { 'one-time-token': token }))
  })

  it("404 not.found or, on the route without a profile, 404 transfer.not-found for another user's transfer, before any challenge", async () => {
    const [{ ann, id }, bob] = [await payer(), await service.createUser()]
    await setsPin(bob)
    const route = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    expect(outcome(await bob.call(route, { body: { type: 'BALANCE' } }))).toBe('404 not.found')
    const v1Route = `POST /v1/transfers/${id}/payments`
    expect(outcome(await bob.call(v1Route, { body: { type: 'BALANCE' } }))).toBe(
      '404 transfer.not-found',
    )
    challengeToken(await ann.call(v1Route, { body: { type: 'BALANCE' } }))
  })

  it('is stored only as a hash', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    const { rows } = await service.db.pool.query<{ row: string }>(
      'select t::text as row from one_time_tokens t where user_id = $1',
      [ann.userId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token)
    expect(rows[0]?.row).toContain(hashSecret(token))
  })

  it('is not required of a user without factors, and is required a second after another process stored a factor', async () => {
    const ann = await service.createUser()
    const start = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
    expect(outcome(await requestFunding(ann))).toBe('404 transfer.not-found')
    // The factor is inserted directly, as another process would do, so that this process keeps its cached state.
    await service.db.pool.query(
      `insert into user_factors (user_id, factor, secret, created_at) values ($1, 'PIN', 'hash', $2)`,
      [ann.userId, service.now().toString()],
    )
    expect(outcome(await requestFunding(ann))).toBe('404 transfer.not-found')
    clock.mockReturnValue(start + 1000)
    challengeToken(await requestFunding(ann))
  })

  it('is required immediately after a user enrolled a factor in the same process', async () => {
    const ann = await service.createUser()
    expect(outcome(await requestFunding(ann))).toBe('404 transfer.not-found')
    await setsPin(ann)
    challengeToken(await requestFunding(ann))
  })
})
