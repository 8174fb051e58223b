// One run: a world of its own, clients that never stop asking, and somebody who pulls plugs.

import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/app/migrate.ts'
import { type Database, openDatabase } from '../../src/kernel/db.ts'
import { audit } from '../../test/support/audit.ts'
import { type Ask, askerOf, type Counts } from './ask.ts'
import { type Book, openBooks } from './book.ts'
import { compareBooks } from './compare.ts'
import { compareNews, countOf, countOpen, inspectDeliveries, inspectRows } from './inspect.ts'
import { type Random, randomOf } from './random.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { tellStory } from './stories.ts'
import { openPostgres, openService, type Postgres, type Service } from './victims.ts'

export type VictimName = 'service' | 'postgres'

type Tally = Counts & { audits: number }

export type Report = Tally & {
  readonly victim: VictimName
  readonly kills: number
  readonly transfers: number
  readonly movements: number
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
}

const CLIENTS = 16
/** Two clients share a book; each book is left for the next after so many stories. */
const CLIENTS_PER_BOOK = 2
const STORIES_PER_BOOK = 8
const BOOKS_PER_KILL = 4
const PAUSE_MAX_MS = 60

const KILL_AFTER_MS = { least: 300, most: 3000 }
/** So often it is killed again while it is still starting. */
const KILLED_STARTING = 0.15
const STARTING_MS = { least: 30, most: 900 }

/** The longest lease and a few rounds of retries. */
const DRAINED_WITHIN_MS = 120_000
const DRAIN_POLL_MS = 250
/** Moves the sandbox clock past the first retry of a refused delivery. */
const DRAIN_STEP_SECONDS = 70

type World = {
  readonly postgres: Postgres
  readonly service: Service
  readonly db: Database
  readonly receiver: Receiver
  readonly ask: Ask
  readonly counts: Tally
  readonly books: readonly Book[]
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
      while (kills < options.kills) {
        await Promise.race([
          sleep(random.between(KILL_AFTER_MS.least, KILL_AFTER_MS.most)),
          crew.failed,
        ])
        kills += await killOnce(world, options, random)
        options.say(kills % 10 === 0 ? String(kills) : '.')
      }
    } finally {
      await crew.stop()
    }
    await world.service.ready()
    findings.push(...(await settleAndCompare(world)))
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

/** Answers how many kills it came to. */
async function killOnce(world: World, { victim: name }: Options, random: Random): Promise<number> {
  let kills = 0
  const kill = async () => {
    await world[name].kill()
    kills++
    await world[name].start()
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

/** Straight on the database, which is up although the service may not be. */
async function auditOf(world: World): Promise<void> {
  await audit(world.db)
  world.counts.audits++
}

async function openWorld({ seed, victim, kills }: Options): Promise<World> {
  const dataDir = await fs.mkdtemp(join(tmpdir(), 'godwit-kill-'))
  // Run as root, the server is another user and must be able to pass.
  await fs.chmod(dataDir, 0o711)
  const postgres = await openPostgres(dataDir)
  await migrate(postgres.url, () => undefined)
  const db = openDatabase(postgres.url, 4)
  const receiver = await openReceiver(randomOf(seed, `receiver of ${victim}`))
  const service = await openService(postgres.url)
  await service.start()
  await service.ready()
  const counts: Tally = { requests: 0, retries: 0, hung: 0, audits: 0 }
  const ask = askerOf(service.url, counts)
  receiver.trust((await ask({ route: 'GET /v1/webhooks/public-key' })).text)
  const books = await openBooks(db, ask, receiver.url, CLIENTS + kills * BOOKS_PER_KILL)
  const close = async () => {
    await service.stop()
    await receiver.stop()
    await db.close()
    await postgres.stop()
    await fs.rm(dataDir, { recursive: true, force: true })
  }
  return { postgres, service, db, receiver, ask, counts, books, close }
}

type Crew = {
  /** Rejects when a client was answered what the interface does not promise. */
  readonly failed: Promise<never>
  /** Lets every client finish its story. */
  stop(): Promise<void>
}

function startClients({ ask, books }: World, seed: number): Crew {
  let stopping = false
  const running = Array.from({ length: CLIENTS }, async (_, client) => {
    const random = randomOf(seed, `client ${client}`)
    for (let story = 0; !stopping; story++) {
      const pair = Math.floor(client / CLIENTS_PER_BOOK)
      const turn = Math.floor(story / STORIES_PER_BOOK)
      const book = books[(pair + turn * (CLIENTS / CLIENTS_PER_BOOK)) % books.length]
      if (book === undefined) throw new Error('there is no book to write in')
      await tellStory({ ask, random }, book)
      await sleep(random.whole(PAUSE_MAX_MS))
    }
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  for (const client of running)
    client.catch((error) => {
      stopping = true
      failed.reject(error)
    })
  return {
    failed: failed.promise,
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}

async function settleAndCompare(world: World): Promise<string[]> {
  const { ask, service, db, books, receiver } = world
  // A step of the clock waits for leases of the killed, longer than a client waits for an answer.
  const moveOn = askerOf(service.url, { requests: 0, retries: 0, hung: 0 })
  const until = performance.now() + DRAINED_WITHIN_MS
  const token = books[0]?.person.token ?? ''
  const findings: string[] = []
  while ((await countOpen(db)) > 0) {
    if (performance.now() > until) {
      findings.push(`${await countOpen(db)} events or deliveries are still open`)
      break
    }
    const body = { seconds: DRAIN_STEP_SECONDS }
    await moveOn({ route: 'POST /v1/simulation/clock/advance', token, body })
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

type Run = {
  readonly kills: number
  readonly findings: readonly string[]
  readonly started: number
}

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
    ...(await countOf(db).catch(() => ({ transfers: 0, movements: 0, deliveries: 0 }))),
    repeated: arrivals - receiver.received.size,
    seconds: (performance.now() - started) / 1000,
  }
}
