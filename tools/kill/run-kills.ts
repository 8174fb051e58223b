// One run: a world of its own, clients that never stop asking, and somebody who pulls plugs.

import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/app/postgres/migrate.ts'
import { findCluster } from '../../src/app/postgres/owner.ts'
import { findRunning } from '../../src/app/postgres/server.ts'
import { invitationRetry } from '../../src/claims/timers.ts'
import { type Database, openDatabase } from '../../src/kernel/database/db.ts'
import { isDatabaseAway } from '../../src/kernel/database/errors.ts'
import { audit } from '../../test/support/audit.ts'
import { type Ask, askerOf, type Counts } from './ask.ts'
import { type Book, type Books, type Group, openBooks, type Sent } from './book.ts'
import { openCluster } from './cluster.ts'
import { compareBooks } from './compare.ts'
import {
  compareNews,
  countHalfCancelled,
  countOf,
  countOpen,
  inspectDeliveries,
  inspectRows,
} from './inspect.ts'
import { answersClaim, cancelsAll, fillsLargeGroup, tellOfficeStory } from './office.ts'
import { type Random, randomOf } from './random.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { tellStory } from './stories.ts'
import type { Teller } from './tell.ts'
import { openPostgres, openService, openTree, type Service, type Victim } from './victims.ts'

/**
 * The service; its PostgreSQL; both at once, as one tree of processes that `npm start` has started; and the primary
 * of two servers, which is killed or frozen, and whose standby takes over.
 */
export type VictimName = 'service' | 'postgres' | 'tree' | 'primary'

type Tally = Counts & { audits: number; halfCancelled: number }

export type Report = Tally & {
  readonly victim: VictimName
  readonly kills: number
  readonly transfers: number
  readonly movements: number
  readonly groups: number
  readonly debits: number
  readonly claims: number
  readonly deliveries: number
  /** How often a delivery came that had come before. */
  readonly repeated: number
  readonly seconds: number
  readonly findings: readonly string[]
}

type Options = {
  readonly victim: VictimName
  readonly kills: number
  readonly seed: number
  readonly say: (text: string) => void
  readonly crowd?: Crowd
}

/** Who asks: clients of homes, clerks of offices, and groups that are large enough to be killed in the middle. */
type Crowd = { readonly clients: number; readonly clerks: number; readonly largeGroups: number }

/** Two clients share the book of a home; each book is left for the next after so many stories. */
const CLIENTS_PER_HOME = 2
const STORIES_PER_BOOK = 8
const HOMES_PER_KILL = 4
const OFFICES_PER_KILL = 1
const PAUSE_MAX_MS = 60

const KILL_AFTER_MS = { least: 300, most: 3000 }
/** Of so many kills one comes while a large group is half cancelled. */
const KILLS_PER_CANCELLATION = 5
const CANCELLING_WITHIN_MS = 15_000
const CANCELLING_POLL_MS = 20
/** So often it is killed again while it is still starting. */
const KILLED_STARTING = 0.15
const STARTING_MS = { least: 30, most: 900 }

/** The longest lease and a few rounds of retries. */
const DRAINED_WITHIN_MS = 120_000
const DRAIN_POLL_MS = 250
/** Moves the sandbox clock past the time at which a link is sent again. */
const INVITATION_RETRY_SECONDS = invitationRetry.seconds + 60
/** Moves the sandbox clock past the first retry of a refused delivery. */
const DRAIN_STEP_SECONDS = 70

const crowdOf = ({ crowd, kills }: Options): Crowd =>
  crowd ?? { clients: 16, clerks: 5, largeGroups: Math.ceil(kills / KILLS_PER_CANCELLATION) }

/** What the test itself asks reads whole tables, which takes a while on a busy machine. */
const PATIENT = { runMs: 120_000, silenceMs: 150_000, statementMs: 180_000 }

type World = {
  readonly crowd: Crowd
  readonly victim: Victim
  readonly service: Service
  db: Database
  /** After a start: makes `db` lead to the database again. */
  reopen(): Promise<void>
  readonly receiver: Receiver
  readonly ask: Ask
  readonly counts: Tally
  readonly books: Books
  /** Groups that wait to be cancelled while it is killed. */
  readonly large: { readonly book: Book; readonly group: Group }[]
  close(): Promise<void>
}

export async function runKills(options: Options): Promise<Report> {
  const started = performance.now()
  const world = await openWorld(options)
  const findings: string[] = []
  let kills = 0
  try {
    const crew = startClients(world, options.seed)
    const random = randomOf(options.seed, `kills of ${options.victim}`)
    try {
      for (let round = 0; kills < options.kills; round++) {
        await Promise.race([momentOf(world, crew, random, round), crew.failed])
        kills += await killOnce(world, options, random)
        options.say(kills % 10 === 0 ? String(kills) : '.')
      }
    } finally {
      await crew.stop()
    }
    await world.service.ready()
    findings.push(...(await settleAndCompare(world, options.seed)))
  } catch (error) {
    findings.push((error as Error).message)
  }
  const failure = world.service.failure()
  if (failure !== undefined) findings.push(failure)
  try {
    return await reportOf(world, options, { kills, findings, started })
  } finally {
    await world.close()
  }
}

