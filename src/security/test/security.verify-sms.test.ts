import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  answerChallenge,
  challengeToken,
  outcome,
  requestCode,
  requestFunding,
  SANDBOX_CODE,
  setsPin,
  verifiesPhone,
  verifyCode,
} from './protected-requests.ts'

describe('security.verify-sms', () => {
  const service = testService()

  it('200 clears the challenge with the code of the sandbox', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const token = challengeToken(await requestFunding(ann))
    const reply = await answerChallenge(ann, token, 'SMS')
    expect([reply.status, reply.body.oneTimeTokenProperties.challenges]).toEqual([200, []])
  })

  it('D102: 400 sms.code.not-sent before a code was sent, and the answer is not counted as wrong', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const token = challengeToken(await requestFunding(ann))
    const verifies = () => verifyCode(ann, token, SANDBOX_CODE)
    for (let i = 0; i < 6; i++) expect(outcome(await verifies())).toBe('400 sms.code.not-sent')
    await requestCode(ann, token)
    expect(outcome(await verifies())).toBe('200')
    expect(outcome(await verifies())).toBe('409 one-time-token.challenge.not-open')
  })

  it('400 otp.invalid for a wrong code, and 429 sca.locked after five wrong codes', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const token = challengeToken(await requestFunding(ann))
    for (let i = 0; i < 5; i++)
      expect(outcome(await answerChallenge(ann, token, 'SMS', { otpCode: '222222' }))).toBe(
        '400 otp.invalid',
      )
    expect(outcome(await answerChallenge(ann, token, 'SMS'))).toBe('429 sca.locked')
  })

  it('400 one-time-token.missing without a token, 404 one-time-token.not-found for an unknown token, 404 sms.not.setup without a verified number', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const withoutToken = await ann.call('POST /v1/one-time-token/sms/verify', {
      body: { otpCode: '111111' },
    })
    expect(outcome(withoutToken)).toBe('400 one-time-token.missing')
    expect(outcome(await answerChallenge(ann, 'unknown', 'SMS'))).toBe(
      '404 one-time-token.not-found',
    )
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'SMS'))).toBe('404 sms.not.setup')
  })
})
