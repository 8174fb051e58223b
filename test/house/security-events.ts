// One case for each event of the security log: somebody does what is reported. The rule in
// security-log.test.ts runs each and looks for its line and its count.

import { run, understand } from '../../src/app/operate.ts'
import { defaultSettings } from '../../src/kernel/settings.ts'
import { ask, grants } from '../../src/users/test/asking.ts'
import { answer, clientWith, publicClient, visit } from '../../src/users/test/browsing.ts'
import type { TestHouse } from '../support/house.ts'

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
  const { clock } = h.workshop
  return run(h.db, understand(line.split(' ')), {
    settings: defaultSettings,
    securityLog: h.securityLog,
    clocks: { sandbox: clock, live: clock },
  })
}

export const cases: Readonly<Record<string, Case>> = {
  'app.operator-command': (h) => operates(h, 'user create --email operated@example.com'),
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
