// D113: wrong answers are counted per factor and per day, and no request of an attacker resets the counts.

import { describe, expect, it } from 'vitest'
import type { Client, Person } from '../../../test/support/people.ts'
import { type SeededRandom, seededRandom } from '../../../test/support/seeded-random.ts'
import { type Reply, testService } from '../../../test/support/service.ts'
import {
  answerChallenge,
  callWithApproval,
  challengeToken,
  FACE,
  type Factor,
  outcome,
  PIN,
  passesChallenges,
  readStatement,
  requestCode,
  requestFunding,
  SANDBOX_CODE,
  setsPin,
  verifiesPhone,
  verifyCode,
} from './protected-requests.ts'

const wrongPin = { pin: '0000' }
const wrongCode = { otpCode: '000000' }

describe('D113: the lock-out of a factor', () => {
  const service = testService()

  /** Creates a user with a PIN and a verified number. */
  async function createsUserWithTwoFactors(): Promise<Person> {
    const ann = await service.createUser()
    await verifiesPhone(ann)
    const set = await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'SMS')
    expect(outcome(set)).toBe('204')
    return ann
  }

  it('D113: a correct SMS code does not reset the count of wrong PINs', async () => {
    const ann = await createsUserWithTwoFactors()
    const token = challengeToken(await readStatement(ann))
    for (let i = 0; i < 4; i++)
      expect(outcome(await answerChallenge(ann, token, 'PIN', wrongPin))).toBe('400 pin.invalid')
    await passesChallenges(ann, token, 'SMS')
    const other = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, other, 'PIN', wrongPin))).toBe('400 pin.invalid')
    expect(outcome(await answerChallenge(ann, other, 'PIN', wrongPin))).toBe('429 sca.locked')
  })

  it('D113: a correct SMS code does not reset the count of wrong codes while another challenge of the token is open', async () => {
    const ann = await createsUserWithTwoFactors()
    const token = challengeToken(await requestFunding(ann))
    await requestCode(ann, token)
    for (let i = 0; i < 4; i++) await verifyCode(ann, token, wrongCode.otpCode)
    expect(outcome(await verifyCode(ann, token, SANDBOX_CODE))).toBe('200')
    const other = challengeToken(await requestFunding(ann))
    await requestCode(ann, other)
    expect(outcome(await verifyCode(ann, other, wrongCode.otpCode))).toBe('400 otp.invalid')
    expect(outcome(await verifyCode(ann, other, SANDBOX_CODE))).toBe('429 sca.locked')
  })

  it('D113: the alternatives of a locked factor stay usable; 429 sca.locked for a request that requires the locked factor', async () => {
    const ann = await createsUserWithTwoFactors()
    const token = challengeToken(await readStatement(ann))
    for (let i = 0; i < 5; i++) await answerChallenge(ann, token, 'PIN', wrongPin)
    const locked = await answerChallenge(ann, token, 'PIN')
    expect([outcome(locked), locked.headers['retry-after']]).toEqual(['429 sca.locked', '900'])
    expect(outcome(await answerChallenge(ann, token, 'SMS'))).toBe('200')
    const passed = await readStatement(ann, { 'one-time-token': token })
    expect(outcome(passed)).toBe('422 request.invalid.balance_id')
    // A request of high risk needs two kinds of factor, also while one of the factors is locked.
    await service.advance({ minutes: 5 })
    const required = await requestFunding(ann)
    expect([outcome(required), required.headers['retry-after']]).toEqual(['429 sca.locked', '600'])
    challengeToken(await readStatement(ann))
  })

  it('D113: neither deleting the PIN nor setting a new one resets its count', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    for (let i = 0; i < 5; i++) {
      const token = challengeToken(await requestFunding(ann))
      expect(outcome(await answerChallenge(ann, token, 'PIN', wrongPin))).toBe('400 pin.invalid')
      expect((await ann.call(`DELETE /v1/users/${ann.userId}/pin`)).status).toBe(204)
      await setsPin(ann)
    }
    expect(outcome(await requestFunding(ann))).toBe('429 sca.locked')
  })

  it('D113: wrong codes for phone numbers and for challenges share a count, and verifying a number does not reset it', async () => {
    const ann = await createsUserWithTwoFactors()
    const request = { body: { phoneNumber: '+447700900777' } }
    const { body } = await callWithApproval(
      ann,
      'POST /v1/user/phone-numbers',
      request,
      'PIN',
      'SMS',
    )
    const verify = (otpCode: string) =>
      ann.call(`POST /v1/user/phone-numbers/${body.id}/verification`, { body: { otpCode } })
    for (let i = 0; i < 4; i++)
      expect(outcome(await verify(wrongCode.otpCode))).toBe('400 otp.invalid')
    expect(outcome(await verify(SANDBOX_CODE))).toBe('200')
    const token = challengeToken(await requestFunding(ann))
    expect(outcome(await answerChallenge(ann, token, 'SMS', wrongCode))).toBe('400 otp.invalid')
    expect(outcome(await answerChallenge(ann, token, 'SMS'))).toBe('429 sca.locked')
  })

  it('D113: ten wrong answers within a day lock the user for 24 hours, even with correct answers in between', async () => {
    const ann = await createsUserWithTwoFactors()
    for (let wrong = 0; wrong < 10; wrong++) {
      const token = challengeToken(await requestFunding(ann))
      const factor = wrong % 2 === 0 ? 'PIN' : 'SMS'
      const body = factor === 'PIN' ? wrongPin : wrongCode
      expect(outcome(await answerChallenge(ann, token, factor, body))).toMatch(/^400 /)
      // After all but the last wrong answer, both factors are answered correctly, which clears the token.
      if (wrong < 9) {
        await passesChallenges(ann, token, 'SMS')
        await answerChallenge(ann, token, 'PIN')
      }
      await service.advance({ minutes: 20 })
    }
    // The loop has advanced the clock by 20 minutes after the last wrong answer.
    for (const request of [requestFunding, readStatement])
      expect((await request(ann)).headers['retry-after']).toBe(String(86_400 - 1200))
    await service.advance({ seconds: 85_199 })
    expect(outcome(await requestFunding(ann))).toBe('429 sca.locked')
    await service.advance({ seconds: 1 })
    challengeToken(await requestFunding(ann))
  })
})

