// The approval of an operation of low risk also counts for later requests of low risk (D30).

import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { reads } from '../../kernel/endpoint.ts'
import { createPersonalToken } from '../../users/index.ts'
import {
  callWithApproval,
  challengeToken,
  enrolsFace,
  PIN,
  passesChallenges,
  requestFunding,
  verifiesPhone,
} from './protected-requests.ts'

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

describe('a one-time token for a low risk', () => {
  const service = testService({ extra: [look] })

  it('is cleared by one factor, and counts for later requests with the same bearer token for five minutes', async () => {
    const ann = await service.createUser()
    const otherToken = randomUUID()
    await service.db.transact((tx) =>
      createPersonalToken(tx, { userId: ann.userId, token: otherToken }, service.now()),
    )
    await verifiesPhone(ann)
    await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'SMS')
    const token = challengeToken(await ann.call('GET /probe/look?n=1'))
    await passesChallenges(ann, token, 'SMS')
    const headers = { 'one-time-token': token }
    // A token is bound to method, path and body, so it also approves a GET request with another query.
    const reply = await ann.call('GET /probe/look?n=2', { headers })
    expect([reply.status, reply.headers['x-2fa-approval']]).toEqual([200, token])
    await service.advance({ seconds: 299 })
    const unchallenged = await ann.call('GET /probe/look')
    expect([unchallenged.status, unchallenged.headers['x-2fa-approval-result']]).toEqual([
      200,
      'APPROVED',
    ])
    expect(unchallenged.headers['x-2fa-approval']).not.toBe(token)
    challengeToken(await service.call('GET /probe/look', { token: otherToken }))
    // The approval still counts for a low risk here, but never for a high risk.
    challengeToken(await requestFunding(ann))
    await service.advance({ seconds: 1 })
    challengeToken(await ann.call('GET /probe/look'))
  })

  it('counts for no later request once the factors have changed', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    expect((await callWithApproval(ann, 'GET /probe/look', {}, 'FACE_MAP')).status).toBe(200)
    expect((await ann.call('GET /probe/look')).status).toBe(200)
    await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'FACE_MAP')
    challengeToken(await ann.call('GET /probe/look'))
  })
})
