// `npm run bench:paging`: compares pages of a profile with a million rows of each kind (transfers, recipients, payments with
// one card, disputes) with the first page of a profile with a thousand, over HTTP. No page may take more than three times
// as long as that first page.

import { type Database, openDatabase } from '../src/kernel/database/db.ts'
import { numberFromEnv } from '../test/support/number-from-env.ts'
import { LONG_LIMITS, startTemporaryPostgres } from '../test/support/temporary-postgres.ts'
import { openService } from '../tools/kill/processes/victims.ts'
import { requestText } from './api-request.ts'
import { median, ms, printLine, ratio, row } from './figures.ts'
import type { Sender } from './load-generator/lifecycle.ts'
import {
  cardTransactionFilters,
  copyCardTransactions,
  copyDisputes,
  disputeFilters,
  type PaidCard,
} from './paging-cards.ts'
import {
  copyRecipients,
  copyTransfers,
  recipientFilters,
  recipientOrders,
  transferFilters,
} from './paging-rows.ts'
import { makeSenders } from './senders.ts'

/** The rows of each kind that the two profiles have. */
const MANY = numberFromEnv('BENCH_ROWS', 1_000_000)
const FEW = 1000
const PAGE_SIZE = 100
/** The connections of the benchmark to the database. */
const CONNECTIONS_MAX = 4
/** A page may take this many times as long as the first page of FEW rows. */
const RATIO_MAX = 3
/** The first requests for each page are not measured: V8 still compiles code, and PostgreSQL plans statements. */
const WARM_UPS = 3
/** Measured requests for each page. */
const REPEATS = numberFromEnv('BENCH_REPEATS', 25)
/** Offsets of measured pages, in rows. */
const FIRST_OFFSET = 1000
const OFFSETS = [FIRST_OFFSET, 10_000]
/** The offset of the last full page of disputes, in rows: the list ends after 10,000. */
const LAST_OFFSET_OF_DISPUTES = 9900

// The data is deleted at the end, so it need not be durable.
const postgres = await startTemporaryPostgres('paging', { durable: false, log: () => undefined })
const service = await openService(postgres.url)

/** A profile with its rows. */
type Owner = Sender & { readonly card: PaidCard }

/** Returns the worst ratio. */
async function main(): Promise<number> {
  await service.start()
  await service.ready()
  const db = openDatabase(postgres.url, CONNECTIONS_MAX, LONG_LIMITS)
  const [sender, senderOfMany] = await makeSenders(db, service.url, 2)
  if (sender === undefined || senderOfMany === undefined) throw new Error('no senders were created')
  const startedAt = performance.now()
  const few = await copyRows(db, sender, FEW)
  const many = await copyRows(db, senderOfMany, MANY)
  const otherCard = await copyCardTransactions({ db, url: service.url }, senderOfMany, FEW)
  // Otherwise autovacuum would run during the measurements.
  await db.pool.query('vacuum analyze')
  printLine(`${MANY} rows of each kind made in ${secondsText(performance.now() - startedAt)} s`)
  const worst = await compareLists(db, few, many, otherCard)
  await db.close()
  printLine(
    `\nThe slowest page took ${worst.toFixed(1)} times the first of ${FEW} (at most ${RATIO_MAX}).`,
  )
  return worst
}

/** `otherCard` is another card of the owner of many rows. Returns the worst ratio of all lists. */
async function compareLists(
  db: Database,
  few: Owner,
  many: Owner,
  otherCard: PaidCard,
): Promise<number> {
  const transferPages = {
    ...(await pagesAfterIds(db, many, 'transfers', 'id')),
    ...Object.fromEntries(OFFSETS.map((offset) => [`offset ${offset}`, `&offset=${offset}`])),
  }
  const recipientPages = await pagesByOrder(db, many)
  const ratios = [
    await compareList(few, many, {
      name: 'transfers',
      path: ({ profileId }) => `/v1/transfers?limit=${PAGE_SIZE}&profile=${profileId}`,
      filters: transferFilters,
      pagesFor: () => transferPages,
    }),
    await compareList(few, many, {
      name: 'recipients',
      path: ({ profileId }) => `/v1/accounts?size=${PAGE_SIZE}&profileId=${profileId}`,
      filters: await recipientFilters(db),
      pagesFor: (query) => recipientPages.get(sortIn(query)) ?? {},
    }),
    await compareList(few, many, {
      name: 'card transactions',
      path: cardPath,
      filters: cardTransactionFilters,
      pagesFor: () =>
        numberedPages({ middle: MANY / 2, end: MANY - PAGE_SIZE, ...byOffset(OFFSETS) }),
    }),
    await compareList(
      few,
      { ...many, card: otherCard },
      {
        name: `card transactions of another card with ${FEW}`,
        path: cardPath,
        filters: cardTransactionFilters,
        pagesFor: () => numberedPages({ middle: FEW / 2, end: FEW - PAGE_SIZE }),
      },
    ),
    await compareList(few, many, {
      name: 'disputes',
      path: ({ profileId }) => `/v3/spend/profiles/${profileId}/disputes?pageSize=${PAGE_SIZE}`,
      filters: disputeFilters(many.card.firstId),
      pagesFor: () => numberedPages(byOffset([FIRST_OFFSET, LAST_OFFSET_OF_DISPUTES])),
    }),
  ]
  return Math.max(...ratios)
}

