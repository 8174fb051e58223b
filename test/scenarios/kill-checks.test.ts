// Tests that the checks of the kill test (tools/kill-test.ts) can fail. Its clients run scenarios without kills, and the
// checks find nothing. Then each test changes one expected fact, one delivery or one row. The checks must find the change, except
// in the two tests of changes that are allowed.

import { beforeAll, describe, expect, it } from 'vitest'
import { transferStates } from '../../src/transfers/states.ts'
import { compareProfiles } from '../../tools/kill/checks/compare-profiles.ts'
import { countOpen } from '../../tools/kill/checks/count-rows.ts'
import { compareWebhooks, inspectDeliveries } from '../../tools/kill/checks/inspect-deliveries.ts'
import { inspectRows } from '../../tools/kill/checks/inspect-rows.ts'
import { createProfiles, type ExpectedProfile } from '../../tools/kill/client/expected-profile.ts'
import type { Reply, Send } from '../../tools/kill/client/retrying-client.ts'
import type { Delivery, Receiver } from '../../tools/kill/processes/receiver.ts'
import { randomOf } from '../../tools/kill/random.ts'
import { runBusinessScenario } from '../../tools/kill/scenarios/business.ts'
import { runPersonalScenario } from '../../tools/kill/scenarios/personal.ts'
import { testService } from '../support/service.ts'
import {
  expiredFile,
  firstOf,
  UNKNOWN_ID,
  wrongDocuments,
  wrongGroupsAndDebits,
  wrongRows,
  wrongTransfersAndBalances,
  wrongUploads,
} from './wrong-facts.ts'

const HOOK = 'https://clients.example/hooks'
/** Enough scenarios for transfers, groups and debits to end in every status that the first test requires. */
const PERSONAL_SCENARIOS = 48
const BUSINESS_SCENARIOS = 45
/** Requests whose reply depends on work that a worker does first. */
const AFTER_WORK = /^GET .*\/(?:batch-groups|outbox)/
const SEED = 3

