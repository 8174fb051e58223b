// One run of the kill test: starts databases, service and receiver, sends requests without a pause, and kills the
// victim at random moments.

import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/app/postgres/migrate.ts'
import { findCluster } from '../../src/app/postgres/owner.ts'
import { findRunning } from '../../src/app/postgres/server.ts'
import { invitationRetry } from '../../src/claims/timers.ts'
import { type Database, openDatabase } from '../../src/kernel/database/db.ts'
import { isDatabaseUnreachable } from '../../src/kernel/database/errors.ts'
import { audit } from '../../test/support/audit.ts'
import {
  answersClaim,
  cancelsAll,
  fillsLargeGroup,
  runBusinessScenario,
} from './business-scenarios.ts'
import type { Client } from './client-actions.ts'
import { openCluster } from './cluster.ts'
import { compareProfiles } from './compare.ts'
import {
  createProfiles,
  type ExpectedProfile,
  type ExpectedProfiles,
  type ExpectedTransfer,
  type Group,
} from './expected-profile.ts'
import {
  compareWebhooks,
  countHalfCancelled,
  countOf,
  countOpen,
  inspectDeliveries,
  inspectRows,
} from './inspect.ts'
import { runPersonalScenario } from './personal-scenarios.ts'
import { type Random, randomOf } from './random.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { type Counts, retryingClient, type Send } from './retrying-client.ts'
import { openPostgres, openService, openTree, type Service, type Victim } from './victims.ts'

/**
 * The service; its PostgreSQL; both at the same time, as the tree of processes that `npm start` starts; and the primary
 * of two servers, which is killed or frozen, and whose standby takes over.
 */
export type VictimName = 'service' | 'postgres' | 'tree' | 'primary'

type RunCounts = Counts & { audits: number; halfCancelled: number; killedUploading: number }

export type Report = RunCounts & {
  readonly victim: VictimName
  readonly kills: number
  readonly transfers: number
  readonly movements: number
  readonly groups: number
  readonly debits: number
  readonly claims: number
  readonly files: number
  /** The number of attempts of uploads without a reply. */
  readonly uploadsRepeated: number
  readonly disputes: number
  readonly deliveries: number
  /** The number of deliveries that arrived more than once. */
  readonly repeated: number
  readonly seconds: number
  readonly findings: readonly string[]
}

type Options = {
  readonly victim: VictimName
  readonly kills: number
  readonly seed: number
  readonly say: (text: string) => void
  readonly population?: Population
}

/**
 * The clients of personal and business profiles, and batch groups large enough to be killed half cancelled.
 */
type Population = {
  readonly clients: number
  readonly businessClients: number
  readonly largeGroups: number
}

/** Two clients share a personal profile; after so many scenarios each moves to the next profile. */
const CLIENTS_PER_PROFILE = 2
const SCENARIOS_PER_PROFILE = 8
const PERSONAL_PROFILES_PER_KILL = 4
const BUSINESS_PROFILES_PER_KILL = 1
const PAUSE_MAX_MS = 60

const KILL_AFTER_MS = { least: 300, most: 3000 }
/** One kill of this number happens while a large group is half cancelled. */
const KILLS_PER_CANCELLATION = 5
const CANCELLING_WITHIN_MS = 15_000
const CANCELLING_POLL_MS = 20
/** The probability of another kill while the victim is still starting. */
const KILLED_STARTING = 0.15
const STARTING_MS = { least: 30, most: 900 }

/** Longer than the longest lease and a few retries. */
const DRAINED_WITHIN_MS = 120_000
const DRAIN_POLL_MS = 250
/** Moves the sandbox clock past the time at which a link is sent again. */
const INVITATION_RETRY_SECONDS = invitationRetry.seconds + 60
/** Moves the sandbox clock past the first retry of a refused delivery. */
const DRAIN_STEP_SECONDS = 70

const populationOf = ({ population, kills }: Options): Population =>
  population ?? {
    clients: 16,
    businessClients: 5,
    largeGroups: Math.ceil(kills / KILLS_PER_CANCELLATION),
  }

