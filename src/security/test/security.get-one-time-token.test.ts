import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  answerChallenge,
  challengeToken,
  enrolsFace,
  outcome,
  passesChallenges,
  readTokenStatus,
  requestFunding,
  setsPin,
} from './protected-requests.ts'

describe('security.get-one-time-token', () => {
  const service = testService()

  const requestEnrolment = (person: Person, headers = {}) =>
    person.call('POST /v1/user/facemap/enrol', { body: { faceMap: 'QUJD' }, headers })

  it('200 returns the open challenges, the remaining validity and the action', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    await service.advance({ seconds: 100 })
    const reply = await readTokenStatus(ann, token)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      oneTimeTokenProperties: {
        oneTimeToken: token,
        challenges: [
          {
            primaryChallenge: {
              type: 'PIN',
              viewData: { attributes: { userId: ann.userId } },
            },
            alternatives: [],
            required: true,
            passed: false,
          },
        ],
        validity: 500,
        actionType: 'TRANSFER__FUND',
        userId: ann.userId,
      },
    })
    await passesChallenges(ann, token, 'PIN')
    const headers = { 'one-time-token': token }
    const cleared = await ann.call('GET /v1/identity/one-time-token/status', { headers })
    expect(cleared.body.oneTimeTokenProperties).toMatchObject({ challenges: [], validity: 500 })
  })

  it('400 one-time-token.missing without a token', async () => {
    const reply = await (await service.createUser()).call('GET /v1/one-time-token/status')
    expect(outcome(reply)).toBe('400 one-time-token.missing')
  })

  it("404 one-time-token.not-found for an unknown token, another user's token, a used token and a token that expired after 600 s", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    const notFound = '404 one-time-token.not-found'
    expect(outcome(await readTokenStatus(bob, token))).toBe(notFound)
    expect(outcome(await readTokenStatus(ann, 'unknown'))).toBe(notFound)
    await service.advance({ seconds: 599 })
    expect((await readTokenStatus(ann, token)).body.oneTimeTokenProperties.validity).toBe(1)
    await service.advance({ seconds: 1 })
    expect(outcome(await readTokenStatus(ann, token))).toBe(notFound)
    const used = challengeToken(await requestEnrolment(ann))
    await passesChallenges(ann, used, 'PIN')
    expect((await requestEnrolment(ann, { 'one-time-token': used })).status).toBe(204)
    expect(outcome(await readTokenStatus(ann, used))).toBe(notFound)
  })

  it('429 sca.locked while the user is locked, 200 while only a factor is locked', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    let token = challengeToken(await requestFunding(ann))
    const answersWrongly = async () => {
      for (let i = 0; i < 5; i++)
        expect(outcome(await answerChallenge(ann, token, 'FACE_MAP', { faceMap: 'QUJD' }))).toBe(
          '400 facemap.invalid',
        )
    }
    await answersWrongly()
    expect(outcome(await answerChallenge(ann, token, 'FACE_MAP'))).toBe('429 sca.locked')
    expect(outcome(await readTokenStatus(ann, token))).toBe('200')
    await service.advance({ minutes: 15 })
    token = challengeToken(await requestFunding(ann))
    await answersWrongly()
    expect(outcome(await readTokenStatus(ann, token))).toBe('429 sca.locked')
  })
})
