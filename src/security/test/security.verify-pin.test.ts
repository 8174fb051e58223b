import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import {
  answerChallenge,
  callWithApproval,
  challengesIn,
  challengeToken,
  enrolsFace,
  FACE,
  holderLock,
  outcome,
  PIN,
  requestFunding,
  setsPin,
} from './protected-requests.ts'

const wrong = { pin: '0000' }

describe('security.verify-pin', () => {
  const service = testService()

  it('D113: 200 clears the challenge, and 409 one-time-token.challenge.not-open for a cleared challenge, on both routes', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    await callWithApproval(ann, 'POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }, 'PIN')
    for (const route of [
      'POST /v1/one-time-token/pin/verify',
      'POST /v1/identity/one-time-token/pin/verify',
    ]) {
      const token = challengeToken(await requestFunding(ann))
      const verifies = (pin: string) =>
        ann.call(route, { body: { pin }, headers: { 'one-time-token': token } })
      expect(challengesIn(await verifies(PIN))).toBe('FACE_MAP')
      for (const pin of [PIN, wrong.pin])
        expect(outcome(await verifies(pin))).toBe('409 one-time-token.challenge.not-open')
      expect(challengesIn(await answerChallenge(ann, token, 'FACE_MAP'))).toBe('')
    }
  })

  it('400 pin.invalid for a wrong PIN, after which the correct PIN still clears the token', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'PIN', wrong))).toBe('400 pin.invalid')
    expect(outcome(await answerChallenge(ann, token, 'PIN'))).toBe('200')
  })

  it('400 one-time-token.missing without a token, 404 one-time-token.not-found for the token of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const person of [ann, bob]) await setsPin(person)
    const token = challengeToken(await requestFunding(ann))
    const reply = await ann.call('POST /v1/one-time-token/pin/verify', { body: { pin: PIN } })
    expect(outcome(reply)).toBe('400 one-time-token.missing')
    expect(outcome(await answerChallenge(bob, token, 'PIN'))).toBe('404 one-time-token.not-found')
  })

  it('404 pin.not.setup when the user has other factors and no PIN', async () => {
    const ann = await service.createUser()
    await enrolsFace(ann)
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'PIN'))).toBe('404 pin.not.setup')
  })

  it('429 sca.locked with Retry-After for 15 minutes after five wrong PINs, counted over all tokens', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const tokens = [
      challengeToken(await requestFunding(ann)),
      challengeToken(await requestFunding(ann)),
    ] as const
    for (let i = 0; i < 5; i++)
      expect(outcome(await answerChallenge(ann, tokens[i % 2] ?? '', 'PIN', wrong))).toBe(
        '400 pin.invalid',
      )
    for (const locked of [
      await answerChallenge(ann, tokens[0], 'PIN'),
      await requestFunding(ann),
    ]) {
      expect(outcome(locked)).toBe('429 sca.locked')
      expect(locked.headers['retry-after']).toBe('900')
    }
    await service.advance({ seconds: 899 })
    const last = await requestFunding(ann)
    expect([outcome(last), last.headers['retry-after']]).toEqual(['429 sca.locked', '1'])
    await service.advance({ seconds: 1 })
    expect(outcome(await answerChallenge(ann, tokens[0], 'PIN'))).toBe(
      '404 one-time-token.not-found',
    )
    const later = challengeToken(await requestFunding(ann))
    // The lock has restarted the count, so four wrong PINs do not lock again.
    for (let i = 0; i < 4; i++)
      expect(outcome(await answerChallenge(ann, later, 'PIN', wrong))).toBe('400 pin.invalid')
    expect(outcome(await answerChallenge(ann, later, 'PIN'))).toBe('200')
  })

  it('D113: clearing the whole token with the PIN resets the count of wrong PINs', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    for (const n of [4, 4, 1]) {
      const token = challengeToken(await requestFunding(ann))
      for (let i = 0; i < n; i++) await answerChallenge(ann, token, 'PIN', wrong)
      expect(outcome(await answerChallenge(ann, token, 'PIN'))).toBe('200')
    }
  })

  const attemptsOf = async (userId: number) =>
    (
      await service.db.pool.query(
        `select a.failures, cardinality(s.wrong_answers) as failures_today, s.epoch,
                s.locked_until is not null as locked
           from security_holders s join factor_attempts a using (user_id) where user_id = $1`,
        [userId],
      )
    ).rows

  it('seven concurrent wrong PINs are all counted, and five of them are refused as wrong, the others as locked', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    const guesses = Array.from({ length: 7 }, () => () => answerChallenge(ann, token, 'PIN', wrong))
    const replies = await raceResults(service.db, holderLock(ann), guesses)
    expect(replies.map(outcome).sort()).toEqual([
      ...Array.from({ length: 5 }, () => '400 pin.invalid'),
      ...Array.from({ length: 2 }, () => '429 sca.locked'),
    ])
    expect(await attemptsOf(ann.userId)).toEqual([
      { failures: 7, failures_today: 7, epoch: 1, locked: false },
    ])
  })

  it('D113: of a hundred concurrent wrong PINs five are refused as wrong, and the user is locked', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const token = challengeToken(await requestFunding(ann))
    const guesses = Array.from({ length: 100 }, () => answerChallenge(ann, token, 'PIN', wrong))
    const right = answerChallenge(ann, token, 'PIN')
    const outcomes = (await Promise.all(guesses)).map(outcome)
    const count = (prefix: string) => outcomes.filter((text) => text.startsWith(prefix)).length
    expect(outcome(await right)).toMatch(/^429 sca.locked$|^503 /)
    // Five are refused as wrong. The other requests reveal nothing: they are refused as locked, or as overload (503)
    // on a slow machine.
    expect([count('400 pin.invalid'), count('429 sca.locked') + count('503 ')]).toEqual([5, 95])
    // Every answer that was verified before the lock is counted, so the daily limit of ten is reached too.
    const [{ failures, failures_today, epoch, locked }] = await attemptsOf(ann.userId)
    expect([failures >= 10, failures === failures_today, epoch, locked]).toEqual([
      true,
      true,
      2,
      true,
    ])
  })
})
