// The environment of one run of the kill test: databases, service, receiver of webhooks, and the profiles of its clients.

import * as fs from 'node:fs/promises'
import { migrate } from '../../src/app/postgres/migrate.ts'
import { requireCluster } from '../../src/app/postgres/owner.ts'
import { findRunningUrl } from '../../src/app/postgres/server.ts'
import { type Database, openDatabase } from '../../src/kernel/database/db.ts'
import { isDatabaseUnreachable } from '../../src/kernel/database/errors.ts'
import { audit } from '../../test/support/audit.ts'
import { makeDataDir } from '../../test/support/temporary-postgres.ts'
import type { Client } from './client/actions.ts'
import {
  createProfiles,
  type ExpectedGroup,
  type ExpectedProfile,
  type ExpectedProfiles,
} from './client/expected-profile.ts'
import { type Counts, retryingClient, type Send } from './client/retrying-client.ts'
import { openCluster } from './processes/cluster.ts'
import { openReceiver, type Receiver } from './processes/receiver.ts'
import {
  openPostgres,
  openService,
  openTree,
  type Service,
  type Victim,
} from './processes/victims.ts'
import { randomOf } from './random.ts'
import { fillsLargeGroup } from './scenarios/batch-groups.ts'

/**
 * The processes that are killed. `tree`: the service and its PostgreSQL at the same time, as `npm start` starts them.
 * `primary`: the primary of two database servers, which is killed or frozen, and whose standby takes over.
 */
export type VictimName = 'service' | 'postgres' | 'tree' | 'primary'

export type RunCounts = Counts & {
  /** The audits that have passed. */
  audits: number
  /** Kills while some members of a group were cancelled and others not. */
  halfCancelled: number
  /** Kills during an upload. */
  killedUploading: number
}

export type RunOptions = {
  readonly victim: VictimName
  readonly kills: number
  readonly seed: number
  readonly print: (text: string) => void
  readonly population?: Population
}

/** The numbers of clients of personal and business profiles, and of batch groups large enough to be killed half cancelled. */
export type Population = {
  readonly clients: number
  readonly businessClients: number
  readonly largeGroups: number
}

/** The connections of the test to the database. */
const CONNECTIONS_MAX = 4
/** A run with more kills lasts longer, and its clients move to more profiles (`SCENARIOS_PER_PROFILE`). */
const PERSONAL_PROFILES_PER_KILL = 4
const BUSINESS_PROFILES_PER_KILL = 1
/** One kill in this many happens while a large group is half cancelled. */
export const KILLS_PER_CANCELLATION = 5

const populationOf = ({ population, kills }: RunOptions): Population =>
  population ?? {
    clients: 16,
    businessClients: 5,
    largeGroups: Math.ceil(kills / KILLS_PER_CANCELLATION),
  }

/** Long limits, because the test reads whole tables, which is slow on a busy machine. */
const READING_LIMITS = { runMs: 120_000, silenceMs: 150_000, statementMs: 180_000 }

export type Environment = {
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
  readonly largeGroups: { readonly profile: ExpectedProfile; readonly group: ExpectedGroup }[]
  close(): Promise<void>
}

/** How long the audit is repeated while its connections lead to a server that was killed. A choice of this test. */
const AUDITED_WITHIN_MS = 30_000

/**
 * Runs the audit on the database directly, because the service may not run yet. Throws when an invariant is broken, or the
 * database is not reached within AUDITED_WITHIN_MS.
 */
export async function auditDatabase(environment: Environment): Promise<void> {
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
  reopen(old: Database): Promise<Database>
  close(): Promise<void>
}

async function openProcesses({ victim, seed }: RunOptions, directory: string): Promise<Processes> {
  if (victim === 'tree') return openTreeProcesses(directory)
  const databases =
    victim === 'primary'
      ? await openCluster(directory, randomOf(seed, 'failovers'))
      : await openPostgres(directory)
  await migrate(databases.url, () => undefined)
  const db = openDatabase(databases.url, CONNECTIONS_MAX, READING_LIMITS)
  const service = await openService(databases.url)
  if ('setWaitForService' in databases) databases.setWaitForService(() => service.ready())
  await service.start()
  await service.ready()
  return {
    victim: victim === 'service' ? service : databases,
    service,
    db,
    reopen: async (old) => old,
    close: () => databases.stop(),
  }
}

/** The service starts its embedded database, whose address changes with each start: `reopen` looks it up. */
async function openTreeProcesses(directory: string): Promise<Processes> {
  const service = await openTree(directory)
  const open = async () => {
    await service.ready()
    const url = await findRunningUrl(await requireCluster(directory))
    if (url === undefined) throw new Error('the service is ready, but its database does not run')
    return openDatabase(url, CONNECTIONS_MAX, READING_LIMITS)
  }
  await service.start()
  return {
    victim: service,
    service,
    db: await open(),
    reopen: async (old) => {
      await old.close()
      return open()
    },
    close: async () => undefined,
  }
}

export async function openEnvironment(options: RunOptions): Promise<Environment> {
  const { seed, victim: name, kills } = options
  const dataDir = await makeDataDir('kill')
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
    // One more than the clients need: the first has the large groups, and no client uses it.
    business: 1 + population.businessClients + kills * BUSINESS_PROFILES_PER_KILL,
  })
  const client = { send, random: randomOf(seed, 'large groups') }
  const largeGroups = await fillLargeGroups(client, profiles, population)
  const environment: Environment = {
    population,
    victim,
    service,
    db: processes.db,
    reopen: async () => {
      environment.db = await processes.reopen(environment.db)
    },
    receiver,
    send,
    counts,
    profiles,
    largeGroups,
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

/** All large groups belong to the first business profile. */
async function fillLargeGroups(
  client: Client,
  { business: [profile] }: ExpectedProfiles,
  { largeGroups: count }: Population,
): Promise<Environment['largeGroups']> {
  const groups: Environment['largeGroups'] = []
  while (profile && groups.length < count)
    groups.push({ profile, group: await fillsLargeGroup(client, profile) })
  return groups
}