describe('the checks that run after the kill test', () => {
  // The wrong rows remain in the database, and the audit would report them.
  const service = testService({ audited: false })
  let profiles: ExpectedProfile[]
  let receiver: Receiver

  const send: Send = async ({ route, token, body, form, key }): Promise<Reply> => {
    const headers = { ...form?.headers, ...(key && { 'x-idempotence-uuid': key }) }
    if (AFTER_WORK.test(route)) await service.settle()
    const sent = form?.body ?? body
    const reply = await service.call(route, { token, headers, ...(sent && { body: sent }) })
    return { status: reply.status, body: reply.body, text: reply.text, tries: 1 }
  }
  const compare = async (expected: readonly ExpectedProfile[], received: Receiver = receiver) => [
    ...(await compareProfiles(send, expected)),
    ...(await inspectRows(service.db, expected)),
    ...(await inspectDeliveries(service.db, received)),
    ...compareWebhooks(received, expected),
  ]

  beforeAll(async () => {
    const { personal, business } = await createProfiles(service.db, send, HOOK, {
      personal: 2,
      business: 2,
    })
    profiles = [...personal, ...business]
    const client = { send, random: randomOf(SEED, 'checks without kills') }
    for (let n = 0; n < PERSONAL_SCENARIOS; n++) {
      const profile = personal[n % 2]
      if (profile) await runPersonalScenario(client, profile)
    }
    for (let n = 0; n < BUSINESS_SCENARIOS; n++) {
      const profile = business[n % 2]
      if (profile) await runBusinessScenario(client, profile)
    }
    await service.settle()
    const received = new Map<string, Delivery>()
    for (const { headers, body } of service.sent)
      if (!('X-Test-Notification' in headers))
        received.set(String(headers['X-Delivery-Id']), { body, arrival: received.size, times: 1 })
    receiver = receiverOf(received)
  })

  function receiverOf(received: Map<string, Delivery>): Receiver {
    return { url: HOOK, received, findings: [], trust: () => undefined, stop: async () => {} }
  }

  /** The expected profiles with one changed: the first personal one unless there is a `target`. */
  function changedProfiles(
    change: (profile: ExpectedProfile) => void,
    target: ExpectedProfile | undefined = profiles[0],
  ): readonly ExpectedProfile[] {
    if (target === undefined) throw new Error('there is no profile')
    const { person, ...written } = target
    const copy: ExpectedProfile = { person, ...structuredClone(written) }
    change(copy)
    return profiles.map((profile) => (profile === target ? copy : profile))
  }

  it('find nothing after scenarios without kills', async () => {
    expect(await countOpen(service.db)).toBe(0)
    const all = <T>(of: (profile: ExpectedProfile) => Iterable<T>) =>
      profiles.flatMap((profile) => [...of(profile)])
    const transfers = all((profile) => profile.transfers.values())
    expect(transfers.length).toBeGreaterThan(PERSONAL_SCENARIOS / 2)
    expect(new Set(transfers.map(({ statuses }) => statuses.at(-1)))).toEqual(
      new Set(transferStates.states),
    )
    const groups = all((profile) => profile.groups.values())
    expect(new Set(groups.map(({ status, isPaid }) => `${status} ${isPaid}`))).toEqual(
      new Set(['COMPLETED true', 'COMPLETED false', 'CANCELLED false']),
    )
    const debits = all((profile) => profile.debits.values())
    expect(new Set(debits.map(({ statuses }) => statuses.at(-1)))).toEqual(
      new Set(['COMPLETED', 'FAILED', 'CHARGED_BACK']),
    )
    expect(transfers.filter(({ claim }) => claim?.isAnswered).length).toBeGreaterThan(1)
    const { rows: debts } = await service.db.pool.query(
      `select from ledger_postings where journal = 'debt-settled'`,
    )
    expect(debts.length).toBeGreaterThan(1)
    expect(await compare(profiles)).toEqual([])
  })

  it.each(wrongTransfersAndBalances)('find that %s', async (_what, change, finding) => {
    expect((await compare(changedProfiles(change))).join('\n')).toMatch(finding)
  })

  it.each(wrongGroupsAndDebits)('find that %s', async (_what, change, finding) => {
    const business = firstOf(profiles, ({ debits }) => debits.size > 0)
    expect((await compare(changedProfiles(change, business))).join('\n')).toMatch(finding)
  })

  it.each(wrongUploads)('find that %s', async (_what, change, finding) => {
    const disputing = firstOf(profiles, ({ uploads }) => uploads.disputes.size > 0)
    const changed = changedProfiles(({ uploads }) => change(uploads), disputing)
    expect((await compare(changed)).join('\n')).toMatch(finding)
  })

  it.each(wrongDocuments)('find that %s', async (_what, change, finding) => {
    const submitting = firstOf(profiles, ({ documents }) => documents.acknowledged.has('SSN'))
    const changed = changedProfiles(({ documents }) => change(documents), submitting)
    expect((await compare(changed)).join('\n')).toMatch(finding)
  })

  it('find nothing when an unused file is missing after the time that unused files are kept', async () => {
    const changed = changedProfiles(({ uploads: { files } }) => files.set(UNKNOWN_ID, expiredFile))
    expect(await compare(changed)).toEqual([])
  })

  it('find nothing when a repeated upload made two files', async () => {
    const uploading = firstOf(profiles, ({ uploads: { files } }) =>
      [...files.values()].some(({ isUsed }) => !isUsed),
    )
    const changed = changedProfiles(({ uploads: { files, repeated } }) => {
      const [id, { sha256 }] = firstOf(files, ([, { isUsed }]) => !isUsed)
      files.delete(id)
      repeated.push(sha256)
    }, uploading)
    expect(await compare(changed)).toEqual([])
  })

  it('find that a delivery never arrived, or arrived with other bytes', async () => {
    const [missing, changed] = [...receiver.received.keys()]
    const received = new Map(receiver.received)
    received.delete(missing ?? '')
    const before = received.get(changed ?? '')
    if (before) received.set(changed ?? '', { ...before, body: `${before.body} ` })
    const findings = (await compare(profiles, receiverOf(received))).join('\n')
    expect(findings).toMatch(`never arrived (delivery ${missing})`)
    expect(findings).toMatch('arrived with other bytes')
  })

  it('find that deliveries about one transfer came in the wrong order', async () => {
    const backwards = [...receiver.received].map(
      ([id, delivery]) => [id, { ...delivery, arrival: -delivery.arrival }] as const,
    )
    const findings = await compare(profiles, receiverOf(new Map(backwards)))
    expect(findings.join('\n')).toMatch(/arrived before number 1, which it follows/)
  })

  it.each(wrongRows)('find that %s', async (_what, change, finding) => {
    await service.db.pool.query(change)
    expect((await compare(profiles)).join('\n')).toMatch(finding)
  })
})