async function momentOf(world: World, crew: Crew, random: Random, round: number): Promise<void> {
  const large = round % KILLS_PER_CANCELLATION === 1 ? world.large.pop() : undefined
  if (large === undefined) return sleep(random.between(KILL_AFTER_MS.least, KILL_AFTER_MS.most))
  crew.hire(cancelsAll({ ask: world.ask, random }, large.book, large.group))
  const until = performance.now() + CANCELLING_WITHIN_MS
  while (performance.now() < until) {
    if ((await countHalfCancelled(world.db)) > 0) {
      world.counts.halfCancelled++
      return
    }
    await sleep(CANCELLING_POLL_MS)
  }
}

/** Answers how many kills it came to. */
async function killOnce(world: World, { victim: name }: Options, random: Random): Promise<number> {
  let kills = 0
  const kill = async () => {
    await world.victim.kill()
    kills++
    await world.victim.start()
    if (name === 'tree' && random.chance(KILLED_STARTING)) {
      await sleep(random.between(STARTING_MS.least, STARTING_MS.most))
      await world.victim.kill()
      kills++
      await world.victim.start()
    }
    await world.reopen()
    await auditOf(world)
  }
  await kill()
  if (name === 'service' && random.chance(KILLED_STARTING)) {
    await sleep(random.between(STARTING_MS.least, STARTING_MS.most))
    await kill()
  }
  await world.service.ready()
  return kills
}

const AUDITED_WITHIN_MS = 30_000

/** Straight on the database, which is up although the service may not be. */
async function auditOf(world: World): Promise<void> {
  const until = performance.now() + AUDITED_WITHIN_MS
  for (;;) {
    try {
      await audit(world.db)
      world.counts.audits++
      return
    } catch (error) {
      // The connections of the audit may be the first to find out that their server is gone.
      if (!isDatabaseAway(error) || performance.now() > until) throw error
    }
  }
}

type Stage = Pick<World, 'victim' | 'service' | 'db'> & {
  reopened(old: Database): Promise<Database>
  close(): Promise<void>
}

async function openStage({ victim, seed }: Options, directory: string): Promise<Stage> {
  if (victim === 'tree') return openTreeStage(directory)
  const databases =
    victim === 'primary'
      ? await openCluster(directory, randomOf(seed, 'failovers'))
      : await openPostgres(directory)
  await migrate(databases.url, () => undefined)
  const db = openDatabase(databases.url, 4, PATIENT)
  const service = await openService(databases.url)
  if ('awaits' in databases) databases.awaits(() => service.ready())
  await service.start()
  await service.ready()
  return {
    victim: victim === 'service' ? service : databases,
    service,
    db,
    reopened: async (old) => old,
    close: () => databases.stop(),
  }
}

/** Each start has another address of its database. */
async function openTreeStage(directory: string): Promise<Stage> {
  const service = await openTree(directory)
  const open = async () => {
    await service.ready()
    const url = await findRunning(await findCluster(directory))
    if (url === undefined) throw new Error('the service is ready and its database does not run')
    return openDatabase(url, 4, PATIENT)
  }
  await service.start()
  return {
    victim: service,
    service,
    db: await open(),
    reopened: async (old) => {
      await old.close()
      return open()
    },
    close: async () => undefined,
  }
}

