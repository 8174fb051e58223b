// The end of a run: lets the remaining recipients enter their accounts, waits until webhooks are delivered, then
// compares the service with what its clients expect.

import { setTimeout as sleep } from 'node:timers/promises'
import { invitationRetry } from '../../src/claims/timers.ts'
import { firstRetry } from '../../src/webhooks/timers.ts'
import { compareProfiles } from './checks/compare-profiles.ts'
import { countOpen } from './checks/count-rows.ts'
import { compareWebhooks, inspectDeliveries } from './checks/inspect-deliveries.ts'
import { inspectRows } from './checks/inspect-rows.ts'
import type { ExpectedProfile, ExpectedTransfer } from './client/expected-profile.ts'
import { retryingClient } from './client/retrying-client.ts'
import { auditDatabase, type Environment } from './environment.ts'
import { randomOf } from './random.ts'
import { answersClaim } from './scenarios/claims.ts'

/** Longer than the longest lease and a few retries. */
const DRAINED_WITHIN_MS = 120_000
const DRAIN_POLL_MS = 250
/** Moves the sandbox clock past the time at which a link is sent again. */
const INVITATION_RETRY_SECONDS = invitationRetry.seconds + 60
/** Moves the sandbox clock past the first retry of a refused delivery. */
const DRAIN_STEP_SECONDS = firstRetry.seconds + 10

/** Returns one message for each difference. */
export async function settleAndCompare(environment: Environment, seed: number): Promise<string[]> {
  const { send, service, db, receiver } = environment
  const profiles = [...environment.profiles.personal, ...environment.profiles.business]
  // Separate counts: an advance of the clock waits for the leases of killed processes, longer than a client
  // waits for a reply, so its attempts time out, and must not be counted as hung requests of the service.
  const sendAdvance = retryingClient(service.url, { requests: 0, retries: 0, hung: 0 })
  const until = performance.now() + DRAINED_WITHIN_MS
  const token = profiles[0]?.person.token ?? ''
  const advance = (seconds: number) =>
    sendAdvance({ route: 'POST /v1/simulation/clock/advance', token, body: { seconds } })
  const client = { send, random: randomOf(seed, 'late recipients') }
  // A kill may have interrupted the sending of links, which are sent again later.
  const answerClaims = async () => {
    await advance(INVITATION_RETRY_SECONDS)
    for (const { profile, transfer } of unansweredClaims(profiles))
      await answersClaim(client, profile, transfer)
  }
  await repeatUntil(until, answerClaims, async () => unansweredClaims(profiles).length === 0)
  const late = unansweredClaims(profiles)
  await repeatUntil(
    until,
    () => advance(DRAIN_STEP_SECONDS),
    async () => (await countOpen(db)) === 0,
  )
  const open = await countOpen(db)
  await auditDatabase(environment)
  return [
    ...(late.length > 0
      ? [
          `${late.length} recipients have not entered their account; the first transfer is ${late[0]?.transfer.id}`,
        ]
      : []),
    ...(open > 0 ? [`${open} events or deliveries are still open`] : []),
    ...(await compareProfiles(send, profiles)),
    ...(await inspectRows(db, profiles)),
    ...(await inspectDeliveries(db, receiver)),
    ...compareWebhooks(receiver, profiles),
  ]
}

/** Repeats `work` until `isDone` returns true or `performance.now()` reaches `until`. */
async function repeatUntil(
  until: number,
  work: () => Promise<unknown>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  while (!(await isDone()) && performance.now() <= until) {
    await work()
    await sleep(DRAIN_POLL_MS)
  }
}

/** Transfers to e-mail addresses whose recipients have not entered their account. */
function unansweredClaims(
  profiles: readonly ExpectedProfile[],
): { profile: ExpectedProfile; transfer: ExpectedTransfer }[] {
  return profiles.flatMap((profile) =>
    [...profile.transfers.values()]
      .filter(({ claim }) => claim?.isAnswered === false)
      .map((transfer) => ({ profile, transfer })),
  )
}
