// Makes the service send its statements: by sequences of requests, by every reading operation, and by direct calls of the
// functions that requests to a sandbox do not reach.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { importPayment, returnPayment } from '../../src/account-details/test/fixtures.ts'
import { endpoints } from '../../src/app/declarations.ts'
import { listWaiting, waitingKinds } from '../../src/app/http/operator/waiting.ts'
import { exampleOf } from '../../src/app/openapi/shapes.ts'
import { operatorAction } from '../../src/app/security-events.ts'
import { changeUsage, countTransaction } from '../../src/cards/limits/usage-store.ts'
import { presetPin, requestCardData } from '../../src/cards/test/card-client.ts'
import { pathOf } from '../../src/cards/test/card-paths.ts'
import { issuesCard, reservesCard } from '../../src/cards/test/issued-cards.ts'
import { claimableTransfer, claimLinkOf, submitClaim } from '../../src/claims/test/claiming.ts'
import {
  paysByCard,
  submit,
  uploadsFile,
  wrongAmountBodyWithFiles,
} from '../../src/disputes/test/disputing.ts'
import { usesInboxes } from '../../src/inboxes/test/inbox-fixtures.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { securityEvent } from '../../src/kernel/security-event.ts'
import { listPostings } from '../../src/ledger/index.ts'
import { insertEntries, listEntries, logEntryOf, runAction } from '../../src/operators/index.ts'
import { deleteExpiredEntries } from '../../src/operators/log/store.ts'
import { attemptLogIn, createsOperator } from '../../src/operators/test/operators.ts'
import {
  addsOwnAccount,
  changesCountry,
  setExcessRecipient,
} from '../../src/statements/test/excess.ts'
import {
  createCustomer,
  sendDocument,
  sendPurpose,
  uploadDocument,
} from '../../src/verification/test/verification-fixtures.ts'
import { createsCompletedGroup, fundGroup } from '../support/batch-groups.ts'
import type { TestService } from '../support/service.ts'
import {
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { exampleRequests, queryFieldsOf } from './requests.ts'
import type { World } from './world.ts'

/** Sequences of calls. The key is the name that a report about a statement of the sequence shows. */
const sequences: Readonly<Record<string, (service: TestService, world: World) => Promise<void>>> = {
  'a transfer from quote to refund': async (_, { person }) => {
    const { id } = await createsTransfer(person)
    await ok(fundTransfer(person, id))
    for (const name of [
      'funds_converted',
      'outgoing_payment_sent',
      'bounced_back',
      'funds_refunded',
    ])
      await ok(simulate(person, id, name))
    await ok(person.call(`PUT /v1/transfers/${(await createsTransfer(person)).id}/cancel`))
  },
  'a batch group': async (_, { person }) => {
    await ok(fundGroup(person, (await createsCompletedGroup(person)).id))
  },
  'a claim': async (service, { person }) => {
    await claimableTransfer(service, await service.createUser())
    await submitClaim(service, await claimLinkOf(person))
  },
  'money above a hold limit': async (service) => {
    const customer = await service.createUser()
    await changesCountry(customer, 'SG')
    await ok(setExcessRecipient(customer, await addsOwnAccount(customer)))
    await topsUp(customer, 'SGD', 25_000)
    await service.settle()
    await changesCountry(customer, 'GB')
    await service.settle()
  },
  'a statement of an interval long ago': async (_, { person }) => {
    const profileId = person.personal
    const [{ id: balance, currency }] = await ok(
      person.call(`GET /v4/profiles/${profileId}/balances`, { query: { types: 'STANDARD' } }),
    )
    const longAgo = { currency, intervalStart: '2020-01-01', intervalEnd: '2020-12-31' }
    await ok(
      person.call(`GET /v1/profiles/${profileId}/balance-statements/${balance}/statement.json`, {
        query: longAgo,
      }),
    )
  },
  'an additional verification': async (service) => {
    const customer = await createCustomer(service)
    await createsQuote(customer, { source: 'EUR', target: 'GBP' })
    await ok(uploadDocument(customer))
    await ok(sendPurpose(customer))
    await ok(customer.call(`POST /v1/profiles/${customer.personal}/update-window`))
    await ok(sendDocument(customer))
  },
  'a payment that is returned': async (_, { person }) => {
    await ok(returnPayment(person, (await ok(importPayment(person, 'EUR', 10))).id))
  },
  'a card': async (service, { person }) => {
    const card = await issuesCard(service, person)
    await ok(person.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'FROZEN' } }))
    await ok(presetPin(person, await reservesCard(service, person)))
    await requestCardData(person, 'details', card.token)
    const used = { profileId: card.profileId, cardId: card.id, amountMinor: 5n, at: service.now() }
    await service.db.transact((tx) => tx.write(countTransaction(used, card)))
    await service.db.transact((tx) => tx.write(changeUsage({ ...used, amountMinor: -5n })))
  },
  'a dispute that is submitted again with its file': async (service) => {
    const customer = await service.createUser()
    const id = await paysByCard(service, customer)
    const body = wrongAmountBodyWithFiles(id, { receipt: await uploadsFile(customer) })
    await ok(submit(customer, body))
    expect(outcome(await submit(customer, body))).toBe('409 dispute.exists')
  },
  // The service reads these postings only for the late refund of a payment that was captured beyond its hold (`ratesOf`). No
  // sequence sends such a refund, so the statement is sent directly.
  'the postings of a card payment': async ({ db }, { person }) => {
    await listPostings(db.reader, person.personal, 'card-transaction:1')
  },
  sweeps: async (service) => {
    await service.advance({ minutes: 1 })
  },
  'the live feed': async (service) => {
    const reader = await service.createUser()
    const { position } = await ok(reader.call('GET /v1/sandbox/feed'))
    await createsTransfer(reader)
    await service.flushRequests()
    await ok(reader.call('GET /v1/sandbox/feed', { query: { after: position } }))
    await ok(reader.call('GET /v1/sandbox/feed', { query: { recent: '50' } }))
  },
  'inboxes and the log of requests': async (service) => {
    const reader = await service.createUser()
    await usesInboxes(service, reader)
    for (const query of ['createQuote', 'is:error', 'transfer:1', `trace:${randomUUID()}`])
      await ok(reader.call('GET /v1/sandbox/requests', { query: { query } }))
  },
  'the console of live mode': usesOperatorConsole,
}

