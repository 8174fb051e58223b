// The cases of timers.test.ts for the timers of the module `security`.

import { MINUTE } from '../../../src/kernel/timer.ts'
import { CODES_SENT_MAX, WRONG_ANSWERS_MAX } from '../../../src/security/limits.ts'
import { lockOut, oneTimeToken } from '../../../src/security/timers.ts'
import {
  addsPhone,
  answerChallenge,
  callWithApproval,
  challengeToken,
  FACE,
  passesChallenges,
  requestCode,
  SANDBOX_CODE,
  setsPin,
  verifiesPhone,
} from '../../support/approvals.ts'
import type { Person } from '../../support/people.ts'
import { advanceTo, type TestService } from '../../support/service.ts'
import { createsTransfer, ok, outcome, topsUp } from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

const CHALLENGE = '403 sca.challenge.required'

async function answersWrongly(person: Person, token: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await answerChallenge(person, token, 'PIN', { pin: '0000' })
}

/** Creates a user with a PIN and an unpaid transfer. Returns the user, and the function that pays the transfer. */
async function createsPayer(service: TestService) {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 500)
  const { id } = await createsTransfer(ann)
  await setsPin(ann)
  const pay = (headers: Record<string, string> = {}) =>
    ann.call(`POST /v3/profiles/${ann.personal}/transfers/${id}/payments`, {
      body: { type: 'BALANCE' },
      headers,
    })
  return { ann, pay }
}

export const securityTimerCases: TimerCases = {
  'security.one-time-token': [
    {
      outcomes: ['201', CHALLENGE],
      async observe(service, seconds, lateMs) {
        const { ann, pay } = await createsPayer(service)
        const token = challengeToken(await pay())
        await passesChallenges(ann, token, 'PIN')
        await advancePast(service, seconds, lateMs)
        return outcome(await pay({ 'one-time-token': token }))
      },
    },
  ],
  'security.low-risk': [
    {
      outcomes: ['200', CHALLENGE],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const balance = await topsUp(ann, 'GBP', 500)
        await setsPin(ann)
        const route = `GET /v1/profiles/${ann.personal}/balance-statements/${balance}/statement.json`
        const query = {
          currency: 'GBP',
          intervalStart: service.now().toString(),
          intervalEnd: service.now().add({ hours: 1 }).toString(),
        }
        await ok(callWithApproval(ann, route, { query }, 'PIN'))
        await advancePast(service, seconds, lateMs)
        return outcome(await ann.call(route, { query }))
      },
    },
  ],
  'security.lock-out': [
    {
      outcomes: ['429 sca.locked', CHALLENGE],
      async observe(service, seconds, lateMs) {
        const { ann, pay } = await createsPayer(service)
        const token = challengeToken(await pay())
        await answersWrongly(ann, token, WRONG_ANSWERS_MAX)
        await advancePast(service, seconds, lateMs)
        return outcome(await pay())
      },
    },
  ],
  'security.user-lock': [
    {
      outcomes: ['429 sca.locked', CHALLENGE],
      async observe(service, seconds, lateMs) {
        const { ann, pay } = await createsPayer(service)
        await answersWrongly(ann, challengeToken(await pay()), WRONG_ANSWERS_MAX)
        await service.advance({ seconds: lockOut.seconds })
        await answersWrongly(ann, challengeToken(await pay()), WRONG_ANSWERS_MAX)
        await advancePast(service, seconds, lateMs)
        return outcome(await pay())
      },
    },
  ],
  'security.wrong-answer-counts': [
    {
      // The tenth wrong answer of a day locks the user. The user is not locked when the first answer
      // no longer counts.
      outcomes: ['429 sca.locked', CHALLENGE],
      async observe(service, seconds, lateMs) {
        const { ann, pay } = await createsPayer(service)
        const guessesPin = async (times: number) =>
          answersWrongly(ann, challengeToken(await pay()), times)
        await guessesPin(1)
        await service.advance({ minutes: 30 })
        await guessesPin(4)
        await service.advance({ minutes: 30 })
        await guessesPin(4)
        await advancePast(service, seconds - 60 * MINUTE, lateMs)
        await guessesPin(1)
        await service.advance({ seconds: lockOut.seconds })
        return outcome(await pay())
      },
    },
  ],
  'security.sent-codes': [
    {
      outcomes: ['429 sms.code.limit', '200'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        await verifiesPhone(ann)
        const challenge = async () =>
          challengeToken(await ann.call('POST /v1/user/facemap/enrol', { body: { faceMap: FACE } }))
        const token = await challenge()
        for (let n = 0; n < CODES_SENT_MAX; n++) await requestCode(ann, token)
        // The first token expires when codes may be sent again, so the next code belongs to another token.
        await advancePast(service, seconds - 1, lateMs)
        const laterToken = await challenge()
        await service.advance({ seconds: 1 })
        return outcome(await requestCode(ann, laterToken))
      },
    },
  ],
  'security.sms-code': [
    {
      outcomes: ['200', '400 otp.invalid'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const id = await addsPhone(ann)
        await advancePast(service, seconds, lateMs)
        const route = `POST /v1/user/phone-numbers/${id}/verification`
        return outcome(await ann.call(route, { body: { otpCode: SANDBOX_CODE } }))
      },
    },
  ],
  'security.phone-creations': [
    {
      outcomes: ['429 phone.number.limit', '200'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        for (const n of [1, 2, 3]) await addsPhone(ann, `+44770090000${n}`)
        await advancePast(service, seconds, lateMs)
        const body = { phoneNumber: '+447700900004' }
        return outcome(await ann.call('POST /v1/user/phone-numbers', { body }))
      },
    },
  ],
  'security.one-time-token-retention': [
    {
      outcomes: ['kept', 'deleted'],
      isInclusive: true,
      async observe(service, seconds, lateMs) {
        const { ann, pay } = await createsPayer(service)
        // The token expires at the end of an hour, because the sweep works in whole hours.
        const hour = service.now().round({ smallestUnit: 'hour', roundingMode: 'ceil' })
        const expires = hour.add({ hours: 1 }).subtract({ milliseconds: 1 })
        await advanceTo(service, expires.subtract({ seconds: oneTimeToken.seconds }).toString())
        challengeToken(await pay())
        await advanceTo(service, expires.toString())
        await advancePast(service, seconds, lateMs)
        const stored = 'select from one_time_tokens where user_id = $1'
        return (await service.db.pool.query(stored, [ann.userId])).rowCount === 0
          ? 'deleted'
          : 'kept'
      },
    },
  ],
}
