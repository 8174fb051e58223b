// One case for each timer: data is created, time passes, and the result is observed. timers.test.ts runs each
// case just before the end of the timer and at it.

import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { rateLimits } from '../../src/app/http/limits/rate-limit.ts'
import { realNow } from '../../src/app/worker/clock.ts'
import { runAll } from '../../src/app/worker/workers.ts'
import {
  authorises,
  clear,
  holdsCard,
  readsTransaction as readsCardTransaction,
} from '../../src/card-transactions/test/terminal.ts'
import { cardHold } from '../../src/card-transactions/timers.ts'
import { findCardById } from '../../src/cards/store.ts'
import { reveals } from '../../src/cards/test/card-client.ts'
import { issuesCard } from '../../src/cards/test/issued-cards.ts'
import { inviteRecipients } from '../../src/claims/invite-recipients.ts'
import { invite } from '../../src/claims/sweeps.ts'
import {
  claimableTransfer,
  claimLinkOf,
  submitsClaim as claims,
} from '../../src/claims/test/claiming.ts'
import { findFile } from '../../src/files/index.ts'
import { keepsFile } from '../../src/files/test/kept-files.ts'
import { withHeldKey } from '../../src/kernel/idempotency.ts'
import { runSweep, sweep } from '../../src/kernel/sweep.ts'
import { MINUTE } from '../../src/kernel/timer.ts'
import { addsOwnAccount, movesTo, setsExcessRecipient } from '../../src/statements/test/excess.ts'
import { readAuthorization } from '../../src/users/consent/authorize-application.ts'
import { findPerson, loginUri } from '../../src/users/consent/login.ts'
import { hashSecret } from '../../src/users/index.ts'
import {
  clientWithRedirects,
  LOGIN,
  loginAssertions,
  openConsentPage,
  submitConsent,
} from '../../src/users/test/consent-page.ts'
import { REGISTRATION_CODE, requestToken, signUp } from '../../src/users/test/token-requests.ts'
import { checkEvents, sendPurpose } from '../../src/verification/test/verification-fixtures.ts'
import { drainDeliveries } from '../../src/webhooks/index.ts'
import {
  inBackground,
  recordStates,
  subscribe,
  subscriptionRequest,
} from '../../src/webhooks/test/webhook-fixtures.ts'
import {
  addsPhone,
  answerChallenge,
  callWithApproval,
  challengeToken,
  passesChallenges,
  requestCode,
  SANDBOX_CODE,
  setsPin,
} from '../support/approvals.ts'
import { createsCompletedGroup, fundGroup } from '../support/batch-groups.ts'
import { setsRate } from '../support/exchange-rates.ts'
import type { Person } from '../support/people.ts'
import { advanceTo, type Sent, type TestService } from '../support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  topsUp,
} from '../support/transfers.ts'

export type TimerCase = {
  /** The outcomes that are observed just before the end, and from the end on. */
  readonly outcomes: readonly [before: string, after: string]
  /** The last moment still belongs to the timer: it ends a millisecond later. */
  readonly inclusive?: true
  /** Returns the outcome that is observed `late` milliseconds after the end; before the end when negative. */
  observe(service: TestService, seconds: number, late: number): Promise<string>
}

const CHALLENGE = '403 sca.challenge.required'

async function paysByCard(service: TestService, wanted: Parameters<typeof authorises>[2] = {}) {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 100)
  const card = await holdsCard(service, ann)
  return { card, payment: await authorises(card, 5, wanted) }
}

/** A card payment at a merchant of this category that is not captured. */
function lapsesAfter(category: number): TimerCase {
  return {
    outcomes: ['IN_PROGRESS', 'CANCELLED'],
    async observe(service, seconds, late) {
      const { card, payment } = await paysByCard(service, { category })
      await advancePast(service, seconds, late)
      return (await readsCardTransaction(card, payment.id)).state
    },
  }
}

async function advancePast(service: TestService, seconds: number, late: number): Promise<void> {
  await service.advance({ milliseconds: seconds * 1000 + late })
}

/** Stops the real clock. Returns a function that moves it. */
function realTime(): (seconds: number, late: number) => void {
  const from = Math.floor(Date.now() / 1000) * 1000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(from)
  return (seconds, late) => {
    clock.mockReturnValue(from + seconds * 1000 + late)
  }
}

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

/** Returns how many times a receiver was called that always replies 503 with these headers. */
async function countsAttempts(service: TestService, headers: Record<string, string> = {}) {
  const ann = await service.createUser()
  const url = `https://${randomUUID()}.example/`
  await subscribe(service, ann, { url })
  service.respondWith(() => ({ status: 503, headers, elapsedMs: 1 }))
  await recordStates(service, ann.personal, 1, 'processing')
  await service.settle()
  return () => String(service.sent.filter((sent) => sent.url === url).length)
}

