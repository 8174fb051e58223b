// `npm run bench:paging`: compares pages of a profile with a million transfers and a million recipients with the first page of
// a profile with a thousand, over HTTP. No page may take more than three times as long as that first page.

import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../src/app/postgres/server.ts'
import { type Database, openDatabase } from '../src/kernel/database/db.ts'
import { openService } from '../tools/kill/victims.ts'
import { requestJson, requestText } from './api-request.ts'
import { latencyOf, ms, ratio, row } from './figures.ts'
import { makeSenders } from './senders.ts'

const MANY = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const FEW = 1000
const PAGE = 100
const TIMES_MAX = 3
const WARM_UPS = 3
const MEASURED = Number(process.env['BENCH_REPEATS'] ?? 25)
const OFFSETS = [1000, 10_000]

type Owner = Awaited<ReturnType<typeof makeSenders>>[number]

const dataDir = await fs.mkdtemp(join(tmpdir(), 'godwit-paging-'))
await fs.chmod(dataDir, 0o711)
// The data is deleted at the end, so it need not be durable.
const postgres = await startPostgres({ dataDir, durable: false, log: () => undefined })
const service = await openService(postgres.url)

/** Returns the worst ratio. */
async function main(): Promise<number> {
  await service.start()
  await service.ready()
  const db = openDatabase(postgres.url)
  const [few, many] = await makeSenders(db, service.url, 2)
  if (few === undefined || many === undefined) throw new Error('no senders were created')
  const started = performance.now()
  for (const [owner, count] of [[few, FEW] as const, [many, MANY] as const]) {
    await copyTransfers(db, owner, count)
    await copyRecipients(db, owner, count)
  }
  // Autovacuum would do it later.
  await withoutTimeout(db, 'vacuum analyze')
  say(`${MANY} transfers and recipients made in ${seconds(performance.now() - started)} s`)

  const worst = [
    await compare(db, few, many, 'transfers', `/v1/transfers?limit=${PAGE}`, {
      ownerFilter: (owner) => `&profile=${owner.profileId}`,
      filters: transferFilters,
      offsets: OFFSETS,
    }),
    await compare(db, few, many, 'recipients', `/v1/accounts?size=${PAGE}`, {
      ownerFilter: (owner) => `&profileId=${owner.profileId}`,
      filters: await recipientFilters(db),
      offsets: [],
    }),
  ]
  await db.close()
  const most = Math.max(...worst)
  say(
    `\nThe slowest page took ${most.toFixed(1)} times the first of ${FEW} (at most ${TIMES_MAX}).`,
  )
  return most
}

/** Filters, with the share of the rows that each selects. */
const transferFilters: Readonly<Record<string, string>> = {
  none: '',
  'status, 96 %': '&status=outgoing_payment_sent',
  'status, 0.1 %': '&status=bounced_back',
  'two statuses, 4 %': '&status=processing,cancelled',
  'status, no row': '&status=funds_refunded',
  'sourceCurrency, 99.8 %': '&sourceCurrency=GBP',
  'sourceCurrency, 0.2 %': '&sourceCurrency=USD',
  'targetCurrency, 99.8 %': '&targetCurrency=EUR',
  'targetCurrency, 0.2 %': '&targetCurrency=PLN',
  'createdDateStart, latest half': `&createdDateStart=${daysAgo(182)}`,
  'createdDateStart, latest day': `&createdDateStart=${daysAgo(1)}`,
  'createdDateEnd, first half': `&createdDateEnd=${daysAgo(182)}`,
  'both dates, one month': `&createdDateStart=${daysAgo(212)}&createdDateEnd=${daysAgo(182)}`,
  'status 96 % and both dates': `&status=outgoing_payment_sent&createdDateStart=${daysAgo(212)}&createdDateEnd=${daysAgo(182)}`,
}

/** `created_at` is spread over the year before now, ascending with the ids. */
function daysAgo(days: number): string {
  return Temporal.Now.plainDateISO('UTC').subtract({ days }).toString()
}

