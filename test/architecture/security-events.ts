// One case for each event of the security log, which security-log.test.ts runs.

import type { FastifyRequest } from 'fastify'
import { expect } from 'vitest'
import { endpoints } from '../../src/app/declarations.ts'
import { authenticate, createAuthentication } from '../../src/app/http/authentication.ts'
import { rateLimits } from '../../src/app/http/limits/rate-limit.ts'
import { parseCommand, runCommand } from '../../src/app/operator/command-line.ts'
import { defaultSettings } from '../../src/app/settings.ts'
import { presetPin, requestCardData } from '../../src/cards/test/card-client.ts'
import { issuesCard, reservesCard } from '../../src/cards/test/issued-cards.ts'
import { securityEventOf } from '../../src/kernel/security-event.ts'
import { LOCK_OUT_FAILURES } from '../../src/operators/index.ts'
import { attemptLogIn, createsOperator, endsSession } from '../../src/operators/test/operators.ts'
import { WRONG_ANSWERS_MAX } from '../../src/security/limits.ts'
import { lockOut } from '../../src/security/timers.ts'
import {
  clientWithRedirects,
  openConsentPage,
  publicClient,
  submitConsent,
} from '../../src/users/test/consent-page.ts'
import { grantAccess, requestToken } from '../../src/users/test/token-requests.ts'
import { answerChallenge, challengeToken, FACE, setsPin } from '../support/approvals.ts'
import { callConsole, opensConsoleSession } from '../support/console-session.ts'
import { logsIn, readConsole } from '../support/operator-console.ts'
import type { Person } from '../support/people.ts'
import type { TestService } from '../support/service.ts'

type Case = (service: TestService) => Promise<unknown>

const REDIRECT_URI = 'https://client.example/callback'

/** A user answers the consent page of a new application. */
async function answersConsent(service: TestService, changed: Record<string, string> = {}) {
  const client = await clientWithRedirects(service, [REDIRECT_URI])
  const { userId } = await service.createUser()
  const page = await openConsentPage(service, {
    client_id: client.clientKey,
    redirect_uri: REDIRECT_URI,
  })
  return submitConsent(service, page, { choice: String(userId), decision: 'allow', ...changed })
}

/** Runs a command of the operator. Returns the lines that it prints. */
export async function runsCommand(service: TestService, line: string): Promise<readonly string[]> {
  const { clock } = service.workerContext
  return runCommand(service.db, parseCommand(line.split(' ')), {
    settings: defaultSettings,
    securityLog: service.securityLog,
    warn: (warning) => {
      throw new Error(warning)
    },
    clocks: { sandbox: clock, live: clock },
  })
}

/** A user with a PIN answers a challenge with wrong PINs. */
async function guessesPin(service: TestService, times: number, person?: Person): Promise<Person> {
  const ann = person ?? (await service.createUser())
  if (person === undefined) await setsPin(ann)
  const body = { faceMap: FACE }
  const token = challengeToken(await ann.call('POST /v1/user/facemap/enrol', { body }))
  for (let n = 0; n < times; n++) await answerChallenge(ann, token, 'PIN', { pin: '0000' })
  return ann
}

/** An application deletes the PIN of its user. */
async function losesPin(service: TestService): Promise<Person> {
  const client = await service.createClient()
  const ann = await service.createUser({ applicationId: client.applicationId })
  await setsPin(ann)
  await client.call(`DELETE /v1/users/${ann.userId}/pin`)
  return ann
}

/** Cases of the events that only live mode causes, by the name of the event. */
export const liveCases: Readonly<Record<string, Case>> = {
  'app.operator-action': async (service) =>
    readConsole(service, await logsIn(service), 'lookups/token-list?user=1'),
}

