// Every statement that the service sends uses an index, however many rows a profile has. Statements are
// recorded, the tables are filled with copies, and each statement is explained.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { importsPayment, returnsPayment } from '../../src/account-details/test/fixtures.ts'
import { endpoints } from '../../src/app/declarations.ts'
import { listWaiting, waitingKinds } from '../../src/app/http/operator/waiting.ts'
import { exampleOf } from '../../src/app/openapi/shapes.ts'
import { operatorAction } from '../../src/app/security-events.ts'
import { changeUsage, countTransaction } from '../../src/cards/limits/usage-store.ts'
import { presetsPin, reveals } from '../../src/cards/test/card-client.ts'
import { pathOf } from '../../src/cards/test/card-paths.ts'
import { issuesCard, reservesCard } from '../../src/cards/test/issued-cards.ts'
import { claimableTransfer, claimLinkOf, submitsClaim } from '../../src/claims/test/claiming.ts'
import { usesInboxes } from '../../src/inboxes/test/inbox-fixtures.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { securityEvent } from '../../src/kernel/security-event.ts'
import { insertEntries, listEntries, logEntryOf, runAction } from '../../src/operators/index.ts'
import { deleteExpiredEntries } from '../../src/operators/log/store.ts'
import { attemptsLogIn, createsOperator } from '../../src/operators/test/operators.ts'
import { addsOwnAccount, movesTo, setsExcessRecipient } from '../../src/statements/test/excess.ts'
import {
  createCustomer,
  sendDocument,
  sendPurpose,
  uploadDocument,
} from '../../src/verification/test/verification-fixtures.ts'
import { createsCompletedGroup, fundGroup } from '../support/batch-groups.ts'
import { testService } from '../support/service.ts'
import {
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { type Census, explain, faultsOf, type SentStatement } from './plans.ts'
import { populate } from './population.ts'
import { exampleRequests } from './requests.ts'
import { createWorld, type World } from './world.ts'

/** More than a page needs, and far fewer than the tables contain. */
const ROWS_MAX = 1500
const TEXT_SHOWN = 300

/** Tables that stay small, or of which a profile has few rows, with the reason. */
const FEW: readonly string[] = [
  ...[
    'migrations',
    'installation',
    'signing_keys',
    'payload_keys',
    'data_keys',
    'card_payload_keys',
    'rate_points',
    'sweep_failures',
  ],
  ...['applications', 'users', 'grants', 'profiles', 'profile_owners', 'addresses'],
  // Only in the sandbox.
  'sandbox_mails',
  // Rows are deleted within a day.
  ...['authorization_codes', 'one_time_tokens'],
  ...['security_holders', 'factor_attempts', 'user_factors', 'user_signing_keys', 'phone_numbers'],
  ...[
    'subscriptions',
    'balances',
    'excess_money_accounts',
    'debit_accounts',
    'multi_currency_accounts',
  ],
  'hold_limit_checks',
  // One row of each profile.
  'profile_extensions',
  'cdd_checks',
  'uploaded_file_totals',
  'card_counters',
  // A list reads at most 10,000 of them (gap 757).
  'disputes',
  // Found by key and by the time at which they expire; the keys of copies would not have their form.
  'uploaded_files',
  // One row of each profile and type.
  'identity_documents',
  'card_order_counters',
  // People who work for the operator.
  ...['operators', 'operator_sessions'],
  // At most 50 rows of each profile or user.
  ...['directors', 'beneficial_owners', 'inboxes'],
  // At most five sets of account details in each of eleven currencies.
  ...['account_details', 'account_details_orders'],
]

const service = testService({ audited: false, requestLog: 'on' })
const sent = new Map<string, SentStatement & { readonly by: string }>()
let by = ''
let profileId: number

type Query = { name?: unknown; text?: unknown; values?: readonly unknown[] }

/** The service names its statements; those of tests have no name. */
function record(query: unknown): void {
  const { name, text, values = [] } = (query ?? {}) as Query
  if (typeof name !== 'string' || typeof text !== 'string') return
  const key = `${text} ${values.join()}`
  if (!sent.has(key)) sent.set(key, { text, values, by })
}

/** A request of each reading operation, and one more for each value of each filter. */
async function readsAll(world: World): Promise<void> {
  for (const endpoint of endpoints.filter(({ effect }) => effect === 'reads')) {
    by = endpoint.id
    const token = world.tokenFor(endpoint)
    for (const { route, call } of exampleRequests(endpoint, world.idsFor(endpoint)))
      for (const query of queriesOf(endpoint)) await service.call(route, { ...call, query, token })
  }
}

function queriesOf({ query }: Endpoint): Record<string, string>[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, object>
    required?: readonly string[]
  }
  const examples = Object.entries(properties).flatMap(([name, field]) =>
    valuesOf(field).map((value) => [name, value] as const),
  )
  const requiredExamples = Object.entries(properties)
    .filter(([name]) => required.includes(name))
    .map(([name, field]) => [name, String(exampleOf(field))])
  return [requiredExamples, ...examples.map((example) => [...requiredExamples, example])].map(
    Object.fromEntries,
  )
}