/** The test reads whole tables, which is slow on a busy machine. */
const LONG_LIMITS = { runMs: 120_000, silenceMs: 150_000, statementMs: 180_000 }

type Environment = {
  readonly population: Population
  readonly victim: Victim
  readonly service: Service
  db: Database
  /** Connects `db` to the database again after a start. */
  reopen(): Promise<void>
  readonly receiver: Receiver
  readonly send: Send
  readonly counts: RunCounts
  readonly profiles: ExpectedProfiles
  /** Groups that are cancelled later, while the victim is killed. */
  readonly large: { readonly profile: ExpectedProfile; readonly group: Group }[]
  close(): Promise<void>
}

export async function runKills(options: Options): Promise<Report> {
  const started = performance.now()
  const environment = await openEnvironment(options)
  const findings: string[] = []
  let kills = 0
  try {
    const workload = startClients(environment, options.seed)
    const random = randomOf(options.seed, `kills of ${options.victim}`)
    try {
      for (let round = 0; kills < options.kills; round++) {
        await Promise.race([waitForKill(environment, workload, random, round), workload.failed])
        kills += await killOnce(environment, options, random)
        options.say(kills % 10 === 0 ? String(kills) : '.')
      }
    } finally {
      await workload.stop()
    }
    await environment.service.ready()
    findings.push(...(await settleAndCompare(environment, options.seed)))
  } catch (error) {
    findings.push((error as Error).message)
  }
  const failure = environment.service.failure()
  if (failure !== undefined) findings.push(failure)
  try {
    return await reportOf(environment, options, { kills, findings, started })
  } finally {
    await environment.close()
  }
}

async function waitForKill(
  environment: Environment,
  workload: Workload,
  random: Random,
  round: number,
): Promise<void> {
  const large = round % KILLS_PER_CANCELLATION === 1 ? environment.large.pop() : undefined
  if (large === undefined) return sleep(random.between(KILL_AFTER_MS.least, KILL_AFTER_MS.most))
  workload.add(cancelsAll({ send: environment.send, random }, large.profile, large.group))
  const until = performance.now() + CANCELLING_WITHIN_MS
  while (performance.now() < until) {
    if ((await countHalfCancelled(environment.db)) > 0) {
      environment.counts.halfCancelled++
      return
    }
    await sleep(CANCELLING_POLL_MS)
  }
}

/** Returns the number of kills: the victim may be killed again while it starts. */
async function killOnce(
  environment: Environment,
  { victim: name }: Options,
  random: Random,
): Promise<number> {
  let kills = 0
  const kill = async () => {
    if ((environment.counts.uploading ?? 0) > 0) environment.counts.killedUploading++
    await environment.victim.kill()
    kills++
    await environment.victim.start()
    if (name === 'tree' && random.chance(KILLED_STARTING)) {
      await sleep(random.between(STARTING_MS.least, STARTING_MS.most))
      await environment.victim.kill()
      kills++
      await environment.victim.start()
    }
    await environment.reopen()
    await auditOf(environment)
  }
  await kill()
  if (name === 'service' && random.chance(KILLED_STARTING)) {
    await sleep(random.between(STARTING_MS.least, STARTING_MS.most))
    await kill()
  }
  await environment.service.ready()
  return kills
}

const AUDITED_WITHIN_MS = 30_000

/** Reads the database directly, because the service may not run yet. */
async function auditOf(environment: Environment): Promise<void> {
  const until = performance.now() + AUDITED_WITHIN_MS
  for (;;) {
    try {
      await audit(environment.db)
      environment.counts.audits++
      return
    } catch (error) {
      // The connections of the audit still lead to the server that was killed.
      if (!isDatabaseUnreachable(error) || performance.now() > until) throw error
    }
  }
}

type Processes = Pick<Environment, 'victim' | 'service' | 'db'> & {
  reopened(old: Database): Promise<Database>
  close(): Promise<void>
}

