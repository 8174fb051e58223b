import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import {
  answers,
  asksForCode,
  challenged,
  fundsSomething,
  outcome,
  provesPhone,
  SANDBOX_CODE,
  setsPin,
} from './protected-requests.ts'

describe('security.verify-sms', () => {
  const h = house()

  it('200 clears the challenge; in the sandbox the code is always the same', async () => {
    const ann = await h.user()
    await provesPhone(ann)
    const token = challenged(await fundsSomething(ann))
    const reply = await answers(ann, token, 'SMS')
    expect([reply.status, reply.body.oneTimeTokenProperties.challenges]).toEqual([200, []])
  })

  it('D102: 400 sms.code.not-sent before a code was sent, which is not counted as a wrong answer', async () => {
    const ann = await h.user()
    await provesPhone(ann)
    const token = challenged(await fundsSomething(ann))
    const verifiesCode = () =>
      ann.call('POST /v1/one-time-token/sms/verify', {
        body: { otpCode: SANDBOX_CODE },
        headers: { 'one-time-token': token },
      })
    for (let i = 0; i < 6; i++) expect(outcome(await verifiesCode())).toBe('400 sms.code.not-sent')
    await asksForCode(ann, token)
    expect(outcome(await verifiesCode())).toBe('200')
    expect(outcome(await verifiesCode())).toBe('409 one-time-token.challenge.not-open')
  })

  it('400 otp.invalid for a wrong code, and 429 sca.locked after five', async () => {
    const ann = await h.user()
    await provesPhone(ann)
    const token = challenged(await fundsSomething(ann))
    for (let i = 0; i < 5; i++)
      expect(outcome(await answers(ann, token, 'SMS', { otpCode: '222222' }))).toBe(
        '400 otp.invalid',
      )
    expect(outcome(await answers(ann, token, 'SMS'))).toBe('429 sca.locked')
  })

  it('400 one-time-token.missing without a token, 404 one-time-token.not-found for an unknown token, 404 sms.not.setup without a verified number', async () => {
    const ann = await h.user()
    await setsPin(ann)
    const bare = await ann.call('POST /v1/one-time-token/sms/verify', {
      body: { otpCode: '111111' },
    })
    expect(outcome(bare)).toBe('400 one-time-token.missing')
    expect(outcome(await answers(ann, 'nobody-knows', 'SMS'))).toBe('404 one-time-token.not-found')
    const token = challenged(await fundsSomething(ann))
    expect(outcome(await answers(ann, token, 'SMS'))).toBe('404 sms.not.setup')
  })
})