function valuesOf(field: object & { enum?: readonly unknown[] }): string[] {
  return (field.enum ?? [exampleOf(field)]).map(String)
}

/** Each statement of the console, without its sessions, which exist in live mode only. */
async function usesOperatorConsole(now: Temporal.Instant): Promise<void> {
  const { db } = service
  await service.db.pool.query(
    `insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
     values ('transfers.lapse', $1, '7', 1, 'none', now() + interval '1 year')`,
    [profileId],
  )
  for (const kind of waitingKinds) await listWaiting(db.reader, kind, 0, 10)
  const ann = await createsOperator(service)
  const { session } = await attemptsLogIn(service, ann)
  const operatorId = session?.operatorId ?? expect.unreachable()
  for (let n = 0; n < 2; n++) {
    const action = { operatorId, key: randomUUID(), action: 'pay-out confirm', options: '{}' }
    for (let times = 0; times < 2; times++)
      await db.transact((tx) => runAction(tx, action, now, async () => ['done']))
  }
  const event = securityEvent(operatorAction, { operatorId, action: 'pay-out confirm' })
  await db.transact((tx) => insertEntries(tx, [logEntryOf(event, undefined, now)]))
  await listEntries(db.reader, Number.MAX_SAFE_INTEGER, 50)
  await deleteExpiredEntries(db, now)
}

