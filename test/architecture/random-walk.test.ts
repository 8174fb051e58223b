// Random calls in random order, one by one and concurrently. `WALK_SEED` repeats the random numbers, and `WALK_STEPS`
// changes the length. Every `AUDIT_EVERY_STEPS` steps the audit must pass, and the audit also checks the history
// of every transfer.

import { expect, it } from 'vitest'
import { audit } from '../support/audit.ts'
import { numberFromEnv, seedFromEnv } from '../support/number-from-env.ts'
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts'
import { type Reply, testService } from '../support/service.ts'
import { invalidHistories, publishedHistoriesSql } from '../support/transfer-histories.ts'
import { findLosses } from './rounding-losses.ts'
import { acts, newWalker, type Walker } from './walk.ts'
import { accountDetailsActs } from './walk-account-details.ts'
import { batchActs } from './walk-batches.ts'
import { cardActs } from './walk-cards.ts'

/** The time for all steps and audits. */
const TIMEOUT_MS = 240_000

const SEED = seedFromEnv('WALK_SEED', 20261120)
const STEPS = numberFromEnv('WALK_STEPS', 2500)
const AUDIT_EVERY_STEPS = 250
const WALKERS = 3
/** The number of concurrent calls of one person. */
const CONCURRENT_CALLS = 4
/** One step in this many makes concurrent calls. */
const STEPS_PER_CONCURRENCY = 8
/** The number of latest calls that the message of a failure lists. */
const CALLS_SHOWN = 6

const service = testService()
/** Every act as often as its weight. */
const weightedActs = [...acts, ...batchActs, ...accountDetailsActs, ...cardActs].flatMap((entry) =>
  Array.from({ length: entry[1] }, () => entry),
)
/** Concurrent calls do not advance the clock: only one advance may run at a time. */
const actsWithoutClock = weightedActs.filter(([name]) => !name.startsWith('wait'))

const WAITING = 'incoming_payment_waiting'

it.each([
  [
    [
      [null, WAITING],
      [WAITING, 'processing'],
    ],
    'processing',
    [],
  ],
  [
    [[null, WAITING]],
    'processing',
    ['is processing, and its last event is incoming_payment_waiting'],
  ],
  [
    [
      [null, WAITING],
      ['processing', 'cancelled'],
    ],
    'cancelled',
    ['has an event from processing while it was incoming_payment_waiting'],
  ],
  [
    [
      [null, WAITING],
      [WAITING, 'funds_converted'],
    ],
    'funds_converted',
    ['moved incoming_payment_waiting -> funds_converted'],
  ],
  [[], WAITING, ['is incoming_payment_waiting, and its last event is null']],
] as const)(
  'a history of %j of a transfer that is %s is reported as %j',
  (changes, status, messages) => {
    const found = invalidHistories([{ id: '7', status, changes }])
    expect(found).toEqual(messages.map((each) => `transfer 7: ${each}`))
  },
)

it(`a walk of ${STEPS} steps keeps ledger, histories and rounding correct (WALK_SEED=${SEED})`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const random = seededRandom(SEED)
  const walkers: Walker[] = []
  while (walkers.length < WALKERS) walkers.push(newWalker(await service.createUser()))
  const done: string[] = []
  const counts = new Map<string, number>()
  try {
    for (let step = 1; step <= STEPS; step++) {
      const chosen = random.pick(walkers)
      const calls = random.oneIn(STEPS_PER_CONCURRENCY) ? CONCURRENT_CALLS : 1
      const outcomes = await Promise.all(
        // Concurrent calls have separate generators, so that each call and each later step gets the same random
        // numbers. The ids that they pick may still differ, because a walker stores ids in the order of replies.
        Array.from({ length: calls }, () => seededRandom(random.whole(2 ** 32))).map((generator) =>
          act(chosen, generator, calls > 1, done),
        ),
      )
      for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      if (step % AUDIT_EVERY_STEPS === 0) await audit(service.db)
    }
    await service.settle()
    await checkMoneyInFlight()
    await checkHistories()
    await checkRounding()
  } catch (error) {
    throw new Error(`after ${done.slice(-CALLS_SHOWN).join('; ')}`, { cause: error })
  }
  // A walk in which an act never succeeds, or is never refused, would prove little.
  const checkedActs = [
    'fund',
    'send',
    'convert',
    'move',
    'cancel',
    'simulate',
    'fund group',
    'pay in group',
    'order details',
    'pay details fee',
    'deposit',
    'authorise',
    'clear',
    'reverse',
    'refund card',
    'dispute',
    'move dispute',
    'return deposit',
  ]
  for (const name of checkedActs) {
    expect(counts.get(`${name} ok`) ?? 0, `${name} ok`).toBeGreaterThan(0)
    expect(counts.get(`${name} refused`) ?? 0, `${name} refused`).toBeGreaterThan(0)
  }
})

