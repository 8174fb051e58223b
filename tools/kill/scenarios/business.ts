// Scenarios of a business profile: batch payments from a balance, by bank or by direct debit, cancellations,
// and transfers to e-mail addresses.

import { type Client, topsUp } from '../client/actions.ts'
import type { ExpectedProfile } from '../client/expected-profile.ts'
import { cancelsGroup, paysBatch } from './batch-groups.ts'
import { sendsToEmail } from './claims.ts'
import { paysByDirectDebit } from './direct-debits.ts'

/** When the balance is below LOW_MINOR, it is topped up by TOP_UP_MINOR. Both are in pence. */
const LOW_MINOR = 500_000
const TOP_UP_MINOR = 2_000_000

/** Runs one scenario, chosen at random. Direct debits are listed twice, so they are chosen twice as often as the others. */
export async function runBusinessScenario(client: Client, profile: ExpectedProfile): Promise<void> {
  if (profile.pounds.minor < LOW_MINOR) return topsUp(client, profile, 'pounds', TOP_UP_MINOR)
  const scenario = client.random.pick([
    paysBatch,
    paysByDirectDebit,
    paysByDirectDebit,
    sendsToEmail,
    cancelsGroup,
  ])
  return scenario(client, profile)
}