/** Calls `begin` with the name of each sequence or operation before its statements are sent. */
export async function sendsEveryStatement(
  service: TestService,
  world: World,
  begin: (name: string) => void,
): Promise<void> {
  for (const [name, send] of Object.entries(sequences)) {
    begin(name)
    await send(service, world)
  }
  await readsEverything(service, world, begin)
}

/**
 * Reading operations that refuse every request of `readsEverything`, because the world has no object for them. Only the
 * statements before the refusal are sent; a sequence sends those of inboxes.
 */
export const REFUSED_READS: readonly string[] = [
  'claims.show',
  'feed.stream',
  'inboxes.get-request',
  'inboxes.list-requests',
  'originators.get-third-party',
  'profiles.get-address',
  'requirements.of-transfer',
  'security.get-one-time-token',
  'security.open-approval',
  'transfers.receipt',
  'users.show-authorization',
]

/** Sends a request of each reading operation, and another request for each value of each filter. */
async function readsEverything(
  service: TestService,
  world: World,
  begin: (name: string) => void,
): Promise<void> {
  const refused: string[] = []
  for (const endpoint of endpoints.filter(({ effect }) => effect === 'reads')) {
    begin(endpoint.id)
    const token = world.tokenFor(endpoint)
    const statuses: number[] = []
    for (const { route, call } of exampleRequests(endpoint, world.idsFor(endpoint)))
      for (const query of queriesOf(endpoint))
        statuses.push((await service.call(route, { ...call, query, token })).status)
    if (statuses.every((status) => status >= 400)) refused.push(endpoint.id)
  }
  expect(refused.sort()).toEqual(REFUSED_READS)
}

/** A query without optional fields, and a query for each value of each field. */
function queriesOf(endpoint: Endpoint): Record<string, string>[] {
  const { fields, requiredExample } = queryFieldsOf(endpoint)
  const examples = fields.flatMap(([name, field]) =>
    valuesOf(field).map((value) => ({ ...requiredExample, [name]: value })),
  )
  return [requiredExample, ...examples]
}

function valuesOf(field: object & { enum?: readonly unknown[] }): string[] {
  return (field.enum ?? [exampleOf(field)]).map(String)
}

/** Calls the functions behind the console directly, because its sessions exist in live mode only. */
async function usesOperatorConsole(service: TestService, { person }: World): Promise<void> {
  const { db } = service
  const now = service.now()
  await db.pool.query(
    `insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
     values ('transfers.lapse', $1, '7', 1, 'none', now() + interval '1 year')`,
    [person.personal],
  )
  for (const kind of waitingKinds) await listWaiting(db.reader, kind, 0, 10)
  const ann = await createsOperator(service)
  const { session } = await attemptLogIn(service, ann)
  const operatorId = session?.operatorId ?? expect.unreachable()
  const action = { operatorId, key: randomUUID(), action: 'pay-out confirm', options: '{}' }
  const runsAction = () => db.transact((tx) => runAction(tx, action, now, async () => ['done']))
  await runsAction()
  // A repetition reads the stored result.
  await runsAction()
  const event = securityEvent(operatorAction, { operatorId, action: 'pay-out confirm' })
  await db.transact((tx) => insertEntries(tx, [logEntryOf(event, undefined, now)]))
  await listEntries(db.reader, Number.MAX_SAFE_INTEGER, 50)
  await deleteExpiredEntries(db, now)
}