async function openWorld(options: Options): Promise<World> {
  const { seed, victim: name, kills } = options
  const dataDir = await fs.mkdtemp(join(tmpdir(), 'godwit-kill-'))
  // Run as root, the server is another user and must be able to pass.
  await fs.chmod(dataDir, 0o711)
  const crowd = crowdOf(options)
  const stage = await openStage(options, dataDir)
  const { service, victim } = stage
  const receiver = await openReceiver(randomOf(seed, `receiver of ${name}`))
  const counts: Tally = { requests: 0, retries: 0, hung: 0, audits: 0, halfCancelled: 0 }
  const ask = askerOf(service.url, counts)
  receiver.trust((await ask({ route: 'GET /v1/webhooks/public-key' })).text)
  const books = await openBooks(stage.db, ask, receiver.url, {
    homes: crowd.clients + kills * HOMES_PER_KILL,
    offices: crowd.clerks + 1 + kills * OFFICES_PER_KILL,
  })
  const [quiet] = books.offices
  const large: World['large'] = []
  const teller = { ask, random: randomOf(seed, 'large groups') }
  while (quiet && large.length < crowd.largeGroups)
    large.push({ book: quiet, group: await fillsLargeGroup(teller, quiet) })
  const world: World = {
    crowd,
    victim,
    service,
    db: stage.db,
    reopen: async () => {
      world.db = await stage.reopened(world.db)
    },
    receiver,
    ask,
    counts,
    books,
    large,
    close: async () => {
      await service.stop()
      await receiver.stop()
      await world.db.close()
      await stage.close()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
  return world
}

type Crew = {
  /** Rejects when a client was answered what the interface does not promise. */
  readonly failed: Promise<never>
  /** One more thing that somebody does, to its end. */
  hire(work: Promise<void>): void
  /** Lets every client finish its story. */
  stop(): Promise<void>
}

type Worker = {
  readonly name: string
  /** Where it writes in turn `turn`, after so many stories in the book before. */
  book(turn: number): Book | undefined
  tell(teller: Teller, book: Book): Promise<void>
}

/** The first office is that of the large groups. */
function workersOf(
  { homes, offices: [, ...offices] }: Books,
  { clients, clerks }: Crowd,
): Worker[] {
  const pairs = clients / CLIENTS_PER_HOME
  return [
    ...Array.from({ length: clients }, (_, client) => ({
      name: `client ${client}`,
      book: (turn: number) =>
        homes[(Math.floor(client / CLIENTS_PER_HOME) + turn * pairs) % homes.length],
      tell: tellStory,
    })),
    ...Array.from({ length: clerks }, (_, clerk) => ({
      name: `clerk ${clerk}`,
      // In steps of all clerks, over a whole number of them: no two ever meet in one office.
      book: (turn: number) =>
        offices[(clerk + turn * clerks) % (offices.length - (offices.length % clerks))],
      tell: tellOfficeStory,
    })),
  ]
}

function startClients({ ask, books, crowd }: World, seed: number): Crew {
  let stopping = false
  const running = workersOf(books, crowd).map(async (worker) => {
    const random = randomOf(seed, worker.name)
    for (let story = 0; !stopping; story++) {
      const book = worker.book(Math.floor(story / STORIES_PER_BOOK))
      if (book === undefined) throw new Error('there is no book to write in')
      await worker.tell({ ask, random }, book)
      await sleep(random.whole(PAUSE_MAX_MS))
    }
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  const watch = (work: Promise<void>) =>
    work.catch((error) => {
      stopping = true
      failed.reject(error)
    })
  for (const work of running) void watch(work)
  return {
    failed: failed.promise,
    hire: (work) => {
      running.push(work)
      void watch(work)
    },
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}

async function settleAndCompare(world: World, seed: number): Promise<string[]> {
  const { ask, service, db, receiver } = world
  const books = [...world.books.homes, ...world.books.offices]
  // A step of the clock waits for leases of the killed, longer than a client waits for an answer.
  const moveOn = askerOf(service.url, { requests: 0, retries: 0, hung: 0 })
  const until = performance.now() + DRAINED_WITHIN_MS
  const token = books[0]?.person.token ?? ''
  const move = (seconds: number) =>
    moveOn({ route: 'POST /v1/simulation/clock/advance', token, body: { seconds } })
  const findings: string[] = []
  // Those whose links were cut off by a kill get another one in time.
  const teller = { ask, random: randomOf(seed, 'late recipients') }
  for (let late = unheard(books); late.length > 0; late = unheard(books)) {
    if (performance.now() > until) {
      findings.push(`${late.length} recipients were never asked, the first of ${late[0]?.sent.id}`)
      break
    }
    await move(INVITATION_RETRY_SECONDS)
    for (const { book, sent } of late) await answersClaim(teller, book, sent)
    await sleep(DRAIN_POLL_MS)
  }
  while ((await countOpen(db)) > 0) {
    if (performance.now() > until) {
      findings.push(`${await countOpen(db)} events or deliveries are still open`)
      break
    }
    await move(DRAIN_STEP_SECONDS)
    await sleep(DRAIN_POLL_MS)
  }
  await auditOf(world)
  return [
    ...findings,
    ...(await compareBooks(ask, books)),
    ...(await inspectRows(db, books)),
    ...(await inspectDeliveries(db, receiver)),
    ...compareNews(receiver, books),
  ]
}

/** Transfers whose recipients have not said yet where the money is to go. */
function unheard(books: readonly Book[]): { book: Book; sent: Sent }[] {
  return books.flatMap((book) =>
    [...book.transfers.values()]
      .filter(({ claim }) => claim?.answered === false)
      .map((sent) => ({ book, sent })),
  )
}

type Run = {
  readonly kills: number
  readonly findings: readonly string[]
  readonly started: number
}

const nothing = { transfers: 0, movements: 0, groups: 0, debits: 0, claims: 0, deliveries: 0 }

async function reportOf(
  { counts, db, receiver }: World,
  { victim }: Options,
  { started, ...run }: Run,
): Promise<Report> {
  const arrivals = [...receiver.received.values()].reduce((sum, { times }) => sum + times, 0)
  return {
    victim,
    ...run,
    ...counts,
    // A database that did not come back cannot count; the findings say so.
    ...(await countOf(db).catch(() => nothing)),
    repeated: arrivals - receiver.received.size,
    seconds: (performance.now() - started) / 1000,
  }
}
