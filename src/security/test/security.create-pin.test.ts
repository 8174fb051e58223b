import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  callWithApproval,
  challengeToken,
  enrolsFace,
  PIN,
  setsPin,
} from '../../../test/support/approvals.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { requestHash } from '../../kernel/idempotency.ts'
import { holdersLock } from './protected-requests.ts'

const create = 'POST /v1/user/pin'

describe('security.create-pin', () => {
  const service = testService()

  it('204 for the first factor without a challenge, with the approval headers of every protected operation', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(create, { body: { pin: PIN } })
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(reply.headers['x-2fa-approval']).toMatch(/^[\da-f-]{36}$/)
    expect(reply.headers['x-2fa-approval-result']).toBe('APPROVED')
  })

  it('204 stores an argon2id hash, which differs between users with the same PIN', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const person of [ann, bob]) await setsPin(person)
    const { rows } = await service.db.pool.query<{ secret: string }>(
      `select secret from user_factors where user_id = any($1)`,
      [[ann.userId, bob.userId]],
    )
    const hash = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(rows).toEqual([{ secret: hash }, { secret: hash }])
    expect(rows[0]?.secret).not.toBe(rows[1]?.secret)
  })

  it('204 stores no idempotency key and only a keyed hash of the request, so that a copy of the database does not allow a search for the PIN', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    const headers = { 'x-idempotence-uuid': randomUUID() }
    expect(
      (await callWithApproval(ann, create, { body: { pin: PIN }, headers }, 'FACE_MAP')).status,
    ).toBe(204)
    const { rowCount } = await service.db.pool.query(
      'select from idempotency_keys where scope = $1',
      [`user:${ann.userId}`],
    )
    expect(rowCount).toBe(0)
    const { rows } = await service.db.pool.query(
      'select binding from one_time_tokens where user_id = $1',
      [ann.userId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].binding).not.toBe(requestHash('POST /v1/user/pin', { pin: PIN }))
  })

  it('204 on the alias /v1/users/pin for plain JSON with the content type application/jose+json', async () => {
    const headers = { 'content-type': 'application/jose+json' }
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/users/pin', { body: { pin: '0000' }, headers })
    expect(reply.status).toBe(204)
    expect((await ann.call(create, { body: { pin: PIN } })).status).toBe(409)
  })

  it('204 for a further factor when a challenge is cleared with the first factor', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    const request = { body: { pin: PIN } }
    challengeToken(await ann.call(create, request))
    expect((await callWithApproval(ann, create, request, 'FACE_MAP')).status).toBe(204)
  })

  it('409 pin.already.setup without a challenge, and the old PIN stays valid', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const reply = await ann.call(create, { body: { pin: '9999' } })
    expect(outcome(reply)).toBe('409 pin.already.setup')
    expect(reply.headers['x-2fa-approval']).toBeUndefined()
    const request = { body: { faceMap: 'aGVsbG8=' } }
    expect(
      (await callWithApproval(ann, 'POST /v1/user/facemap/enrol', request, 'PIN')).status,
    ).toBe(204)
  })

  it.each([
    ['five digits', '12345'],
    ['three digits', '123'],
    ['a letter', '12a4'],
    ['full-width digits', '１２３４'],
    ['a number', 1234],
    ['no PIN', undefined],
  ])('400 for %s, because a PIN is a text of four digits', async (_, pin) => {
    const { status, body } = await (await service.createUser()).call(create, { body: { pin } })
    expect([status, body.errors[0].path]).toEqual([400, 'pin'])
  })

  it('only one of two concurrent requests sets the PIN', async () => {
    const ann = await service.createUser()
    const set = () => ann.call(create, { body: { pin: PIN } })
    const both = await raceResults(service.db, holdersLock, [set, set])
    // The other request gets 409 when it sees the new PIN, or 403 with a challenge when it sees that the user has a factor.
    expect(both.map(({ status }) => status).sort()).toEqual([204, expect.toBeOneOf([403, 409])])
    const { rowCount } = await service.db.pool.query(
      'select from user_factors where user_id = $1',
      [ann.userId],
    )
    expect(rowCount).toBe(1)
  })
})
