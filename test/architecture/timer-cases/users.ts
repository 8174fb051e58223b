// The cases of timers.test.ts for the timers of the module `users`.

import { realNow } from '../../../src/app/worker/clock.ts'
import { readAuthorization } from '../../../src/users/consent/authorize-application.ts'
import { findPerson, loginUri } from '../../../src/users/consent/login.ts'
import { hashSecret } from '../../../src/users/index.ts'
import {
  clientWithRedirects,
  LOGIN,
  loginAssertions,
  openConsentPage,
  submitConsent,
} from '../../../src/users/test/consent-page.ts'
import { REGISTRATION_CODE, requestToken, signUp } from '../../../src/users/test/token-requests.ts'
import { outcome } from '../../support/transfers.ts'
import { stopRealTime, type TimerCases } from './timer-case.ts'

export const usersTimerCases: TimerCases = {
  'users.access-token': [
    {
      outcomes: ['200', '401 invalid_token'],
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
        const { body } = await requestToken(service, await service.createClient(), {
          grant_type: 'client_credentials',
        })
        advanceRealTimePast(seconds, lateMs)
        const call = { token: body.access_token, body: { email: 'nobody@example.com' } }
        return outcome(await service.call('POST /v1/users/exists', call))
      },
    },
  ],
  'users.refresh-token': [
    {
      outcomes: ['200', '401 invalid_grant'],
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
        const client = await service.createClient()
        const { body } = await requestToken(service, client, {
          grant_type: 'registration_code',
          email: await signUp(client),
          registration_code: REGISTRATION_CODE,
        })
        advanceRealTimePast(seconds, lateMs)
        const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
        return outcome(await requestToken(service, client, again))
      },
    },
  ],
  'users.authorization-code': [
    {
      outcomes: ['200', '401 invalid_grant'],
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
        const redirect_uri = 'http://127.0.0.1:4000/back'
        const [client, ann] = [
          await clientWithRedirects(service, ['loopback']),
          await service.createUser(),
        ]
        const page = await openConsentPage(service, { client_id: client.clientKey, redirect_uri })
        const allow = { decision: 'allow', choice: `${ann.userId}:${ann.personal}` }
        const { headers } = await submitConsent(service, page, allow)
        const code = new URL(String(headers['location'])).searchParams.get('code') ?? ''
        advanceRealTimePast(seconds, lateMs)
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
  'users.login-assertion': [
    {
      outcomes: ['logged in', 'not logged in'],
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
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
        advanceRealTimePast(seconds, lateMs)
        const context = { login: LOGIN, cookie, authorization, realNow }
        const found = await findPerson(service.db.reader, assertion, context)
        return found?.id === ann.userId ? 'logged in' : 'not logged in'
      },
    },
  ],
  'users.consent-cookie': [
    {
      outcomes: ['sent', 'expired'],
      async observe(service, seconds, lateMs) {
        const { clientKey: client_id } = await clientWithRedirects(service, ['loopback'])
        const query = { client_id, redirect_uri: 'http://127.0.0.1:4000/back' }
        const { headers } = await service.call('GET /oauth/authorize', { query })
        const maxAge = /Max-Age=(\d+);/.exec(String(headers['set-cookie']))?.[1]
        // A browser sends the cookie until Max-Age has passed.
        return seconds * 1000 + lateMs < Number(maxAge) * 1000 ? 'sent' : 'expired'
      },
    },
  ],
  'users.expired-token-retention': [
    {
      outcomes: ['kept', 'deleted'],
      isInclusive: true,
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
        const client = await service.createClient()
        const { body } = await requestToken(service, client, { grant_type: 'client_credentials' })
        const expires = Temporal.Instant.from(body.expires_at)
        advanceRealTimePast(expires.since(realNow()).total('seconds') + seconds, lateMs)
        await service.settle()
        const stored = `select from tokens where application_id = $1 and expires_at is not null`
        const { rowCount } = await service.db.pool.query(stored, [client.applicationId])
        return rowCount === 0 ? 'deleted' : 'kept'
      },
    },
  ],
  'users.revoked-token-retention': [
    {
      outcomes: ['kept', 'deleted'],
      isInclusive: true,
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
        const { userId, token } = await service.createUser()
        await service.db.pool.query(
          `update tokens set revoked_at = to_timestamp($2 / 1000.0) where hash = $1`,
          [hashSecret(token), Date.now()],
        )
        advanceRealTimePast(seconds, lateMs)
        await service.settle()
        const stored = 'select from tokens where user_id = $1'
        const { rowCount } = await service.db.pool.query(stored, [userId])
        return rowCount === 0 ? 'deleted' : 'kept'
      },
    },
  ],
}
