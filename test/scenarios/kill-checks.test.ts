// Tests that the checks of the kill test (tools/kill-test.ts) can fail: its clients run scenarios without
// kills, the checks find nothing, then each check gets one wrong fact.

import { beforeAll, describe, expect, it } from 'vitest'
import { runBusinessScenario } from '../../tools/kill/business-scenarios.ts'
import { compareProfiles } from '../../tools/kill/compare.ts'
import { createProfiles, type ExpectedProfile } from '../../tools/kill/expected-profile.ts'
import {
  compareWebhooks,
  countOpen,
  inspectDeliveries,
  inspectRows,
} from '../../tools/kill/inspect.ts'
import { runPersonalScenario } from '../../tools/kill/personal-scenarios.ts'
import { randomOf } from '../../tools/kill/random.ts'
import type { Received, Receiver } from '../../tools/kill/receiver.ts'
import type { Answer, Send } from '../../tools/kill/retrying-client.ts'
import { testService } from '../support/service.ts'

const HOOK = 'https://clients.example/hooks'
const PERSONAL_SCENARIOS = 40
const BUSINESS_SCENARIOS = 45
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** Requests whose reply depends on work that a worker does first. */
const AFTER_WORK = /^GET .*\/(?:batch-groups|outbox)/
const SEED = 3

