// A one-time token approves one request, once.

import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  ok,
  readsTransfer,
  topsUp,
} from '../../../test/support/transfers.ts'
import { reads, writes } from '../../kernel/endpoint.ts'
import {
  answerChallenge,
  callWithApproval,
  challengesIn,
  challengeToken,
  enrolsFace,
  FACE,
  outcome,
  PIN,
  passesChallenges,
  readTokenStatus,
  registersKey,
  requestsFunding,
  setsPin,
  signatureOf,
  verifiesPhone,
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
const look = reads(
  {
    id: 'probe.look',
    operationId: 'probeLook',
    route: 'GET /probe/look',
    summary: 'An operation of low risk',
    spec: 'D31',
    access: { token: 'user', sca: 'BALANCE__GET_STATEMENT' },
    query: Type.Object({ n: Type.Optional(Type.Integer()) }),
    reply: Type.Object({}),
    errors: [],
  },
  async () => ({}),
)

describe('a one-time token', () => {
  const service = testService({ extra: [note, look] })
  afterEach(() => void vi.restoreAllMocks())

  const pay = (person: Person, id: number, headers: Record<string, string> = {}, body = {}) =>
    person.call(`POST /v3/profiles/${person.personal}/transfers/${id}/payments`, {
      body: { type: 'BALANCE', ...body },
      headers,
    })

  /** Creates a user with a PIN, money and an unpaid transfer. */
  async function payer(amount = 500) {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', amount)
    const recipient = await addsRecipient(ann)
    const { id } = await createsTransfer(ann, { recipient })
    await setsPin(ann)
    return { ann, id: id as number, recipient }
  }

  it('approves the funding it was issued for, in either request header, and the reply has both approval headers', async () => {
    for (const header of ['One-Time-Token', 'x-2fa-approval']) {
      const { ann, id } = await payer()
      const first = await pay(ann, id)
      const token = challengeToken(first)
      expect(outcome(first)).toBe('403 sca.challenge.required')
      expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
      await passesChallenges(ann, token, 'PIN')
      const reply = await pay(ann, id, { [header]: token })
      expect(reply.status).toBe(201)
      expect(reply.headers).toMatchObject({
        'x-2fa-approval': token,
        'x-2fa-approval-result': 'APPROVED',
      })
    }
  })

  it('403 sca.challenge.required with a new token while it is not cleared', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await pay(ann, id))
    const again = challengeToken(await pay(ann, id, { 'one-time-token': token }))
    expect(again).not.toBe(token)
  })

  it('403 sca.challenge.required for another body, path, route or user, without using the token', async () => {
    const { ann, id, recipient } = await payer()
    const other = await createsTransfer(ann, { recipient })
    const bob = await service.createUser()
    await setsPin(bob)
    const token = challengeToken(await pay(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    challengeToken(await pay(ann, id, headers, { balanceId: 7 }))
    challengeToken(await pay(ann, other.id, headers))
    challengeToken(await requestsFunding(bob, headers))
    challengeToken(await ann.call('POST /probe/note', { body: { n: 1 }, headers }))
    // An unknown field and a trailing slash do not make it another request.
    const path = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments/`
    const same = await ann.call(path, { body: { unknown: 1, type: 'BALANCE' }, headers })
    expect(same.status).toBe(201)
  })

  it('403 sca.challenge.required after its 600 seconds', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await pay(ann, id))
    await passesChallenges(ann, token, 'PIN')
    await service.advance({ seconds: 600 })
    challengeToken(await pay(ann, id, { 'one-time-token': token }))
  })

  it('stays usable after a refused request', async () => {
    const { ann, id } = await payer(10)
    const token = challengeToken(await pay(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    expect(outcome(await pay(ann, id, headers))).toBe('422 balance.insufficient-funds')
    await ok(
      ann.call('POST /v1/simulation/balance/topup', {
        body: {
          profileId: ann.personal,
          balanceId: (await ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`))
            .body[0].id,
          currency: 'GBP',
          amount: 500,
        },
      }),
    )
    expect((await pay(ann, id, headers)).status).toBe(201)
  })

  it('409 payment.exists when the payment that it approved was made already', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await pay(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    expect((await pay(ann, id, headers)).status).toBe(201)
    expect(outcome(await pay(ann, id, headers))).toBe('409 payment.exists')
    challengeToken(await pay(ann, id))
  })

  it('403 sca.challenge.required when it is used again for an operation that can be repeated', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const request = { body: { n: 1 } }
    const token = challengeToken(await ann.call('POST /probe/note', request))
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    expect((await ann.call('POST /probe/note', { ...request, headers })).status).toBe(200)
    challengeToken(await ann.call('POST /probe/note', { ...request, headers }))
  })

  it('has one effect in two concurrent requests', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await pay(ann, id))
    await passesChallenges(ann, token, 'PIN')
    const go = () => pay(ann, id, { 'one-time-token': token })
    const hold = {
      text: 'select from security_holders where user_id = $1 for update',
      values: [ann.userId],
    }
    const ended = await race(service.db, hold, [go, go])
    const outcomes = ended.map((each) => each.status === 'fulfilled' && outcome(each.value))
    expect(outcomes).toEqual(['201', '409 payment.exists'])
  })

  it('has one effect in two concurrent requests for an operation that can be repeated', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const request = { body: { n: 1 } }
    const token = challengeToken(await ann.call('POST /probe/note', request))
    await passesChallenges(ann, token, 'PIN')
    const go = () =>
      ann.call('POST /probe/note', { ...request, headers: { 'one-time-token': token } })
    const hold = {
      text: 'select from security_holders where user_id = $1 for update',
      values: [ann.userId],
    }
    const ended = await race(service.db, hold, [go, go])
    const outcomes = ended.map((each) => each.status === 'fulfilled' && outcome(each.value))
    expect(outcomes).toEqual(['200', '403 sca.challenge.required'])
  })

  it('a repeat with the same idempotency key returns the stored reply and needs no new token', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const key = { 'x-idempotence-uuid': randomUUID() }
    const request = { body: { n: 1 }, headers: key }
    const token = challengeToken(await ann.call('POST /probe/note', request))
    await passesChallenges(ann, token, 'PIN')
    const headers = { ...key, 'one-time-token': token }
    const first = await ann.call('POST /probe/note', { ...request, headers })
    const again = await ann.call('POST /probe/note', { ...request, headers })
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'x-2fa-approval-result': 'APPROVED',
    })
  })

  it('is invalid after a factor was enrolled or deleted', async () => {
    const { ann, id } = await payer()
    const token = challengeToken(await pay(ann, id))
    await passesChallenges(ann, token, 'PIN')
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    challengeToken(await pay(ann, id, { 'one-time-token': token }))
    const other = challengeToken(await pay(ann, id))
    await passesChallenges(ann, other, 'PIN', 'FACE_MAP')
    await ann.call(`DELETE /v1/users/${ann.userId}/pin`)
    challengeToken(await pay(ann, id, { 'one-time-token': other }))
  })

  it('D113: a cleared token is invalid after the user was locked, but not after a factor was locked', async () => {
    const { ann, id, recipient } = await payer()
    const other = await createsTransfer(ann, { recipient })
    const guesses = async () => {
      const guessed = challengeToken(await requestsFunding(ann))
      for (let i = 0; i < 5; i++) await answerChallenge(ann, guessed, 'PIN', { pin: '0000' })
    }
    const first = challengeToken(await pay(ann, id))
    await passesChallenges(ann, first, 'PIN')
    await guesses()
    expect(outcome(await pay(ann, id, { 'one-time-token': first }))).toBe('201')
    await service.advance({ minutes: 15 })
    const token = challengeToken(await pay(ann, other.id))
    await passesChallenges(ann, token, 'PIN')
    await guesses()
    const locked = await pay(ann, other.id, { 'one-time-token': token })
    expect([outcome(locked), locked.headers['retry-after']]).toEqual(['429 sca.locked', '86400'])
    await service.advance({ hours: 24 })
    challengeToken(await pay(ann, other.id, { 'one-time-token': token }))
  })

  it("404 before any challenge for another user's transfer", async () => {
    const [{ ann, id }, bob] = [await payer(), await service.createUser()]
    await setsPin(bob)
    const path = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    expect(outcome(await bob.call(path, { body: { type: 'BALANCE' } }))).toBe('404 not.found')
    const short = `POST /v1/transfers/${id}/payments`
    expect(outcome(await bob.call(short, { body: { type: 'BALANCE' } }))).toBe(
      '404 transfer.not-found',
    )
    challengeToken(await ann.call(short, { body: { type: 'BALANCE' } }))
  })

  it('is stored only as a hash', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const token = challengeToken(await requestsFunding(ann))
    const { rows } = await service.db.pool.query<{ row: string }>(
      'select t::text as row from one_time_tokens t where user_id = $1',
      [ann.userId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token)
  })

  describe('with a signature', () => {
    const signed = (token: string, signature = signatureOf(token)) => ({
      'x-2fa-approval': token,
      'x-signature': signature,
    })

    it('is cleared by the signature alone, even when the user has other factors', async () => {
      const ann = await service.createUser()
      await registersKey(ann)
      const token = challengeToken(await requestsFunding(ann))
      expect(challengesIn(await readTokenStatus(ann, token))).toBe('SIGNATURE')
      expect(outcome(await requestsFunding(ann, signed(token)))).toBe('404 transfer.not-found')
      const pin = 'POST /v1/user/pin'
      const request = { body: { pin: PIN } }
      const first = challengeToken(await ann.call(pin, request))
      expect((await ann.call(pin, { ...request, headers: signed(first) })).status).toBe(204)
      const second = challengeToken(await requestsFunding(ann))
      expect(challengesIn(await readTokenStatus(ann, second))).toBe('PIN and SIGNATURE')
      expect(outcome(await requestsFunding(ann, signed(second)))).toBe('404 transfer.not-found')
    })

    it('403 sca.challenge.required for a wrong signature, and 429 sca.locked after five', async () => {
      const ann = await service.createUser()
      await registersKey(ann)
      let token = challengeToken(await requestsFunding(ann))
      for (let i = 0; i < 4; i++)
        token = challengeToken(
          await requestsFunding(ann, signed(token, signatureOf('another text'))),
        )
      expect(outcome(await requestsFunding(ann, signed(token, 'AAAA')))).toBe('429 sca.locked')
    })

    it('a correct signature resets the count of wrong ones', async () => {
      const ann = await service.createUser()
      await registersKey(ann)
      for (let round = 0; round < 2; round++) {
        let token = challengeToken(await requestsFunding(ann))
        for (let i = 0; i < 3; i++)
          token = challengeToken(await requestsFunding(ann, signed(token, 'AA')))
        // A refusal by the use case would roll back both the use of the token and the reset of the count.
        const path = `DELETE /v1/user/signing-keys/${(await keys(ann))[0]?.id}`
        token = challengeToken(await ann.call(path))
        expect((await ann.call(path, { headers: signed(token) })).status).toBe(204)
        await registersKey(ann)
      }
    })

    it('is not cleared when the request has a token of an application', async () => {
      const client = await service.createClient()
      const ann = await service.createUser({ applicationId: client.applicationId })
      await registersKey(ann)
      await setsPin(ann)
      const token = challengeToken(await requestsFunding(ann))
      expect(challengesIn(await readTokenStatus(ann, token))).toBe('PIN')
      challengeToken(await requestsFunding(ann, signed(token)))
    })

    const keys = async (person: Person): Promise<{ id: number }[]> =>
      (await person.call('GET /v1/user/signing-keys')).body
  })

  describe('for a low risk', () => {
    it('is cleared by one factor, and the approval is valid for five minutes for the same bearer token', async () => {
      const ann = await service.createUser()
      await verifiesPhone(ann)
      await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'SMS')
      const token = challengeToken(await ann.call('GET /probe/look?n=1'))
      await passesChallenges(ann, token, 'SMS')
      const headers = { 'one-time-token': token }
      const reply = await ann.call('GET /probe/look?n=2', { headers })
      expect([reply.status, reply.headers['x-2fa-approval']]).toEqual([200, token])
      await service.advance({ seconds: 299 })
      const free = await ann.call('GET /probe/look')
      expect([free.status, free.headers['x-2fa-approval-result']]).toEqual([200, 'APPROVED'])
      expect(free.headers['x-2fa-approval']).not.toBe(token)
      await service.advance({ seconds: 1 })
      challengeToken(await ann.call('GET /probe/look'))
      // A high risk is never held.
      challengeToken(await requestsFunding(ann))
    })

    it('an approval ends when the factors change', async () => {
      const ann = await service.createUser()
      await enrolsFace(ann)
      expect((await callWithApproval(ann, 'GET /probe/look', {}, 'FACE_MAP')).status).toBe(200)
      expect((await ann.call('GET /probe/look')).status).toBe(200)
      await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'FACE_MAP')
      challengeToken(await ann.call('GET /probe/look'))
    })
  })

  it('is not required of a user without factors, who are cached for a short time', async () => {
    const ann = await service.createUser()
    const start = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
    expect(outcome(await requestsFunding(ann))).toBe('404 transfer.not-found')
    // Inserted directly, as another process would, so that this process keeps its cached answer.
    await service.db.pool.query(
      `insert into user_factors (user_id, factor, secret, created_at) values ($1, 'PIN', 'hash', $2)`,
      [ann.userId, service.now().toString()],
    )
    expect(outcome(await requestsFunding(ann))).toBe('404 transfer.not-found')
    clock.mockReturnValue(start + 1000)
    challengeToken(await requestsFunding(ann))
  })

  it('is required immediately after a user enrolled a factor in the same process', async () => {
    const ann = await service.createUser()
    expect(outcome(await requestsFunding(ann))).toBe('404 transfer.not-found')
    await setsPin(ann)
    challengeToken(await requestsFunding(ann))
  })
})
