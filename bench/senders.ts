// Users who send money: created by SQL with a token, then given money and a recipient by requests.

import type { Database } from '../src/kernel/database/db.ts'
import { createPerson } from '../test/support/people.ts'
import { requestJson } from './api-request.ts'
import type { Sender } from './load-generator/lifecycle.ts'

const TOP_UP_GBP = 100_000_000

/** Creates users, each with `TOP_UP_GBP` pounds on a balance and a recipient in euros. */
export async function makeSenders(db: Database, baseUrl: string, count: number): Promise<Sender[]> {
  const bootstrap = { pool: db.pool, now: () => Temporal.Now.instant() }
  const noCalls = () =>
    Promise.reject(
      new Error(
        'Send requests with `requestJson`: the benchmark does not use the calls of a person.',
      ),
    )
  const senders: Sender[] = []
  for (let n = 0; n < count; n++) {
    const { token, personal: profileId } = await createPerson(bootstrap, noCalls)
    const balance = await requestJson(baseUrl, token, `POST /v4/profiles/${profileId}/balances`, {
      currency: 'GBP',
      type: 'STANDARD',
    })
    await requestJson(baseUrl, token, 'POST /v1/simulation/balance/topup', {
      profileId,
      balanceId: balance.id,
      currency: 'GBP',
      amount: TOP_UP_GBP,
    })
    const recipient = await requestJson(baseUrl, token, 'POST /v1/accounts', {
      profile: profileId,
      currency: 'EUR',
      type: 'iban',
      accountHolderName: 'Nora Sample',
      details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' },
    })
    senders.push({ token, profileId, recipientId: recipient.id })
  }
  return senders
}
