import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  answerChallenge,
  callWithApproval,
  challengeToken,
  holderLock,
  insertsPhone,
  outcome,
  requestCode,
  requestFunding,
  setsPin,
  verifiesPhone,
  verifyCode,
} from './protected-requests.ts'

const SMS_URL = 'https://sms.example.com/messages'

describe('security.trigger-sms', () => {
  const service = testService()
  const live = testService({ mode: 'live', settings: { smsUrl: SMS_URL } })
  const withoutGateway = testService({ mode: 'live' })

  it('200 returns the number with its first digits hidden, and sends no message in the sandbox', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann, '+447700908888')
    const reply = await requestCode(ann, challengeToken(await requestFunding(ann)))
    expect([reply.status, reply.body]).toEqual([200, { obfuscatedPhoneNo: '*********8888' }])
    expect(service.sent).toEqual([])
  })

  /** Creates a user in live mode with a PIN and a phone number that was verified by the code sent to it. */
  async function createsLiveUser(): Promise<Person> {
    const ann = await live.createUser()
    await setsPin(ann)
    const request = { body: { phoneNumber: '+447700908888' } }
    const added = await callWithApproval(ann, 'POST /v1/user/phone-numbers', request, 'PIN')
    const route = `POST /v1/user/phone-numbers/${added.body.id}/verification`
    const reply = await ann.call(route, { body: { otpCode: codeSent() } })
    expect(outcome(reply)).toBe('200')
    return ann
  }

  function codeSent(): string {
    const { url, body } = live.sent.at(-1) ?? { url: '', body: '{}' }
    expect(url).toBe(SMS_URL)
    const { to, text } = JSON.parse(body)
    expect(to).toBe('+447700908888')
    return /\b\d{6}\b/.exec(text)?.[0] ?? ''
  }

  it('200 in live mode sends a code that clears only the token it was sent for, and stores a hash of the code', async () => {
    const ann = await createsLiveUser()
    const tokens = [
      challengeToken(await requestFunding(ann)),
      challengeToken(await requestFunding(ann)),
    ] as const
    await requestCode(ann, tokens[0])
    const otpCode = codeSent()
    expect(otpCode).not.toBe('111111')
    await requestCode(ann, tokens[1])
    expect(outcome(await verifyCode(ann, tokens[1], otpCode))).toBe('400 otp.invalid')
    expect(outcome(await verifyCode(ann, tokens[0], otpCode))).toBe('200')
    const { rows } = await live.db.pool.query(
      `select sms_code_hash as hash from one_time_tokens
        where user_id = $1 and sms_code_hash is not null`,
      [ann.userId],
    )
    const hashes = rows.map(({ hash }) => hash)
    expect(hashes).toHaveLength(2)
    for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{64}$/)
  })

  it('503 sms.not-sent when the gateway fails', async () => {
    const ann = await createsLiveUser()
    const token = challengeToken(await requestFunding(ann))
    live.respondWith(() => ({ status: 500, headers: {}, elapsedMs: 1 }))
    const reply = await requestCode(ann, token)
    live.respondWith(() => ({ status: 200, headers: {}, elapsedMs: 1 }))
    expect([outcome(reply), reply.headers['retry-after']]).toEqual(['503 sms.not-sent', '1'])
  })

  it('422 sms.not-available in live mode without a gateway', async () => {
    const ann = await withoutGateway.createUser()
    await setsPin(ann)
    await insertsPhone(withoutGateway, ann, { isVerified: true })
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await requestCode(ann, token))).toBe('422 sms.not-available')
  })

  it('400 one-time-token.missing without a token, 404 one-time-token.not-found for an unknown token, 404 sms.not.setup without a verified number', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    expect(outcome(await ann.call('POST /v1/one-time-token/sms/trigger'))).toBe(
      '400 one-time-token.missing',
    )
    expect(outcome(await requestCode(ann, 'unknown'))).toBe('404 one-time-token.not-found')
    expect(outcome(await requestCode(ann, challengeToken(await requestFunding(ann))))).toBe(
      '404 sms.not.setup',
    )
  })

  it('D113: 429 sms.code.limit for the sixth code in ten minutes, over all tokens', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const tokens = [
      challengeToken(await requestFunding(ann)),
      challengeToken(await requestFunding(ann)),
    ] as const
    for (let i = 0; i < 5; i++) {
      expect(outcome(await requestCode(ann, tokens[i % 2] ?? ''))).toBe('200')
      await service.advance({ minutes: 1 })
    }
    const over = await requestCode(ann, tokens[0])
    expect([outcome(over), over.headers['retry-after']]).toEqual(['429 sms.code.limit', '300'])
  })

  it('D113: of seven concurrent requests exactly five send a code, because each code is counted before the message is sent', async () => {
    const ann = await createsLiveUser()
    const token = challengeToken(await requestFunding(ann))
    const before = live.sent.length
    const requests = Array.from({ length: 7 }, () => () => requestCode(ann, token))
    const replies = await raceResults(live.db, holderLock(ann), requests)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(live.sent.length - before).toBe(5)
  })

  it('409 one-time-token.challenge.not-open after the challenge was cleared', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const token = challengeToken(await requestFunding(ann))
    await answerChallenge(ann, token, 'SMS')
    expect(outcome(await requestCode(ann, token))).toBe('409 one-time-token.challenge.not-open')
  })

  it('429 sca.locked while the factor SMS is locked', async () => {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const token = challengeToken(await requestFunding(ann))
    await requestCode(ann, token)
    for (let i = 0; i < 5; i++) await verifyCode(ann, token, '000000')
    expect(outcome(await requestCode(ann, token))).toBe('429 sca.locked')
  })
})