/** Cases of all other events, by the name of the event. */
export const cases: Readonly<Record<string, Case>> = {
  'app.operator-command': (service) =>
    runsCommand(service, 'user create --email operated@example.com'),
  'cards.data-shown': async (service) => {
    const ann = await service.createUser()
    await requestCardData(ann, 'details', (await issuesCard(service, ann)).token)
  },
  'cards.pin-chosen': async (service) => {
    const ann = await service.createUser()
    await presetPin(ann, await reservesCard(service, ann))
  },
  'operators.access-changed': async (service) => {
    const { email } = await createsOperator(service)
    await runsCommand(service, `operator unlock --email ${email}`)
  },
  'operators.log-in-refused': async (service) =>
    attemptLogIn(service, await createsOperator(service), { code: '000000' }),
  'operators.locked': async (service) => {
    const ann = await createsOperator(service)
    for (let n = 0; n < LOCK_OUT_FAILURES; n++) await attemptLogIn(service, ann, { code: '000000' })
  },
  'operators.logged-in': async (service) => attemptLogIn(service, await createsOperator(service)),
  'operators.logged-out': async (service) => {
    const { token } = await attemptLogIn(service, await createsOperator(service))
    await endsSession(service, token)
  },
  'security.answer-wrong': (service) => guessesPin(service, 1),
  'security.factor-locked': (service) => guessesPin(service, WRONG_ANSWERS_MAX),
  'security.page-refused': (service) =>
    service.call('POST /approve-api-action/answer', { body: { ott: 'unknown' } }),
  'security.user-locked': async (service) => {
    const ann = await guessesPin(service, WRONG_ANSWERS_MAX)
    await service.advance({ seconds: lockOut.seconds })
    await guessesPin(service, WRONG_ANSWERS_MAX, ann)
  },
  'security.factor-enrolled': async (service) => setsPin(await service.createUser()),
  'security.factor-removed': (service) => losesPin(service),
  'security.verified-again': async (service) =>
    runsCommand(service, `user confirm --user ${(await losesPin(service)).userId}`),
  'app.rate-limit-exceeded': async (service) => {
    const limits = rateLimits({ perSecond: { address: 1, user: 1, application: 1 } })
    const limited = createAuthentication(service.db.reader, limits)
    const request = { ip: '192.0.2.1', headers: {} } as FastifyRequest
    const open = endpoints.find(({ access }) => access.token === 'none') ?? expect.unreachable()
    await authenticate(limited, open, request)
    try {
      await authenticate(limited, open, request)
    } catch (refusal) {
      service.securityLog(securityEventOf(refusal) ?? expect.unreachable())
    }
  },
  'app.console-session-opened': (service) => opensConsoleSession(service),
  'app.console-session-ended': async (service) =>
    callConsole(service, 'DELETE /console/session', await opensConsoleSession(service)),
  'app.console-refused': (service) =>
    callConsole(service, 'POST /console/session', { host: 'evil.example' }),
  'users.access-granted': (service) => answersConsent(service),
  'users.application-changed': (service) =>
    runsCommand(service, 'application create --key audited'),
  'users.code-reused': async (service) => {
    const { code } = await publicClient(service)
    await code.redeem()
    await code.redeem()
  },
  'users.refresh-token-reused': async (service) => {
    const { refresh, code } = await publicClient(service)
    const { refresh_token } = (await code.redeem()).body
    await refresh(refresh_token)
    await refresh(refresh_token)
  },
  'users.grant-revoked': async (service) => {
    const [ann, client] = [await service.createUser(), await service.createClient()]
    await grantAccess(service, client, ann)
    await ann.call(`DELETE /v1/user/grants/${client.clientKey}`)
  },
  'users.personal-token-created': async (service) =>
    runsCommand(service, `token create --user ${(await service.createUser()).userId}`),
  'users.token-revoked': async (service) => {
    const { userId } = await service.createUser()
    const [line = ''] = await runsCommand(service, `token list --user ${userId}`)
    await runsCommand(service, `token revoke --user ${userId} --token ${/\d+/.exec(line)?.[0]}`)
  },
  'users.user-activation-changed': async (service) =>
    runsCommand(service, `user deactivate --user ${(await service.createUser()).userId}`),
  'users.bearer-refused': (service) => service.call('GET /v1/me', { token: 'no-such-token' }),
  'users.client-refused': async (service) =>
    requestToken(
      service,
      { ...(await service.createClient()), secret: 'wrong' },
      { grant_type: 'client_credentials' },
    ),
  'users.consent-refused': (service) => answersConsent(service, { csrf: 'of-another-site' }),
  'users.grant-refused': async (service) =>
    requestToken(service, await service.createClient(), {
      grant_type: 'refresh_token',
      refresh_token: 'stolen',
    }),
  'users.tokens-revoked': async (service) => {
    const ann = await service.createUser()
    const body = { phoneNumber: '+447700900456', revokeTokens: true }
    await ann.call('POST /v1/user/phone-numbers', { body })
  },
  'users.user-created': (service) =>
    runsCommand(service, 'user create --email created@example.com'),
}