/**
 * An attacker has stolen a user's token, a client token and the text messages. To find the PIN, the attacker sends
 * requests in any order and concurrently. Each answer that is refused as wrong is a guess.
 */
describe('D113: an attacker with a stolen application', () => {
  const service = testService()
  /** Operations of one attack, a choice of this project: each seed has to reach the limit of a day (checked below). */
  const STEPS = 250

  type Attack = {
    readonly ann: Person
    readonly client: Client
    readonly tokens: string[]
    /** The times at which an answer was refused as wrong. */
    readonly guessTimes: Temporal.Instant[]
    readonly random: SeededRandom
    phoneNumberId: number
  }

  type Operation = (attack: Attack) => Promise<unknown>

  const tokenOf = ({ headers }: Reply) => headers['x-2fa-approval'] as string | undefined
  const anyToken = ({ random, tokens }: Attack) =>
    tokens.length === 0 ? 'no token' : random.pick(tokens)

  function recordGuess({ guessTimes }: Attack, reply: Reply): void {
    if (/^400 (?:pin|otp|facemap)\.invalid/.test(outcome(reply))) guessTimes.push(service.now())
  }

  const requestToken =
    (request: (person: Person) => Promise<Reply>): Operation =>
    async ({ ann, tokens }) => {
      const token = tokenOf(await request(ann))
      if (token !== undefined) tokens.push(token)
    }

  const answer =
    (factor: Factor): Operation =>
    (attack) =>
      answerChallenge(attack.ann, anyToken(attack), factor)

  const guess =
    (factor: Factor, wrongAnswer: object): Operation =>
    async (attack) =>
      recordGuess(attack, await answerChallenge(attack.ann, anyToken(attack), factor, wrongAnswer))

  const guessPin = guess('PIN', wrongPin)

  const guessPinConcurrently: Operation = (attack) =>
    Promise.all(Array.from({ length: 6 }, () => guessPin(attack)))

  /** Sends four wrong PINs, one fewer than lock a PIN, and then clears the token by the factor SMS. */
  const guessAndClear: Operation = async (attack) => {
    const token = tokenOf(await readStatement(attack.ann))
    if (token === undefined) return
    for (let n = 0; n < 4; n++)
      recordGuess(attack, await answerChallenge(attack.ann, token, 'PIN', wrongPin))
    await answerChallenge(attack.ann, token, 'SMS')
  }

  const replacePin: Operation = async ({ ann, client, random }) => {
    const by = random.oneIn(2) ? client : ann
    await by.call(`DELETE /v1/users/${ann.userId}/pin`)
    const setting = { body: { pin: PIN } }
    const token = tokenOf(await ann.call('POST /v1/user/pin', setting))
    if (token === undefined) return
    await answerChallenge(ann, token, 'SMS')
    await answerChallenge(ann, token, 'FACE_MAP')
    await ann.call('POST /v1/user/pin', { ...setting, headers: { 'one-time-token': token } })
  }

  const enrolFaceMap: Operation = (attack) =>
    attack.ann.call('POST /v1/user/facemap/enrol', {
      body: { faceMap: FACE },
      headers: { 'one-time-token': anyToken(attack) },
    })

  const deleteFaceMap: Operation = ({ ann, client }) =>
    client.call(`DELETE /v1/users/${ann.userId}/facemap/enrol`)

  const addOrChangeNumber: Operation = async (attack) => {
    const phoneNumber = `+4477009${String(10_000 + attack.random.whole(80_000))}`
    const headers = { 'one-time-token': anyToken(attack) }
    const route = attack.random.oneIn(2)
      ? 'POST /v1/user/phone-numbers'
      : `PUT /v1/user/phone-numbers/${attack.phoneNumberId}`
    const reply = await attack.ann.call(route, { body: { phoneNumber }, headers })
    if (reply.status === 200) attack.phoneNumberId = reply.body.id
  }

  const verifyNumber: Operation = async (attack) => {
    const { ann, phoneNumberId, random } = attack
    const body = random.oneIn(2) ? { otpCode: SANDBOX_CODE } : wrongCode
    const route = `POST /v1/user/phone-numbers/${phoneNumberId}/verification`
    const headers = { 'one-time-token': anyToken(attack) }
    recordGuess(attack, await ann.call(route, { body, headers }))
  }

  const wait: Operation = ({ random }) =>
    service.advance(
      random.oneIn(2) ? { hours: 1 + random.whole(12) } : { minutes: 1 + random.whole(45) },
    )

  /** An operation that is listed twice is picked more often. */
  const operations: readonly Operation[] = [
    guessPin,
    guessPin,
    guessPinConcurrently,
    guessAndClear,
    guessAndClear,
    guess('SMS', wrongCode),
    guess('FACE_MAP', { faceMap: 'QUJD' }),
    requestToken(requestFunding),
    requestToken(readStatement),
    answer('SMS'),
    answer('FACE_MAP'),
    replacePin,
    enrolFaceMap,
    deleteFaceMap,
    addOrChangeNumber,
    verifyNumber,
    wait,
    wait,
  ]

  it.each([1, 2, 3, 4, 5, 6])(
    'gets at most ten wrong guesses in any 24 hours of an attack of more than a day (seed %i)',
    async (seed) => {
      const client = await service.createClient()
      const ann = await service.createUser({ applicationId: client.applicationId })
      const phoneNumberId = await verifiesPhone(ann)
      await callWithApproval(ann, 'POST /v1/user/pin', { body: { pin: PIN } }, 'SMS')
      const begun = service.now()
      const attack: Attack = {
        ann,
        client,
        tokens: [],
        guessTimes: [],
        random: seededRandom(seed),
        phoneNumberId,
      }
      for (let step = 0; step < STEPS; step++) {
        await attack.random.pick(operations)(attack)
        // Keeps only the newest four tokens, because most older tokens are no longer open.
        attack.tokens.splice(0, attack.tokens.length - 4)
      }
      const inDayFrom = (from: Temporal.Instant) =>
        attack.guessTimes.filter(
          (at) =>
            Temporal.Instant.compare(at, from) >= 0 &&
            Temporal.Instant.compare(at, from.add({ hours: 24 })) < 0,
        ).length
      // Otherwise the limit, and that a day ends, would not be tested.
      expect(service.now().since(begun).total('hours')).toBeGreaterThan(24)
      expect(attack.guessTimes.length).toBeGreaterThan(10)
      expect(Math.max(...attack.guessTimes.map(inDayFrom))).toBeLessThanOrEqual(10)
    },
  )
})
