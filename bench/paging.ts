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
} from './paging-cards.ts'
import { copyRecipients, copyTransfers, recipientFilters, transferFilters } from './paging-rows.ts'
import { makeSenders } from './senders.ts'

/** The rows of each kind that the two profiles have. */
const MANY = numberFromEnv('BENCH_ROWS', 1_000_000)
const FEW = 1000
const PAGE_SIZE = 100
/** A page may take this many times as long as the first page of FEW rows. */
const RATIO_MAX = 3
/** Requests for each page that are not measured, and those that are. */
const WARM_UPS = 3
const REPEATS = numberFromEnv('BENCH_REPEATS', 25)
const OFFSETS = [1000, 10_000]
/** A list of disputes ends after 10,000. */
const LAST_OFFSET_OF_DISPUTES = 9900

// The data is deleted at the end, so it need not be durable.
const postgres = await startTemporaryPostgres('paging', { durable: false, log: () => undefined })
const service = await openService(postgres.url)

/** A profile with its rows. */
type Owner = Sender & {
  readonly card: { readonly token: string; readonly firstId: number }
}

/** Returns the worst ratio. */
async function main(): Promise<number> {
  await service.start()
  await service.ready()
  const db = openDatabase(postgres.url, 4, LONG_LIMITS)
  const [sender, senderOfMany] = await makeSenders(db, service.url, 2)
  if (sender === undefined || senderOfMany === undefined) throw new Error('no senders were created')
  const started = performance.now()
  const few = await copyRows(db, sender, FEW)
  const many = await copyRows(db, senderOfMany, MANY)
  const otherCard = await copyCardTransactions({ db, url: service.url }, senderOfMany, FEW)
  // Otherwise autovacuum would run during the measurements.
  await db.pool.query('vacuum analyze')
  printLine(`${MANY} rows of each kind made in ${secondsText(performance.now() - started)} s`)
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
  otherCard: Owner['card'],
): Promise<number> {
  const ratios = [
    await compareList(few, many, {
      name: 'transfers',
      path: ({ profileId }) => `/v1/transfers?limit=${PAGE_SIZE}&profile=${profileId}`,
      filters: transferFilters,
      pages: {
        ...(await pagesAfterIds(db, 'transfers', many)),
        ...Object.fromEntries(OFFSETS.map((offset) => [`offset ${offset}`, `&offset=${offset}`])),
      },
    }),
    await compareList(few, many, {
      name: 'recipients',
      path: ({ profileId }) => `/v1/accounts?size=${PAGE_SIZE}&profileId=${profileId}`,
      filters: await recipientFilters(db),
      pages: await pagesAfterIds(db, 'recipients', many),
    }),
    await compareList(few, many, {
      name: 'card transactions',
      path: cardPath,
      filters: cardTransactionFilters,
      pages: numberedPages({ middle: MANY / 2, end: MANY - PAGE_SIZE, ...byOffset(OFFSETS) }),
    }),
    await compareList(
      few,
      { ...many, card: otherCard },
      {
        name: `card transactions of another card with ${FEW}`,
        path: cardPath,
        filters: cardTransactionFilters,
        pages: numberedPages({ middle: FEW / 2, end: FEW - PAGE_SIZE }),
      },
    ),
    await compareList(few, many, {
      name: 'disputes',
      path: ({ profileId }) => `/v3/spend/profiles/${profileId}/disputes?pageSize=${PAGE_SIZE}`,
      filters: disputeFilters(many.card.firstId),
      pages: numberedPages(byOffset([1000, LAST_OFFSET_OF_DISPUTES])),
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
  /** The parameters that the query of each measured page adds, by the names of the columns. */
  readonly pages: Readonly<Record<string, string>>
}

/** Compares each page of the many rows with the first page of the few. Returns the worst ratio. */
async function compareList(
  few: Owner,
  many: Owner,
  { name, path, filters, pages }: Comparison,
): Promise<number> {
  const firstOfFew = [few, path(few)] as const
  const [firstMs] = await mediansOf(firstOfFew, firstOfFew)
  printLine(`\nThe first page of ${FEW} ${name}: ${ms(firstMs)} ms.\n`)
  let worst = 0
  const columns = [`${name}, filter`, ...Object.keys(pages)]
  printLine(row(columns))
  printLine(row(columns.map(() => '---')))
  for (const [filter, query] of Object.entries(filters)) {
    const cells: string[] = []
    for (const page of Object.values(pages)) {
      const [first, deep] = await mediansOf(firstOfFew, [many, path(many) + query + page])
      worst = Math.max(worst, deep / first)
      cells.push(`${ratio(deep / first)} (${ms(deep)} ms)`)
    }
    printLine(row([filter, ...cells]))
  }
  return worst
}

async function pagesAfterIds(
  db: Database,
  name: 'transfers' | 'recipients',
  owner: Owner,
): Promise<Record<string, string>> {
  const after = async (share: number) => `&seekPosition=${await idAt(db, name, owner, share)}`
  return { first: '', middle: await after(0.5), end: await after(0.999) }
}

function byOffset(offsets: readonly number[]): Record<string, number> {
  return Object.fromEntries(offsets.map((offset) => [`offset ${offset}`, offset]))
}

/** The first page, and those that begin after so many rows. */
function numberedPages(offsets: Readonly<Record<string, number>>): Record<string, string> {
  const pages = Object.entries(offsets).map(([name, offset]) => [
    name,
    `&pageNumber=${Math.floor(offset / PAGE_SIZE) + 1}`,
  ])
  return { first: '', ...Object.fromEntries(pages) }
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

type PageRequest = readonly [owner: Owner, path: string]

/** The medians of two requests in milliseconds. They take turns, so that a busy moment slows both. */
async function mediansOf(first: PageRequest, second: PageRequest): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < WARM_UPS + REPEATS; n++)
    for (const [stored, measured] of [[times[0], first] as const, [times[1], second] as const]) {
      const took = await requestMs(...measured)
      if (n >= WARM_UPS) stored.push(took)
    }
  return [median(times[0]), median(times[1])]
}

async function requestMs({ token }: Owner, path: string): Promise<number> {
  const began = performance.now()
  await requestText(service.url, token, `GET ${path}`)
  return performance.now() - began
}

function secondsText(ms: number): string {
  return (ms / 1000).toFixed(0)
}

try {
  process.exitCode = (await main()) <= RATIO_MAX ? 0 : 1
} finally {
  await service.stop()
  await postgres.stop()
}