async function copyTransfers(db: Database, owner: Owner, count: number): Promise<void> {
  await sendOne(owner)
  await copy(db, 'transfers', owner, count, {
    quote_id: 'gen_random_uuid()',
    customer_transaction_id: 'gen_random_uuid()::text',
    payin_session_id: 'gen_random_uuid()',
    status: `case when n % 1000 = 0 then 'bounced_back' when n % 100 between 1 and 2
      then 'processing' when n % 100 between 3 and 4 then 'cancelled' else r.status end`,
    source_currency: `case when n % 500 = 7 then 'USD' else r.source_currency end`,
    target_currency: `case when n % 500 = 8 then 'PLN' else r.target_currency end`,
    created_at: `now() - interval '365 days' * (1 - n::float8 / ${count})`,
  })
  await withoutTimeout(
    db,
    `insert into transfer_payments (profile_id, transfer_id, method, amount, currency, created_at)
     select profile_id, id, 'BALANCE', source_amount, source_currency, created_at from transfers
      where profile_id = ${owner.profileId}
         on conflict do nothing`,
  )
}

/** One transfer from quote to sent, as the service makes it. */
async function sendOne({ token, profileId, recipientId }: Owner): Promise<void> {
  const send = <T>(route: string, body?: object) => requestJson<T>(service.url, token, route, body)
  const quote = await send<{ id: string }>(`POST /v3/profiles/${profileId}/quotes`, {
    sourceCurrency: 'GBP',
    targetCurrency: 'EUR',
    sourceAmount: 100,
    targetAccount: recipientId,
  })
  const { id } = await send<{ id: number }>('POST /v1/transfers', {
    targetAccount: recipientId,
    quoteUuid: quote.id,
    customerTransactionId: crypto.randomUUID(),
    details: { reference: 'Rent' },
  })
  await send(`POST /v3/profiles/${profileId}/transfers/${id}/payments`, { type: 'BALANCE' })
  for (const step of ['funds_converted', 'outgoing_payment_sent'])
    await send(`GET /v1/simulation/transfers/${id}/${step}`)
}

async function copyRecipients(db: Database, owner: Owner, count: number): Promise<void> {
  await copy(db, 'recipients', owner, count, {
    hash: `encode(sha256(('${owner.profileId} ' || n)::bytea), 'hex')`,
    user_id: `case when n % 500 = 1 then ${OTHER_USER_SQL} else r.user_id end`,
    currency: `case when n % 500 = 2 then 'PLN' when n % 5 = 3 then 'GBP' else r.currency end`,
    type: `case when n % 500 = 4 then 'swift_code' else r.type end`,
    owned_by_customer: `n % 500 = 5`,
    active: `n % 500 <> 6`,
  })
}

/** Another user, who created some of the recipients. */
const OTHER_USER_SQL = '(select max(id) from users)'

async function recipientFilters(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.pool.query<{ id: string }>(`select ${OTHER_USER_SQL} as id`)
  const creator = `&creatorId=${rows[0]?.id}`
  return {
    none: '',
    'currency, 0.2 %': '&currency=PLN',
    'two currencies': '&currency=PLN,EUR',
    'type, 0.2 %': '&type=swift_code',
    'type, 99.8 %': '&type=iban',
    'creatorId, 0.2 %': creator,
    'ownedByCustomer, 0.2 %': '&ownedByCustomer=true',
    'ownedByCustomer, 99.8 %': '&ownedByCustomer=false',
    'not active, 0.2 %': '&active=false',
    'id,desc': '&sort=id,desc',
    'id,desc, type 0.2 %': '&sort=id,desc&type=swift_code',
    'currency,asc': '&sort=currency,asc',
    'currency,desc, type 0.2 %': '&sort=currency,desc&type=swift_code',
    'currency,asc, creatorId 0.2 %': `&sort=currency,asc${creator}`,
    'currency,asc, not active': '&sort=currency,asc&active=false',
  }
}