async function openProcesses({ victim, seed }: Options, directory: string): Promise<Processes> {
  if (victim === 'tree') return openTreeProcesses(directory)
  const databases =
    victim === 'primary'
      ? await openCluster(directory, randomOf(seed, 'failovers'))
      : await openPostgres(directory)
  await migrate(databases.url, () => undefined)
  const db = openDatabase(databases.url, 4, LONG_LIMITS)
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

/** The address of the embedded database changes with each start. */
async function openTreeProcesses(directory: string): Promise<Processes> {
  const service = await openTree(directory)
  const open = async () => {
    await service.ready()
    const url = await findRunning(await findCluster(directory))
    if (url === undefined) throw new Error('the service is ready, but its database does not run')
    return openDatabase(url, 4, LONG_LIMITS)
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

async function openEnvironment(options: Options): Promise<Environment> {
  const { seed, victim: name, kills } = options
  const dataDir = await fs.mkdtemp(join(tmpdir(), 'godwit-kill-'))
  // Run as root, the server is another user and must be able to pass.
  await fs.chmod(dataDir, 0o711)
  const population = populationOf(options)
  const processes = await openProcesses(options, dataDir)
  const { service, victim } = processes
  const receiver = await openReceiver(randomOf(seed, `receiver of ${name}`))
  const counts: RunCounts = {
    requests: 0,
    retries: 0,
    hung: 0,
    audits: 0,
    halfCancelled: 0,
    killedUploading: 0,
  }
  const send = retryingClient(service.url, counts)
  receiver.trust((await send({ route: 'GET /v1/webhooks/public-key' })).text)
  const profiles = await createProfiles(processes.db, send, receiver.url, {
    personal: population.clients + kills * PERSONAL_PROFILES_PER_KILL,
    business: population.businessClients + 1 + kills * BUSINESS_PROFILES_PER_KILL,
  })
  const [profileOfLarge] = profiles.business
  const large: Environment['large'] = []
  const client = { send, random: randomOf(seed, 'large groups') }
  while (profileOfLarge && large.length < population.largeGroups)
    large.push({
      profile: profileOfLarge,
      group: await fillsLargeGroup(client, profileOfLarge),
    })
  const environment: Environment = {
    population,
    victim,
    service,
    db: processes.db,
    reopen: async () => {
      environment.db = await processes.reopened(environment.db)
    },
    receiver,
    send,
    counts,
    profiles,
    large,
    close: async () => {
      await service.stop()
      await receiver.stop()
      await environment.db.close()
      await processes.close()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
  return environment
}

type Workload = {
  /** Rejects when a client receives a reply that the interface does not allow. */
  readonly failed: Promise<never>
  /** Adds work that `stop` also waits for. */
  add(work: Promise<void>): void
  /** Resolves when every client has finished its scenario. */
  stop(): Promise<void>
}

type Worker = {
  readonly name: string
  /** The profile in turn `turn`; a turn is SCENARIOS_PER_PROFILE scenarios. */
  profile(turn: number): ExpectedProfile | undefined
  sendAs(client: Client, profile: ExpectedProfile): Promise<void>
}

/** The first business profile has the large groups, so no worker uses it. */
function workersOf(
  { personal, business: [, ...business] }: ExpectedProfiles,
  { clients, businessClients }: Population,
): Worker[] {
  const pairs = clients / CLIENTS_PER_PROFILE
  return [
    ...Array.from({ length: clients }, (_, client) => ({
      name: `client ${client}`,
      profile: (turn: number) =>
        personal[(Math.floor(client / CLIENTS_PER_PROFILE) + turn * pairs) % personal.length],
      sendAs: runPersonalScenario,
    })),
    ...Array.from({ length: businessClients }, (_, businessClient) => ({
      name: `business client ${businessClient}`,
      // Each turn skips as many profiles as there are clients, over a multiple of that number, so that no
      // two clients ever use one profile.
      profile: (turn: number) =>
        business[
          (businessClient + turn * businessClients) %
            (business.length - (business.length % businessClients))
        ],
      sendAs: runBusinessScenario,
    })),
  ]
}

function startClients({ send, profiles, population }: Environment, seed: number): Workload {
  let stopping = false
  const running = workersOf(profiles, population).map(async (worker) => {
    const random = randomOf(seed, worker.name)
    for (let scenario = 0; !stopping; scenario++) {
      const profile = worker.profile(Math.floor(scenario / SCENARIOS_PER_PROFILE))
      if (profile === undefined) throw new Error(`${worker.name} has no profile`)
      await worker.sendAs({ send, random }, profile)
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
    add: (work) => {
      running.push(work)
      void watch(work)
    },
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}

async function settleAndCompare(environment: Environment, seed: number): Promise<string[]> {
  const { send, service, db, receiver } = environment
  const profiles = [...environment.profiles.personal, ...environment.profiles.business]
  // Separate counts: an advance of the clock waits for the leases of killed processes, longer than a client
  // waits for a reply.
  const sendAdvance = retryingClient(service.url, { requests: 0, retries: 0, hung: 0 })
  const until = performance.now() + DRAINED_WITHIN_MS
  const token = profiles[0]?.person.token ?? ''
  const advance = (seconds: number) =>
    sendAdvance({ route: 'POST /v1/simulation/clock/advance', token, body: { seconds } })
  const findings: string[] = []
  // A kill may have interrupted the sending of links, which are sent again later.
  const client = { send, random: randomOf(seed, 'late recipients') }
  for (let late = unansweredClaims(profiles); late.length > 0; late = unansweredClaims(profiles)) {
    if (performance.now() > until) {
      findings.push(
        `${late.length} recipients got no link, the first that of transfer ${late[0]?.transfer.id}`,
      )
      break
    }
    await advance(INVITATION_RETRY_SECONDS)
    for (const { profile, transfer } of late) await answersClaim(client, profile, transfer)
    await sleep(DRAIN_POLL_MS)
  }
  while ((await countOpen(db)) > 0) {
    if (performance.now() > until) {
      findings.push(`${await countOpen(db)} events or deliveries are still open`)
      break
    }
    await advance(DRAIN_STEP_SECONDS)
    await sleep(DRAIN_POLL_MS)
  }
  await auditOf(environment)
  return [
    ...findings,
    ...(await compareProfiles(send, profiles)),
    ...(await inspectRows(db, profiles)),
    ...(await inspectDeliveries(db, receiver)),
    ...compareWebhooks(receiver, profiles),
  ]
}

/** Transfers to e-mail addresses whose recipients have not entered their account. */
function unansweredClaims(
  profiles: readonly ExpectedProfile[],
): { profile: ExpectedProfile; transfer: ExpectedTransfer }[] {
  return profiles.flatMap((profile) =>
    [...profile.transfers.values()]
      .filter(({ claim }) => claim?.answered === false)
      .map((transfer) => ({ profile, transfer })),
  )
}

type Run = {
  readonly kills: number
  readonly findings: readonly string[]
  readonly started: number
}

const nothing = {
  transfers: 0,
  movements: 0,
  groups: 0,
  debits: 0,
  claims: 0,
  files: 0,
  disputes: 0,
  deliveries: 0,
}

async function reportOf(
  { counts, db, receiver, profiles }: Environment,
  { victim }: Options,
  { started, ...run }: Run,
): Promise<Report> {
  const arrivals = [...receiver.received.values()].reduce((sum, { times }) => sum + times, 0)
  return {
    victim,
    ...run,
    ...counts,
    // If the database did not start, its rows cannot be counted; the findings report that.
    ...(await countOf(db).catch(() => nothing)),
    uploadsRepeated: profiles.personal.reduce(
      (sum, { uploads }) => sum + uploads.repeated.length,
      0,
    ),
    repeated: arrivals - receiver.received.size,
    seconds: (performance.now() - started) / 1000,
  }
}