beforeAll(async () => {
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    record(args[0])
    return query.apply(this, args as never)
  } as never)
  by = 'the creation of one of each'
  const world = await createWorld(service)
  const { person } = world
  profileId = person.personal
  by = 'a transfer from quote to refund'
  const { id } = await createsTransfer(person)
  await ok(fundTransfer(person, id))
  for (const name of ['funds_converted', 'outgoing_payment_sent', 'bounced_back', 'funds_refunded'])
    await ok(simulate(person, id, name))
  await ok(person.call(`PUT /v1/transfers/${(await createsTransfer(person)).id}/cancel`))
  by = 'a batch group'
  await ok(fundGroup(person, (await createsCompletedGroup(person)).id))
  by = 'a claim'
  await claimableTransfer(service, await service.createUser())
  await submitsClaim(service, await claimLinkOf(person))
  by = 'money above a hold limit'
  const rich = await service.createUser()
  await movesTo(rich, 'SG')
  await ok(setsExcessRecipient(rich, await addsOwnAccount(rich)))
  await topsUp(rich, 'SGD', 25_000)
  await service.settle()
  await movesTo(rich, 'GB')
  await service.settle()
  by = 'a statement of an interval long ago'
  const [{ id: balance, currency }] = await ok(
    person.call(`GET /v4/profiles/${profileId}/balances`, { query: { types: 'STANDARD' } }),
  )
  const longAgo = { currency, intervalStart: '2020-01-01', intervalEnd: '2020-12-31' }
  await ok(
    person.call(`GET /v1/profiles/${profileId}/balance-statements/${balance}/statement.json`, {
      query: longAgo,
    }),
  )
  by = 'an additional verification'
  const customer = await createCustomer(service)
  await createsQuote(customer, { source: 'EUR', target: 'GBP' })
  await ok(uploadDocument(customer))
  await ok(sendPurpose(customer))
  await ok(customer.call(`POST /v1/profiles/${customer.personal}/update-window`))
  await ok(sendDocument(customer))
  by = 'a payment that is returned'
  await ok(returnsPayment(person, (await ok(importsPayment(person, 'EUR', 10))).id))
  by = 'a card'
  const card = await issuesCard(service, person)
  await ok(person.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'FROZEN' } }))
  await ok(presetsPin(person, await reservesCard(service, person)))
  await reveals(person, 'details', card.token)
  const used = { profileId: card.profileId, cardId: card.id, amountMinor: 5n, at: service.now() }
  await service.db.transact((tx) => tx.write(countTransaction(used, card)))
  await service.db.transact((tx) => tx.write(changeUsage({ ...used, amountMinor: -5n })))
  by = 'sweeps'
  await service.advance({ minutes: 1 })
  await readsAll(world)
  by = 'the live feed'
  const reader = await service.createUser()
  const { position } = await ok(reader.call('GET /v1/sandbox/feed'))
  await createsTransfer(reader)
  await service.flushRequests()
  await ok(reader.call('GET /v1/sandbox/feed', { query: { after: position } }))
  await ok(reader.call('GET /v1/sandbox/feed', { query: { recent: '50' } }))
  by = 'inboxes and the log of requests'
  await usesInboxes(service, reader)
  for (const query of ['createQuote', 'is:error', 'transfer:1', `trace:${randomUUID()}`])
    await ok(reader.call('GET /v1/sandbox/requests', { query: { query } }))
  by = 'the console of live mode'
  await usesOperatorConsole(service.now())
  vi.restoreAllMocks()
}, 120_000)

afterAll(() => void vi.restoreAllMocks())

describe('with thousands of rows in every table', () => {
  let client: pg.Client
  let census: Census

  beforeAll(async () => {
    census = await populate(service.db.pool, FEW)
    const { host, port, user, password, database } = service.db.pool.options
    client = new pg.Client({ host, port, user, password, database } as pg.ClientConfig)
    await client.connect()
  }, 120_000)
  afterAll(() => client.end())

  it('every table that grows has many rows', () => {
    const small = [...census.rows].filter(
      ([name, count]) => count <= ROWS_MAX && !FEW.includes(name),
    )
    expect(small).toEqual([])
  })

  it('every statement uses an index', async () => {
    expect(sent.size).toBeGreaterThan(100)
    const faults: string[] = []
    for (const statement of sent.values()) {
      const found = faultsOf(await explain(client, statement), census, ROWS_MAX)
      const text = statement.text.replace(/\s+/g, ' ').slice(0, TEXT_SHOWN)
      if (found.length > 0) faults.push(`${statement.by}: ${found.join(', ')}: ${text}`)
    }
    expect(faults).toEqual([])
  }, 120_000)

  const slow: [string, SentStatement, string][] = [
    [
      'a column without an index',
      { text: 'select id from transfers where details = $1', values: ['{}'] },
      'rows of transfers',
    ],
    [
      'a filter over all rows of a profile',
      { text: 'select id from transfers where profile_id = $1 and fee = $2', values: [1, -1] },
      'rows of transfers',
    ],
    [
      'an order without an index',
      { text: 'select id from events where profile_id = $1 order by payload::text', values: [1] },
      'sorts',
    ],
    [
      'a write without an index',
      { text: 'update transfers t set event_count = 0 where fee = $1', values: [-1] },
      'of all rows of transfers',
    ],
  ]
  it.each(slow)('reports %s', async (_what, { text, values: [one, ...others] }, message) => {
    const values = [one === 1 ? profileId : one, ...others]
    const plan = await explain(client, { text, values })
    expect(faultsOf(plan, census, ROWS_MAX).join()).toMatch(message)
  })
})
