import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  answerChallenge,
  challengeToken,
  enrolsFace,
  FACE,
  outcome,
  requestFunding,
  setsPin,
} from './protected-requests.ts'

const wrong = { faceMap: 'QUJD' }

describe('security.verify-face-map', () => {
  const service = testService()
  const withoutFaces = testService({ mode: 'live', faces: false })

  it('200 clears the challenge on both routes', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    const reply = await answerChallenge(ann, challengeToken(await requestFunding(ann)), 'FACE_MAP')
    expect([reply.status, reply.body.oneTimeTokenProperties.challenges]).toEqual([200, []])
    const token = challengeToken(await requestFunding(ann))
    const byAlias = await ann.call('POST /v1/identity/one-time-token/facemap/verify', {
      body: { faceMap: FACE },
      headers: { 'one-time-token': token },
    })
    expect([byAlias.status, byAlias.body.oneTimeTokenProperties.challenges]).toEqual([200, []])
  })

  it('400 facemap.invalid for a wrong face map, and 429 sca.locked after five wrong face maps', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    const token = challengeToken(await requestFunding(ann))
    for (let i = 0; i < 5; i++)
      expect(outcome(await answerChallenge(ann, token, 'FACE_MAP', wrong))).toBe(
        '400 facemap.invalid',
      )
    expect(outcome(await answerChallenge(ann, token, 'FACE_MAP'))).toBe('429 sca.locked')
  })

  it('400 one-time-token.missing without a token, 404 one-time-token.not-found for an unknown token, 404 facemap.not.setup without a face map', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const verify = 'POST /v1/one-time-token/facemap/verify'
    const withoutToken = await ann.call(verify, { body: { faceMap: FACE } })
    expect(outcome(withoutToken)).toBe('400 one-time-token.missing')
    expect(outcome(await answerChallenge(ann, 'unknown', 'FACE_MAP'))).toBe(
      '404 one-time-token.not-found',
    )
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'FACE_MAP'))).toBe('404 facemap.not.setup')
  })

  it('422 facemap.not-available when face recognition was switched off after the enrolment', async () => {
    const ann = await withoutFaces.createUser()
    await setsPin(ann)
    await withoutFaces.db.pool.query(
      `insert into user_factors (user_id, factor, secret, created_at) values ($1, 'FACE_MAP', 'kept', $2)`,
      [ann.userId, withoutFaces.now().toString()],
    )
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'FACE_MAP'))).toBe('422 facemap.not-available')
  })
})