async function copyRows(db: Database, sender: Sender, count: number): Promise<Owner> {
  const bench = { db, url: service.url }
  await copyTransfers(bench, sender, count)
  await copyRecipients(bench, sender, count)
  const card = await copyCardTransactions(bench, sender, count)
  await copyDisputes(bench, sender, card, count)
  return { ...sender, card }
}

function cardPath({ profileId, card }: Owner): string {
  return `/v3/spend/profiles/${profileId}/cards/${card.token}/transactions?pageSize=${PAGE_SIZE}`
}

type Comparison = {
  readonly name: string
  /** Path and query of the first page. */
  path(owner: Owner): string
  readonly filters: Readonly<Record<string, string>>
  /** The measured pages of the list with the parameters of a filter. */
  pagesFor(query: string): Pages
}

/** The parameters that the query of each page adds, by the names of the columns. */
type Pages = Readonly<Record<string, string>>

/** Compares each page of the many rows with the first page of the few. Returns the worst ratio. */
async function compareList(
  few: Owner,
  many: Owner,
  { name, path, filters, pagesFor }: Comparison,
): Promise<number> {
  const firstOfFew = [few, path(few)] as const
  const [firstMs] = await mediansOf(firstOfFew, firstOfFew)
  printLine(`\nThe first page of ${FEW} ${name}: ${ms(firstMs)} ms.\n`)
  let worst = 0
  const columns = [`${name}, filter`, ...Object.keys(pagesFor(''))]
  printLine(row(columns))
  printLine(row(columns.map(() => '---')))
  for (const [filter, query] of Object.entries(filters)) {
    const cells: string[] = []
    for (const page of Object.values(pagesFor(query))) {
      const [firstPageMs, pageMs] = await mediansOf(firstOfFew, [many, path(many) + query + page])
      worst = Math.max(worst, pageMs / firstPageMs)
      cells.push(`${ratio(pageMs / firstPageMs)} (${ms(pageMs)} ms)`)
    }
    printLine(row([filter, ...cells]))
  }
  return worst
}

/** The pages of recipients in each order. */
async function pagesByOrder(db: Database, owner: Owner): Promise<ReadonlyMap<string, Pages>> {
  const entries: [string, Pages][] = []
  for (const [sort, orderBy] of Object.entries(recipientOrders))
    entries.push([sort, await pagesAfterIds(db, owner, 'recipients', orderBy)])
  return new Map(entries)
}

function sortIn(query: string): string {
  return new URLSearchParams(query).get('sort') ?? 'id,asc'
}

async function pagesAfterIds(
  db: Database,
  owner: Owner,
  table: 'transfers' | 'recipients',
  orderBy: string,
): Promise<Pages> {
  const after = async (share: number) => {
    const skipped = Math.floor(share * MANY)
    const { rows } = await db.pool.query<{ id: string }>(
      `select id from ${table} where profile_id = $1 order by ${orderBy} offset $2 limit 1`,
      [owner.profileId, skipped],
    )
    if (rows[0] === undefined) throw new Error(`${table}: no row after ${skipped} others`)
    return `&seekPosition=${rows[0].id}`
  }
  return { first: '', middle: await after(0.5), end: await after(0.999) }
}

function byOffset(offsets: readonly number[]): Record<string, number> {
  return Object.fromEntries(offsets.map((offset) => [`offset ${offset}`, offset]))
}

/** The first page, and one page for each offset, in rows. */
function numberedPages(offsets: Readonly<Record<string, number>>): Pages {
  const pages = Object.entries(offsets).map(([name, offset]) => [
    name,
    `&pageNumber=${Math.floor(offset / PAGE_SIZE) + 1}`,
  ])
  return { first: '', ...Object.fromEntries(pages) }
}

type PageRequest = readonly [owner: Owner, path: string]

/** The medians of two requests in milliseconds. The requests alternate, so that a busy moment slows both. */
async function mediansOf(first: PageRequest, second: PageRequest): Promise<[number, number]> {
  const firstTimesMs: number[] = []
  const secondTimesMs: number[] = []
  for (let n = 0; n < WARM_UPS + REPEATS; n++) {
    const firstMs = await requestMs(...first)
    const secondMs = await requestMs(...second)
    if (n < WARM_UPS) continue
    firstTimesMs.push(firstMs)
    secondTimesMs.push(secondMs)
  }
  return [median(firstTimesMs), median(secondTimesMs)]
}

async function requestMs({ token }: Owner, path: string): Promise<number> {
  const startedAt = performance.now()
  await requestText(service.url, token, `GET ${path}`)
  return performance.now() - startedAt
}

function secondsText(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(0)
}

try {
  process.exitCode = (await main()) <= RATIO_MAX ? 0 : 1
} finally {
  await service.stop()
  await postgres.stop()
}