async function act(
  chosen: Walker,
  random: SeededRandom,
  isConcurrent: boolean,
  done: string[],
): Promise<string> {
  const [name, , call] = random.pick(isConcurrent ? actsWithoutClock : weightedActs)
  const reply = await call(chosen, random, service)
  done.push(`${name} ${reply?.status ?? ''} ${reply?.body?.errors?.[0]?.code ?? ''}`)
  if (reply === undefined) return `${name} done`
  checkReply(reply, isConcurrent)
  return `${name} ${reply.status < 300 ? 'ok' : 'refused'}`
}

/** Expects a success or a refusal with codes. Of the statuses from 500, only 503 is allowed, and only for concurrent calls. */
function checkReply({ status, body, text }: Reply, isConcurrent: boolean): void {
  if (status < 300) return
  const codes = body?.errors?.map(({ code }: { code: string }) => code)
  expect(codes, text).toEqual(expect.arrayContaining([expect.any(String)]))
  if (status >= 500) expect([status, isConcurrent], text).toEqual([503, true])
}

/** A transfer that is unpaid, sent, refunded or cancelled has no money in flight, and any other transfer has some. */
async function checkMoneyInFlight(): Promise<void> {
  const { rows } = await service.db.pool.query(
    `select t.id, t.status, a.currency, a.balance
       from transfers t join ledger_accounts a
         on a.profile_id = t.profile_id and a.account = 'transfer:' || t.id
      where a.balance <> 0
        and t.status not in ('processing', 'funds_converted', 'bounced_back')`,
  )
  expect(rows).toEqual([])
  const { rows: unfunded } = await service.db.pool.query(
    `select t.id, t.status from transfers t
      where t.status in ('processing', 'funds_converted', 'bounced_back')
        and not exists (select 1 from ledger_accounts a
             where a.profile_id = t.profile_id and a.account = 'transfer:' || t.id
               and a.balance > 0)`,
  )
  expect(unfunded).toEqual([])
}

/** The events of each transfer report moves of its state machine that end in its state. */
async function checkHistories(): Promise<void> {
  const { rows: histories } = await service.db.pool.query(publishedHistoriesSql)
  expect(invalidHistories(histories)).toEqual([])
}

/** D110: at unchanged rates, no exchange has paid the customer, including exchanges of card payments. */
async function checkRounding(): Promise<void> {
  const { references, losses } = await findLosses(service.db.pool)
  for (const kind of ['transfer', 'movement', 'card-transaction'])
    expect(references.filter((each) => each.startsWith(`${kind}:`)).length, kind).toBeGreaterThan(0)
  expect(losses).toEqual([])
}

it('findLosses reports an exchange that paid the customer', async () => {
  const client = await service.db.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into ledger_postings
         (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
       values ($1, 'x', 'movement:7', 'available:1', 'desk', 'GBP', 100, now()),
              ($1, 'x', 'movement:7', 'desk', 'available:2', 'EUR', 120, now())`,
      [(await service.createUser()).personal],
    )
    const { losses } = await findLosses(client)
    expect(losses).toEqual([expect.stringMatching(/^movement:7 of profile \d+: -0\.0\d+ USD$/)])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