/** Copies the latest row of the owner. `changed` has SQL expressions of `n` for columns with other values. */
async function copy(
  db: Database,
  name: 'transfers' | 'recipients',
  { profileId }: Owner,
  count: number,
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await db.pool.query<{ column: string }>(
    `select column_name as column from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and column_name <> 'id'
        and is_generated = 'NEVER'`,
    [name],
  )
  const columns = rows.map(({ column }) => column)
  await withoutTimeout(
    db,
    `insert into ${name} (${columns.join(', ')})
     select ${columns.map((column) => changed[column] ?? `r.${column}`).join(', ')}
       from (select * from ${name} where profile_id = ${profileId} order by id desc limit 1) r,
            generate_series(2, ${count}) n`,
  )
}

/** Runs a statement that takes longer than the timeout of the service. */
async function withoutTimeout(db: Database, text: string): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(text)
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}

type Compared = {
  /** The query parameter that selects the rows of the owner. */
  ownerFilter(owner: Owner): string
  readonly filters: Readonly<Record<string, string>>
  readonly offsets: readonly number[]
}

async function compare(
  db: Database,
  few: Owner,
  many: Owner,
  name: 'transfers' | 'recipients',
  path: string,
  { ownerFilter, filters, offsets }: Compared,
): Promise<number> {
  const shallow = [few, path + ownerFilter(few)] as const
  const [middle, end] = [await idAt(db, name, many, 0.5), await idAt(db, name, many, 0.999)]
  const places: Record<string, string> = {
    first: '',
    middle: `&seekPosition=${middle}`,
    end: `&seekPosition=${end}`,
    ...Object.fromEntries(offsets.map((offset) => [`offset ${offset}`, `&offset=${offset}`])),
  }
  const [idle] = await timesOf(shallow, shallow)
  say(`\nThe first page of ${FEW} ${name}: ${idle.toFixed(1)} ms.\n`)
  let worst = 0
  const columns = [`${name}, filter`, ...Object.keys(places)]
  say(row(columns))
  say(row(columns.map(() => '---')))
  for (const [filter, query] of Object.entries(filters)) {
    const cells: string[] = []
    for (const page of Object.values(places)) {
      const [first, took] = await timesOf(shallow, [many, path + ownerFilter(many) + query + page])
      worst = Math.max(worst, took / first)
      cells.push(`${ratio(took / first)} (${ms(took)} ms)`)
    }
    say(row([filter, ...cells]))
  }
  return worst
}

async function idAt(db: Database, name: string, owner: Owner, share: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select min(id) + (${share} * (max(id) - min(id)))::bigint as id from ${name}
      where profile_id = $1`,
    [owner.profileId],
  )
  const { rows: found } = await db.pool.query<{ id: string }>(
    `select id from ${name} where profile_id = $1 and id >= $2 order by id limit 1`,
    [owner.profileId, rows[0]?.id],
  )
  return Number(found[0]?.id)
}

type Measured = readonly [owner: Owner, path: string]

/** The medians of two requests in milliseconds. They take turns, so that a busy moment slows both. */
async function timesOf(shallow: Measured, deep: Measured): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < WARM_UPS + MEASURED; n++)
    for (const [stored, measured] of [[times[0], shallow] as const, [times[1], deep] as const]) {
      const took = await timeOf(...measured)
      if (n >= WARM_UPS) stored.push(took)
    }
  return [medianOf(times[0]), medianOf(times[1])]
}

async function timeOf({ token }: Owner, path: string): Promise<number> {
  const began = performance.now()
  await requestText(service.url, token, `GET ${path}`)
  return performance.now() - began
}

function medianOf(times: readonly number[]): number {
  return latencyOf(times).p50
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  process.exitCode = (await main()) <= TIMES_MAX ? 0 : 1
} finally {
  await service.stop()
  await postgres.stop()
  await fs.rm(dataDir, { recursive: true, force: true })
}
