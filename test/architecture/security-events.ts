// One case for each event of the security log: somebody does what is reported. The rule in
// security-log.test.ts runs each and looks for its line and its count.

import type { FastifyRequest } from 'fastify'
import { expect } from 'vitest'
import { endpoints } from '../../src/app/declarations.ts'
import { authenticate, authentication } from '../../src/app/http/authentication.ts'
import { rateLimits } from '../../src/app/http/limits/rate-limit.ts'
import { run, understand } from '../../src/app/operator/command-line.ts'
import { defaultSettings } from '../../src/app/settings.ts'
import { securityEventOf } from '../../src/kernel/security-event.ts'
import { ask, grants } from '../../src/users/test/asking.ts'
import { answer, clientWith, publicClient, visit } from '../../src/users/test/browsing.ts'
import type { Person } from '../support/people.ts'
import { answers, challenged, setsPin } from '../support/proving.ts'
import type { TestHouse } from '../support/service.ts'

export type Case = (h: TestHouse) => Promise<unknown>

const uri = 'https://client.example/callback'

/** Somebody answers the consent page of a new application. */
async function consents(h: TestHouse, changed: Record<string, string> = {}) {
  const client = await clientWith(h, [uri])
  const { userId } = await h.user()
  const page = await visit(h, { client_id: client.clientKey, redirect_uri: uri })
  return answer(h, page, { choice: String(userId), decision: 'allow', ...changed })
}

export async function operates(h: TestHouse, line: string): Promise<readonly string[]> {
  const { clock } = h.workerContext
  return run(h.db, understand(line.split(' ')), {
    settings: defaultSettings,
    securityLog: h.securityLog,
    clocks: { sandbox: clock, live: clock },
  })
}

/** Somebody answers with wrong PINs. */
async function guesses(h: TestHouse, times: number, person?: Person): Promise<Person> {
  const ann = person ?? (await h.user())
  if (person === undefined) await setsPin(ann)
  const body = { faceMap: 'QUJD' }
  const token = challenged(await ann.call('POST /v1/user/facemap/enrol', { body }))
  for (let n = 0; n < times; n++) await answers(ann, token, 'PIN', { pin: '0000' })
  return ann
}

/** An application deletes the PIN of its user. */
async function losesPin(h: TestHouse): Promise<Person> {
  const client = await h.client()
  const ann = await h.user({ applicationId: client.applicationId })
  await setsPin(ann)
  await client.call(`DELETE /v1/users/${ann.userId}/pin`)
  return ann
}

export const cases: Readonly<Record<string, Case>> = {
  'app.operator-command': (h) => operates(h, 'user create --email operated@example.com'),
  'security.answer-wrong': (h) => guesses(h, 1),
  'security.factor-locked': (h) => guesses(h, 5),
  'security.page-refused': (h) =>
    h.call('POST /approve-api-action/answer', { body: { ott: 'unknown' } }),
  'security.user-locked': async (h) => {
    const ann = await guesses(h, 5)
    await h.advance({ minutes: 15 })
    await guesses(h, 5, ann)
  },
  'security.factor-enrolled': async (h) => setsPin(await h.user()),
  'security.factor-removed': (h) => losesPin(h),
  'security.verified-again': async (h) =>
    operates(h, `user confirm --user ${(await losesPin(h)).userId}`),
  'app.rate-limit-exceeded': async (h) => {
    const limits = rateLimits({ perSecond: { address: 1, user: 1, application: 1 } })
    const limited = authentication(h.db.reader, limits)
    const request = { ip: '192.0.2.1', headers: {} } as FastifyRequest
    const open = endpoints.find(({ access }) => access.token === 'none') ?? expect.unreachable()
    await authenticate(limited, open, request)
    try {
      await authenticate(limited, open, request)
    } catch (refusal) {
      h.securityLog(securityEventOf(refusal) ?? expect.unreachable())
    }
  },
  'users.access-granted': (h) => consents(h),
  'users.application-changed': (h) => operates(h, 'application create --key audited'),
  'users.code-reused': async (h) => {
    const { client, code } = await publicClient(h)
    await code.redeem()
    await code.redeem()
    return client
  },
  'users.refresh-token-reused': async (h) => {
    const { refresh, code } = await publicClient(h)
    const { refresh_token } = (await code.redeem()).body
    await refresh(refresh_token)
    await refresh(refresh_token)
  },
  'users.grant-revoked': async (h) => {
    const [ann, client] = [await h.user(), await h.client()]
    await grants(h, client, ann)
    await ann.call(`DELETE /v1/user/grants/${client.clientKey}`)
  },
  'users.personal-token-created': async (h) =>
    operates(h, `token create --user ${(await h.user()).userId}`),
  'users.token-revoked': async (h) => {
    const { userId } = await h.user()
    const [line = ''] = await operates(h, `token list --user ${userId}`)
    await operates(h, `token revoke --user ${userId} --token ${/\d+/.exec(line)?.[0]}`)
  },
  'users.user-activated': async (h) =>
    operates(h, `user deactivate --user ${(await h.user()).userId}`),
  'users.bearer-refused': (h) => h.call('GET /v1/me', { token: 'no-such-token' }),
  'users.client-refused': async (h) =>
    ask(h, { ...(await h.client()), secret: 'wrong' }, { grant_type: 'client_credentials' }),
  'users.consent-refused': (h) => consents(h, { csrf: 'of-another-site' }),
  'users.grant-refused': async (h) =>
    ask(h, await h.client(), { grant_type: 'refresh_token', refresh_token: 'stolen' }),
  'users.tokens-revoked': async (h) => {
    const ann = await h.user()
    const body = { phoneNumber: '+447700900456', revokeTokens: true }
    await ann.call('POST /v1/user/phone-numbers', { body })
  },
  'users.user-created': (h) => operates(h, 'user create --email created@example.com'),
}
