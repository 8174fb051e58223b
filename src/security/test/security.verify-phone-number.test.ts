import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsPhone,
  callWithApproval,
  challengesIn,
  challengeToken,
  outcome,
  readTokenStatus,
  requestFunding,
  SANDBOX_CODE,
  setsPin,
  verifiesPhone,
} from './protected-requests.ts'

describe('security.verify-phone-number', () => {
  const service = testService()
  const live = testService({ mode: 'live', settings: { smsUrl: 'https://sms.example.com/' } })

  const verify = (person: Person, id: number, otpCode = SANDBOX_CODE) =>
    person.call(`POST /v1/user/phone-numbers/${id}/verification`, { body: { otpCode } })

  /** The code in the last text message. */
  const codeSent = () => /\d{6}(?=\.)/.exec(live.sent.at(-1)?.body ?? '')?.[0] ?? ''

  it('200 makes the number a factor, and invalidates open one-time tokens, so that a repeated verification needs a challenge', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const request = { body: { phoneNumber: '+447700900123' } }
    const added = await callWithApproval(ann, 'POST /v1/user/phone-numbers', request, 'PIN')
    const open = challengeToken(await requestFunding(ann))
    const { id } = added.body
    const reply = await verify(ann, id)
    expect([reply.status, reply.body]).toEqual([
      200,
      { id, phoneNumber: '+447700900123', type: 'PRIMARY', verified: true },
    ])
    expect(outcome(await readTokenStatus(ann, open))).toBe('404 one-time-token.not-found')
    challengeToken(await verify(ann, id))
    const shown = challengesIn(
      await readTokenStatus(ann, challengeToken(await requestFunding(ann))),
    )
    expect(shown).toBe('PIN and SMS')
  })

  it('403 sca.challenge.required until a challenge is cleared, for a number that was added before the user had a factor', async () => {
    const ann = await service.createUser()
    const id = await addsPhone(ann)
    await setsPin(ann)
    const route = `POST /v1/user/phone-numbers/${id}/verification`
    const request = { body: { otpCode: SANDBOX_CODE } }
    expect((await callWithApproval(ann, route, request, 'PIN')).body.verified).toBe(true)
  })

  it('400 otp.invalid for a wrong code, 429 sca.locked after five wrong codes, and 200 once the lock has ended and another code was sent', async () => {
    const ann = await service.createUser()
    const id = await addsPhone(ann)
    for (let i = 0; i < 5; i++)
      expect(outcome(await verify(ann, id, '654321'))).toBe('400 otp.invalid')
    expect(outcome(await verify(ann, id))).toBe('429 sca.locked')
    await service.advance({ minutes: 15 })
    expect(outcome(await verify(ann, id))).toBe('400 otp.invalid')
    const again = { body: { phoneNumber: '+447700900123' } }
    await ann.call(`PUT /v1/user/phone-numbers/${id}`, again)
    expect(outcome(await verify(ann, id))).toBe('200')
  })

  it('400 otp.invalid in live mode for a code that was sent ten minutes ago', async () => {
    const ann = await live.createUser()
    await setsPin(ann)
    const request = { body: { phoneNumber: '+447700900123' } }
    const added = await callWithApproval(ann, 'POST /v1/user/phone-numbers', request, 'PIN')
    const code = codeSent()
    await live.advance({ seconds: 600 })
    expect(outcome(await verify(ann, added.body.id, code))).toBe('400 otp.invalid')
    const again = await callWithApproval(
      ann,
      `PUT /v1/user/phone-numbers/${added.body.id}`,
      request,
      'PIN',
    )
    expect(again.body.verified).toBe(false)
    const other = codeSent()
    expect(outcome(await verify(ann, added.body.id, other))).toBe('200')
  })

  it("404 phone.number.not.found for another user's number and for an unknown id", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const id = await verifiesPhone(ann)
    expect(outcome(await verify(bob, id))).toBe('404 phone.number.not.found')
    expect(outcome(await verify(bob, 999_999))).toBe('404 phone.number.not.found')
  })
})