/** All receivers reply after so many milliseconds, or the sender times out. */
function respondsAfter(service: TestService, milliseconds: number): void {
  service.respondWith(({ timeoutMs }: Sent) =>
    milliseconds < timeoutMs
      ? { status: 200, headers: {}, elapsedMs: milliseconds }
      : { failed: 'timeout', elapsedMs: timeoutMs },
  )
}

async function delivered(service: TestService, deliver: () => Promise<unknown>): Promise<string> {
  const ann = await service.createUser()
  const id = await subscribe(service, ann)
  return deliverTo(service, ann, id, deliver)
}

async function deliverTo(
  service: TestService,
  ann: Person,
  id: string,
  deliver: () => Promise<unknown>,
) {
  await recordStates(service, ann.personal, 1, 'processing')
  await deliver()
  const { rows } = await service.db.pool.query<{ state: string }>(
    'select state from deliveries where subscription_id = $1',
    [id],
  )
  return rows.map(({ state }) => state).join()
}

export const timerCases: Readonly<Record<string, readonly TimerCase[]>> = {
  // First and in this order, because these cases need certain days of the year, and the clock only moves forward.
  'corridors.time-to-fund': [
    {
      // Good Friday and Easter Monday are between.
      outcomes: ['201', '409 transfer.invalid-state'],
      async observe(service, _, late) {
        await advanceTo(service, '2026-04-01T10:00:00Z')
        const ann = await service.createUser()
        await topsUp(ann, 'GBP', 500)
        const { id } = await createsTransfer(ann)
        await advanceTo(service, '2026-04-11T00:00:00Z', late)
        return outcome(await fundTransfer(ann, id))
      },
    },
    {
      // The first Monday of May is a holiday in England.
      outcomes: ['200', '409 batch.group.invalid-state'],
      async observe(service, _, late) {
        await advanceTo(service, '2026-05-01T00:00:00Z')
        const ann = await service.createUser()
        await topsUp(ann, 'GBP', 500)
        const { id } = await createsCompletedGroup(ann)
        await advanceTo(service, '2026-05-12T00:00:00Z', late)
        return outcome(await fundGroup(ann, id))
      },
    },
  ],
  'quotes.rate-lock': [
    {
      outcomes: ['200', '422 error.quote.expired'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const recipient = await addsRecipient(ann)
        const { id: quoteUuid } = await createsQuote(ann, { recipient })
        await advancePast(service, seconds, late)
        const body = { targetAccount: recipient, quoteUuid, customerTransactionId: randomUUID() }
        return outcome(await ann.call('POST /v1/transfers', { body }))
      },
    },
    {
      outcomes: ['the rate of the quote', 'the rate of the moment'],
      inclusive: true,
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        await topsUp(ann, 'GBP', 500)
        const { id, rate } = await createsTransfer(ann)
        await advancePast(service, seconds, late)
        await setsRate(service, 'EUR', '2')
        await ok(fundTransfer(ann, id))
        const same = (await readsTransfer(ann, id)).rate === rate
        return same ? 'the rate of the quote' : 'the rate of the moment'
      },
    },
  ],
  'idempotency.key-retention': [
    {
      outcomes: ['the stored reply', 'another effect'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const body = { currency: 'GBP', type: 'SAVINGS', name: 'Rainy days' }
        const headers = { 'x-idempotence-uuid': randomUUID() }
        const opens = () =>
          ann.call(`POST /v4/profiles/${ann.personal}/balances`, { body, headers })
        const first = await ok(opens())
        await advancePast(service, seconds, late)
        return (await ok(opens())).id === first.id ? 'the stored reply' : 'another effect'
      },
    },
  ],
  'idempotency.key-hold': [
    {
      outcomes: ['held', 'free'],
      async observe(service, seconds, late) {
        const key = randomUUID()
        const requested = { scope: 'test', operation: 'test.holds', key, requestHash: 'same' }
        const seen = await withHeldKey(service.db, requested, service.now(), async () => {
          // The clock of the database cannot be stopped, so the early observation is at half of the time.
          const early = late < 0 ? seconds / 2 : 0
          const { rows } = await service.db.pool.query<{ held: boolean }>(
            `select held_until - make_interval(secs => $2) > clock_timestamp() as held
               from idempotency_keys where key = $1`,
            [key, seconds - early],
          )
          return rows[0]?.held ? 'held' : 'free'
        })
        return String(seen)
      },
    },
  ],
  'sweeps.set-aside': [
    {
      outcomes: ['not retried', 'retried'],
      async observe(service, seconds, late) {
        const { userId } = await service.createUser()
        let fails = true
        const probe = sweep({
          name: `probe.${userId}`,
          summary: 'Fails once',
          table: 'users',
          key: { profileId: 'id', id: 'id' },
          dueAt: 't.created_at',
          where: `t.id = ${userId}`,
          batchMax: 1,
          act: async () => {
            if (fails) throw new Error('it fails')
          },
        })
        const run = () =>
          runSweep(
            service.db,
            probe,
            service.now(),
            service.workerContext.sweepContext,
            () => undefined,
          )
        await run()
        fails = false
        await advancePast(service, seconds, late)
        return (await run()) === 0 ? 'not retried' : 'retried'
      },
    },
  ],
  'app.rate-window': [
    {
      outcomes: ['429 rate.limit.exceeded', '200'],
      async observe(_, seconds, late) {
        let now = 0
        const perSecond = { address: 1, user: 1, application: 1 }
        const limits = rateLimits({ perSecond, nowMs: () => now })
        limits.count({ limit: 'user', key: 1 })
        now = seconds * 1000 + late
        try {
          limits.count({ limit: 'user', key: 1 })
          return '200'
        } catch (refusal) {
          return `429 ${(refusal as Error).message}`
        }
      },
    },
  ],
  'statements.time-to-object': [
    {
      outcomes: ['kept', 'sent'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        await movesTo(ann, 'SG')
        await topsUp(ann, 'SGD', 25_000)
        // A day in Singapore ends at 16:00 UTC.
        const today = Temporal.Instant.from(`${service.now().toString().slice(0, 10)}T16:00:00Z`)
        const end = today.add({ hours: 48 })
        await advanceTo(service, end.subtract({ seconds }).toString(), -late)
        await ok(setsExcessRecipient(ann, await addsOwnAccount(ann)))
        await advancePast(service, seconds, late)
        return (await ok(ann.call('GET /v1/transfers'))).length === 0 ? 'kept' : 'sent'
      },
    },
  ],
  'verification.review': [
    {
      outcomes: ['in review', 'verified'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        await ok(sendPurpose(ann))
        await advancePast(service, seconds, late)
        const events = await checkEvents(service, ann.personal)
        return events.length === 0 ? 'in review' : 'verified'
      },
    },
  ],
  'card-transactions.hold': [lapsesAfter(5411)],
  'card-transactions.pre-authorised-hold': [lapsesAfter(7011)],
  'card-transactions.late-clearing': [
    {
      outcomes: ['200', '409 wrong_status'],
      async observe(service, seconds, late) {
        const { card, payment } = await paysByCard(service)
        await advancePast(service, cardHold.seconds + seconds, late)
        return outcome(await clear(card, payment, 5))
      },
    },
  ],
  'card-transactions.rate': [
    {
      outcomes: ['at the rate of the authorisation', 'at the rate of now'],
      async observe(service, seconds, late) {
        await setsRate(service, 'EUR', '0.9')
        const { card, payment } = await paysByCard(service, { currency: 'EUR' })
        const { debits } = await readsCardTransaction(card, payment.id)
        await advancePast(service, seconds, late)
        await setsRate(service, 'EUR', '0.5')
        await ok(clear(card, payment, 5))
        const after = (await readsCardTransaction(card, payment.id)).debits
        const isSame = after[0].debitedAmount.amount === debits[0].debitedAmount.amount
        return isSame ? 'at the rate of the authorisation' : 'at the rate of now'
      },
    },
  ],
  'claims.invitation-retry': [
    {
      outcomes: ['not sent', 'sent'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const { id } = await claimableTransfer(service, ann)
        const due = `update transfer_claims set invites_at = $1 where transfer_id = $2`
        await service.db.pool.query(due, [service.now().toString(), id])
        const { mailer: _, ...outside } = service.workerContext.sweepContext.outside
        const keys = await service.db.reader.rows(invite.dueKeys, [service.now().toString(), 50])
        await inviteRecipients(service.db, keys, service.now(), {
          ...service.workerContext.sweepContext,
          outside,
        })
        await advancePast(service, seconds, late)
        const done = `select from transfer_claims where transfer_id = $1 and invites_at is null`
        return (await service.db.pool.query(done, [id])).rowCount === 0 ? 'not sent' : 'sent'
      },
    },
  ],
  'cards.reveal-window': [
    {
      outcomes: ['429 card.reveal.limit', '200'],
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const ann = await service.createUser()
        const { token } = await issuesCard(service, ann)
        for (let n = 0; n < 10; n++) await reveals(ann, 'pin', token)
        advancePast(seconds, late)
        return outcome((await reveals(ann, 'pin', token)).reply)
      },
    },
  ],
  'cards.purge-delay': [
    {
      outcomes: ['EXPIRED', 'PURGED'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const { id, profileId } = await issuesCard(service, ann)
        // Its data is deleted in an hour if the timer has this length, and years need not pass.
        const expiredAt = service.now().add({ hours: 1 }).subtract({ seconds })
        const expire = `update cards set expires_at = $1, purges_at = $1::timestamptz + (purges_at - expires_at)
                         where profile_id = $2 and id = $3`
        await service.db.pool.query(expire, [expiredAt.toString(), profileId, id])
        await advancePast(service, 3600, late)
        return String((await findCardById(service.db.reader, profileId, id))?.status)
      },
    },
  ],
  'files.unused': [
    {
      outcomes: ['kept', 'deleted'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const { id } = await keepsFile(service, ann)
        await advancePast(service, seconds, late)
        const found = await findFile(service.db.reader, ann.personal, id)
        return found === undefined ? 'deleted' : 'kept'
      },
    },
  ],
  'transfers.time-to-claim': [
    {
      outcomes: ['200', '410'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const email = `${randomUUID()}@example.com`
        await claimableTransfer(service, ann, 'EUR', email)
        const link = await claimLinkOf(ann, email)
        await advancePast(service, seconds, late)
        return outcome(await claims(service, link))
      },
    },
  ],
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
      // The oldest of ten codes.
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
  'security.tokens-kept': [
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
  'users.access-token': [
    {
      outcomes: ['200', '401 invalid_token'],
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const { body } = await requestToken(service, await service.createClient(), {
          grant_type: 'client_credentials',
        })
        advancePast(seconds, late)
        const call = { token: body.access_token, body: { email: 'nobody@example.com' } }
        return outcome(await service.call('POST /v1/users/exists', call))
      },
    },
  ],
  'users.refresh-token': [
    {
      outcomes: ['200', '401 invalid_grant'],
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const client = await service.createClient()
        const { body } = await requestToken(service, client, {
          grant_type: 'registration_code',
          email: await signUp(client),
          registration_code: REGISTRATION_CODE,
        })
        advancePast(seconds, late)
        const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
        return outcome(await requestToken(service, client, again))
      },
    },
  ],
  'users.authorization-code': [
    {
      outcomes: ['200', '401 invalid_grant'],
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const redirect_uri = 'http://127.0.0.1:4000/back'
        const [client, ann] = [
          await clientWithRedirects(service, ['loopback']),
          await service.createUser(),
        ]
        const page = await openConsentPage(service, { client_id: client.clientKey, redirect_uri })
        const allow = { decision: 'allow', choice: `${ann.userId}:${ann.personal}` }
        const { headers } = await submitConsent(service, page, allow)
        const code = new URL(String(headers['location'])).searchParams.get('code') ?? ''
        advancePast(seconds, late)
        return outcome(
          await requestToken(service, client, {
            grant_type: 'authorization_code',
            code,
            redirect_uri,
          }),
        )
      },
    },
  ],
  'users.logged-in': [
    {
      outcomes: ['logged in', 'not logged in'],
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const redirect_uri = 'http://127.0.0.1:4000/back'
        const [{ clientKey }, ann] = [
          await clientWithRedirects(service, ['loopback']),
          await service.createUser(),
        ]
        const authorization = await readAuthorization(service.db.reader, {
          client_id: clientKey,
          redirect_uri,
        })
        if ('problem' in authorization) throw new Error(authorization.problem)
        const cookie = 'a-cookie'
        const nonce = new URL(
          loginUri(LOGIN, cookie, authorization, redirect_uri),
        ).searchParams.get('nonce')
        const assertion = loginAssertions(nonce ?? '')(ann.userId, seconds)
        advancePast(seconds, late)
        const person = { login: LOGIN, cookie, authorization, realNow }
        const found = await findPerson(service.db.reader, assertion, person)
        return found?.id === ann.userId ? 'logged in' : 'not logged in'
      },
    },
  ],
  'users.consent-cookie': [
    {
      outcomes: ['sent', 'expired'],
      async observe(service, seconds, late) {
        const { clientKey: client_id } = await clientWithRedirects(service, ['loopback'])
        const query = { client_id, redirect_uri: 'http://127.0.0.1:4000/back' }
        const { headers } = await service.call('GET /oauth/authorize', { query })
        const maxAge = /Max-Age=(\d+);/.exec(String(headers['set-cookie']))?.[1]
        // As a browser counts Max-Age.
        return seconds * 1000 + late < Number(maxAge) * 1000 ? 'sent' : 'expired'
      },
    },
  ],
  'users.expired-kept': [
    {
      outcomes: ['kept', 'deleted'],
      inclusive: true,
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const client = await service.createClient()
        const { body } = await requestToken(service, client, { grant_type: 'client_credentials' })
        const expires = Temporal.Instant.from(body.expires_at)
        advancePast(expires.since(realNow()).total('seconds') + seconds, late)
        await service.settle()
        const stored = `select from tokens where application_id = $1 and expires_at is not null`
        const { rowCount } = await service.db.pool.query(stored, [client.applicationId])
        return rowCount === 0 ? 'deleted' : 'kept'
      },
    },
  ],
  'users.revoked-kept': [
    {
      outcomes: ['kept', 'deleted'],
      inclusive: true,
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const { userId, token } = await service.createUser()
        await service.db.pool.query(
          `update tokens set revoked_at = to_timestamp($2 / 1000.0) where hash = $1`,
          [hashSecret(token), Date.now()],
        )
        advancePast(seconds, late)
        await service.settle()
        const stored = 'select from tokens where user_id = $1'
        const { rowCount } = await service.db.pool.query(stored, [userId])
        return rowCount === 0 ? 'deleted' : 'kept'
      },
    },
  ],
  'webhooks.reply-timeout': [
    {
      outcomes: ['200', '422 INVALID_CALLBACK_URL'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        respondsAfter(service, seconds * 1000 + late)
        const route = `POST /v3/profiles/${ann.personal}/subscriptions`
        return outcome(await ann.call(route, { body: subscriptionRequest() }))
      },
    },
    {
      outcomes: ['DELIVERED', 'RETRYING'],
      observe(service, seconds, late) {
        return delivered(service, async () => {
          respondsAfter(service, seconds * 1000 + late)
          await runAll(inBackground(service), service.now())
          await drainDeliveries(service.db)
        })
      },
    },
  ],
  'webhooks.reply-timeout-of-clock-move': [
    {
      outcomes: ['DELIVERED', 'RETRYING'],
      observe(service, seconds, late) {
        return delivered(service, () => {
          respondsAfter(service, seconds * 1000 + late)
          return service.settle()
        })
      },
    },
  ],
  'webhooks.lease': [
    {
      outcomes: ['leased', 'due again'],
      async observe(service, seconds, late) {
        const ann = await service.createUser()
        const id = await subscribe(service, ann)
        await recordStates(service, ann.personal, 1, 'processing')
        const [sent, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        service.respondWith(async () => {
          sent.resolve()
          await replied.promise
          return { status: 200, headers: {}, elapsedMs: 1 }
        })
        await runAll(inBackground(service), service.now())
        await sent.promise
        // Leases use the clock of the database, which cannot be stopped, so the early observation is at half of the
        // time.
        const early = late < 0 ? seconds / 2 : 0
        const { rows } = await service.db.pool.query<{ leased: boolean }>(
          `select leased_until - make_interval(secs => $2) > clock_timestamp() as leased
             from deliveries where subscription_id = $1`,
          [id, seconds - early],
        )
        replied.resolve()
        await drainDeliveries(service.db)
        return rows[0]?.leased ? 'leased' : 'due again'
      },
    },
  ],
  'webhooks.first-retry': [
    {
      outcomes: ['1', '2'],
      async observe(service, seconds, late) {
        const sends = await countsAttempts(service)
        await advancePast(service, seconds, late)
        return sends()
      },
    },
    {
      // The second to the eleventh retry: each delay is twice the previous one.
      outcomes: ['11', '12'],
      async observe(service, seconds, late) {
        const sends = await countsAttempts(service)
        await advancePast(service, (2 ** 11 - 1) * seconds, late)
        return sends()
      },
    },
  ],
  'webhooks.daily-retry': [
    {
      outcomes: ['12', '13'],
      async observe(service, seconds, late) {
        const sends = await countsAttempts(service)
        await service.advance({ minutes: 2 ** 11 - 1 })
        await advancePast(service, seconds, late)
        return sends()
      },
    },
  ],
  'webhooks.retry-after-max': [
    {
      outcomes: ['1', '2'],
      async observe(service, seconds, late) {
        const sends = await countsAttempts(service, { 'retry-after': '9999999' })
        await advancePast(service, seconds, late)
        return sends()
      },
    },
  ],
}