describe('the checks that run after the kill test', () => {
  // One case changes a posting, which the audit would report.
  const service = testService({ audited: false })
  let profiles: ExpectedProfile[]
  let receiver: Receiver

  const send: Send = async ({ route, token, body, form, key }): Promise<Answer> => {
    const headers = { ...form?.headers, ...(key && { 'x-idempotence-uuid': key }) }
    if (AFTER_WORK.test(route)) await service.settle()
    const sent = form?.body ?? body
    const reply = await service.call(route, { token, headers, ...(sent && { body: sent }) })
    return { status: reply.status, body: reply.body, text: reply.text, tries: 1 }
  }
  const compare = async (
    changedProfiles: readonly ExpectedProfile[],
    received: Receiver = receiver,
  ) => [
    ...(await compareProfiles(send, changedProfiles)),
    ...(await inspectRows(service.db, changedProfiles)),
    ...(await inspectDeliveries(service.db, received)),
    ...compareWebhooks(received, changedProfiles),
  ]

  beforeAll(async () => {
    const { personal, business } = await createProfiles(service.db, send, HOOK, {
      personal: 1,
      business: 1,
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
    const received = new Map<string, Received>()
    for (const { headers, body } of service.sent)
      if (!('X-Test-Notification' in headers))
        received.set(String(headers['X-Delivery-Id']), { body, arrival: received.size, times: 1 })
    receiver = receiverOf(received)
  })

  function receiverOf(received: Map<string, Received>): Receiver {
    return { url: HOOK, received, complaints: [], trust: () => undefined, stop: async () => {} }
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

  function firstOf<T>(from: Iterable<T>, is: (each: T) => boolean = () => true): T {
    for (const each of from) if (is(each)) return each
    throw new Error('no scenario created one')
  }

  /** A transfer whose last status is another one. */
  function withoutStatus(status: string, transfers: ExpectedProfile['transfers']) {
    return firstOf(transfers.values(), ({ statuses }) => statuses.at(-1) !== status)
  }

  it('find nothing after scenarios without kills', async () => {
    expect(await countOpen(service.db)).toBe(0)
    const all = <T>(of: (profile: ExpectedProfile) => Iterable<T>) =>
      profiles.flatMap((profile) => [...of(profile)])
    const transfers = all((profile) => profile.transfers.values())
    expect(transfers.length).toBeGreaterThan(PERSONAL_SCENARIOS / 2)
    expect(new Set(transfers.map(({ statuses }) => statuses.at(-1))).size).toBe(7)
    const groups = all((profile) => profile.groups.values())
    expect(new Set(groups.map(({ status, paid }) => `${status} ${paid}`))).toEqual(
      new Set(['COMPLETED true', 'COMPLETED false', 'CANCELLED false']),
    )
    const debits = all((profile) => profile.debits.values())
    expect(new Set(debits.map(({ statuses }) => statuses.at(-1)))).toEqual(
      new Set(['COMPLETED', 'FAILED', 'CHARGED_BACK']),
    )
    expect(transfers.filter(({ claim }) => claim?.answered).length).toBeGreaterThan(1)
    const { rows: debts } = await service.db.pool.query(
      `select from ledger_postings where journal = 'debt-settled'`,
    )
    expect(debts.length).toBeGreaterThan(1)
    expect(await compare(profiles)).toEqual([])
  })

  const changes: [string, (profile: ExpectedProfile) => void, RegExp][] = [
    [
      'a transfer was lost',
      ({ transfers }) =>
        transfers.set(0, { id: 0, key: 'k', statuses: ['incoming_payment_waiting'] }),
      /transfer 0 \(key k\) is lost/,
    ],
    [
      'a transfer was doubled',
      ({ transfers }) => transfers.delete(firstOf(transfers.keys())),
      /transfer \d+ is unknown to its client/,
    ],
    [
      'a client received another status',
      ({ transfers }) => withoutStatus('cancelled', transfers).statuses.push('cancelled'),
      /its client expects cancelled/,
    ],
    [
      'a request with a key had no effect',
      ({ movements }) => movements.add(0),
      /movement 0, which the client has, is lost/,
    ],
    [
      'a request with a key had two effects',
      ({ movements }) => movements.delete(firstOf(movements)),
      /movement \d+ is unknown to its client/,
    ],
    [
      'a balance is one penny less than its client expects',
      ({ pounds }) => {
        pounds.minor++
      },
      /balance \d+ holds \d+ minor units, its clients expect/,
    ],
    [
      'a transfer was paid without a reply to its client',
      ({ transfers }) => {
        const paid = firstOf(transfers.values(), (sent) => sent.paid !== undefined)
        delete paid.paid
      },
      /transfer \d+ has 1 payments of \d+ in total, expected: none/,
    ],
    [
      'a receiver did not get a status',
      ({ transfers }) => withoutStatus('cancelled', transfers).statuses.push('cancelled'),
      /webhooks of transfer \d+ contain/,
    ],
  ]
  it.each(changes)('find that %s', async (_what, change, finding) => {
    expect((await compare(changedProfiles(change))).join('\n')).toMatch(finding)
  })

  const businessChanges: [string, (profile: ExpectedProfile) => void, RegExp][] = [
    [
      'a group was lost',
      ({ groups }) => groups.set(UNKNOWN_ID, { ...firstOf(groups.values()), id: UNKNOWN_ID }),
      /group 00000000-\S+ is lost/,
    ],
    [
      'a group was doubled',
      ({ groups }) => groups.delete(firstOf(groups.keys())),
      /group \S+ is unknown to its client/,
    ],
    [
      'a group has another member',
      ({ groups }) => firstOf(groups.values()).members.pop(),
      /group \S+ is \w+ \w+ [\d,]+, its client expects/,
    ],
    [
      'a group has another payment',
      ({ groups }) => {
        firstOf(groups.values(), ({ paid }) => paid).paid = false
      },
      /group \S+ is COMPLETED true \S+, its client expects COMPLETED false/,
    ],
    [
      'an account was linked twice',
      ({ linked }) => linked.delete(firstOf(linked)),
      /linked account \d+ is unknown to its client/,
    ],
    [
      'a direct debit was made twice',
      ({ debits }) => debits.delete(firstOf(debits.keys())),
      /direct debit \d+ is unknown to its client/,
    ],
    [
      'a direct debit has another status',
      ({ debits }) => firstOf(debits.values()).statuses.push('NEW'),
      /direct debit \d+ is \w+, its client expects NEW/,
    ],
    [
      'a receiver did not get a direct debit',
      ({ debits }) => firstOf(debits.values()).statuses.push('NEW'),
      /webhooks of direct debit \d+ contain/,
    ],
    [
      'a debt has another amount',
      (profile) => {
        profile.owedMinor++
      },
      /profile \d+ owes \d+ minor units, its client expects/,
    ],
    [
      'a claim was answered without a reply to its client',
      ({ transfers }) => {
        const { claim } = firstOf(transfers.values(), (sent) => sent.claim?.answered === true)
        if (claim) claim.answered = false
      },
      /the claim of transfer \d+ is answered: true, expected: false/,
    ],
  ]
  it.each(businessChanges)('find that %s', async (_what, change, finding) => {
    const business = firstOf(profiles, ({ debits }) => debits.size > 0)
    expect((await compare(changedProfiles(change, business))).join('\n')).toMatch(finding)
  })

  const expiredFile = { sha256: 'a', sizeBytes: 1, sentAt: 0, isUsed: false }
  const uploadChanges: [string, (uploads: ExpectedProfile['uploads']) => void, RegExp][] = [
    [
      'an uploaded file was lost',
      ({ files }) => files.set(UNKNOWN_ID, { ...expiredFile, sentAt: Date.now() }),
      /file 00000000-\S+, which the client has, is lost/,
    ],
    [
      'a file that a dispute used was lost',
      ({ files }) => files.set(UNKNOWN_ID, { ...expiredFile, isUsed: true }),
      /file 00000000-\S+, which the client has, is lost/,
    ],
    [
      'one upload made two files',
      ({ files }) => files.delete(firstOf(files.keys())),
      /file [0-9a-f]{12} is unknown to its client/,
    ],
    [
      'a file has other bytes',
      ({ files }) => {
        const [id, file] = firstOf(files)
        files.set(id, { ...file, sha256: 'a' })
      },
      /file [0-9a-f]{12} is \w+ with \d+ bytes and SHA-256 \w{64}, its client expects .* a$/m,
    ],
    [
      'a file was used without a reply to its client',
      ({ files }) => {
        firstOf(files.values(), ({ isUsed }) => isUsed).isUsed = false
      },
      /file [0-9a-f]{12} is used with .* its client expects unused/,
    ],
    [
      'a dispute was lost',
      ({ disputes }) => disputes.set(0, UNKNOWN_ID),
      /dispute of card transaction 0 has file undefined, its client expects 00000000-/,
    ],
    [
      'a dispute was submitted without a reply to its client',
      ({ disputes }) => disputes.delete(firstOf(disputes.keys())),
      /dispute of card transaction \d+ has file [0-9a-f]{12}, its client expects undefined/,
    ],
  ]
  it.each(uploadChanges)('find that %s', async (_what, change, finding) => {
    const disputing = firstOf(profiles, ({ uploads }) => uploads.disputes.size > 0)
    const changed = changedProfiles(({ uploads }) => change(uploads), disputing)
    expect((await compare(changed)).join('\n')).toMatch(finding)
  })

  it('find nothing when an unused file is missing two hours after its upload', async () => {
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
      ([id, got]) => [id, { ...got, arrival: -got.arrival }] as const,
    )
    const findings = await compare(profiles, receiverOf(new Map(backwards)))
    expect(findings.join('\n')).toMatch(/arrived before number 1, which it follows/)
  })

  it('find a posting that was made twice, and a row that a sweep set aside', async () => {
    await service.db.pool.query(`
      insert into ledger_postings (profile_id, journal, reference, from_account, to_account,
                                   currency, amount, posted_at)
      select profile_id, journal, reference, from_account, to_account, currency, amount, posted_at
        from ledger_postings limit 1`)
    await service.db.pool.query(`
      insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
      values ('a sweep', 1, '1', 1, 'an error', now())`)
    const findings = (await compare(profiles)).join('\n')
    expect(findings).toMatch('was booked twice in the same way')
    expect(findings).toMatch('a sweep set rows aside')
  })

  it('find a total without its file, a file that does not decrypt, and a used file without a dispute', async () => {
    await service.db.pool.query('update uploaded_file_totals set size_bytes = size_bytes + 1')
    await service.db.pool.query(
      'update uploaded_files set content = set_byte(content, length(content) - 1, get_byte(content, length(content) - 1) # 1)',
    )
    await service.db.pool.query(
      'update uploaded_files set used_at = created_at, expires_at = null where used_at is null',
    )
    const findings = (await compare(profiles)).join('\n')
    expect(findings).toMatch('the total of the uploaded files of a profile differs')
    expect(findings).toMatch(/file [0-9a-f]{12} cannot be decrypted/)
    expect(findings).toMatch('a used file belongs to no dispute')
  })
})
