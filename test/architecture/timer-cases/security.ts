// The timers of the module `security`.

import { MINUTE } from '../../../src/kernel/timer.ts'
import {
  addsPhone,
  answerChallenge,
  callWithApproval,
  challengeToken,
  passesChallenges,
  requestCode,
  SANDBOX_CODE,
  setsPin,
} from '../../support/approvals.ts'
import { advanceTo, type TestService } from '../../support/service.ts'
import { createsTransfer, ok, outcome, topsUp } from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

const CHALLENGE = '403 sca.challenge.required'

/** A user with a PIN and an unpaid transfer. Returns how to pay it. */
async function payer(service: TestService) {
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
      async observe(service, seconds, late) {
        const { ann, pay } = await payer(service)
        const token = challengeToken(await pay())
        await passesChallenges(ann, token, 'PIN')
        await advancePast(service, seconds, late)
        return outcome(await pay({ 'one-time-token': token }))
      },
    },
  ],
  'security.low-risk': [
    {
      outcomes: ['200', CHALLENGE],
      async observe(service, seconds, late) {
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
        await advancePast(service, seconds, late)
        return outcome(await ann.call(route, { query }))
      },
    },
  ],
  'security.lock-out': [
    {
      outcomes: ['429 sca.locked', CHALLENGE],
      async observe(service, seconds, late) {
        const { ann, pay } = await payer(service)
        const token = challengeToken(await pay())
        for (let n = 0; n < 5; n++) await answerChallenge(ann, token, 'PIN', { pin: '0000' })
        await advancePast(service, seconds, late)
        return outcome(await pay())
      },
    },
  ],
  'security.user-lock': [
    {
      outcomes: ['429 sca.locked', CHALLENGE],
      async observe(service, seconds, late) {
        const { ann, pay } = await payer(service)
        for (const wait of [15, 0]) {
          const token = challengeToken(await pay())
          for (let n = 0; n < 5; n++) await answerChallenge(ann, token, 'PIN', { pin: '0000' })
          await service.advance({ minutes: wait })
        }
        await advancePast(service, seconds, late)
        return outcome(await pay())
      },
    },
  ],
  'security.wrong-answer-counts': [
    {
      // The oldest of ten wrong answers.
      outcomes: ['429 sca.locked', CHALLENGE],
      async observe(service, seconds, late) {
        const { ann, pay } = await payer(service)
        const guesses = async (times: number) => {
          const token = challengeToken(await pay())
          for (let n = 0; n < times; n++) await answerChallenge(ann, token, 'PIN', { pin: '0000' })
        }
        await guesses(1)
        await service.advance({ minutes: 30 })
        await guesses(4)
        await service.advance({ minutes: 30 })
        await guesses(4)
        await advancePast(service, seconds - 60 * MINUTE, late)
        await guesses(1)
        await service.advance({ minutes: 15 })
        return outcome(await pay())
      },
    },
  ],
  'security.sent-codes': [
    {
      outcomes: ['429 sms.code.limit', '200'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const id = await addsPhone(ann)
        const code = { body: { otpCode: SANDBOX_CODE } }
        await ok(ann.call(`POST /v1/user/phone-numbers/${id}/verification`, code))
        const body = { faceMap: 'QUJD' }
        const token = challengeToken(await ann.call('POST /v1/user/facemap/enrol', { body }))
        for (let n = 0; n < 5; n++) await requestCode(ann, token)
        await advancePast(service, seconds - 1, late)
        const later = challengeToken(await ann.call('POST /v1/user/facemap/enrol', { body }))
        await service.advance({ seconds: 1 })
        return outcome(await requestCode(ann, later))
      },
    },
  ],
  'security.sms-code': [
    {
      outcomes: ['200', '400 otp.invalid'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const id = await addsPhone(ann)
        await advancePast(service, seconds, late)
        const route = `POST /v1/user/phone-numbers/${id}/verification`
        return outcome(await ann.call(route, { body: { otpCode: SANDBOX_CODE } }))
      },
    },
  ],
  'security.phone-creations': [
    {
      outcomes: ['429 phone.number.limit', '200'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        for (const n of [1, 2, 3]) await addsPhone(ann, `+44770090000${n}`)
        await advancePast(service, seconds, late)
        const body = { phoneNumber: '+447700900004' }
        return outcome(await ann.call('POST /v1/user/phone-numbers', { body }))
      },
    },
  ],
  'security.one-time-token-retention': [
    {
      outcomes: ['kept', 'deleted'],
      inclusive: true,
      async observe(service, seconds, late) {
        const { ann, pay } = await payer(service)
        // Expires at the end of an hour, because the sweep works in whole hours.
        const hour = service.now().round({ smallestUnit: 'hour', roundingMode: 'ceil' })
        const expires = hour.add({ hours: 1 }).subtract({ milliseconds: 1 })
        await advanceTo(service, expires.subtract({ minutes: 10 }).toString())
        challengeToken(await pay())
        await advanceTo(service, expires.toString())
        await advancePast(service, seconds, late)
        const stored = 'select from one_time_tokens where user_id = $1'
        return (await service.db.pool.query(stored, [ann.userId])).rowCount === 0
          ? 'deleted'
          : 'kept'
      },
    },
  ],
}
