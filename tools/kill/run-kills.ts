// One run of the kill test: starts databases, service and receiver, keeps sending requests, and kills the
// victim at random moments.

import { setTimeout as sleep } from 'node:timers/promises'
import { countHalfCancelled, countRows } from './checks/count-rows.ts'
import {
  auditDatabase,
  type Environment,
  KILLS_PER_CANCELLATION,
  openEnvironment,
  type RunCounts,
  type RunOptions,
  type VictimName,
} from './environment.ts'
import { type Random, randomOf } from './random.ts'
import { cancelsAll } from './scenarios/batch-groups.ts'
import { settleAndCompare } from './settle-and-compare.ts'
import { startClients, type Workload } from './workload.ts'

export type Report = RunCounts & {
  readonly victim: VictimName
  readonly kills: number
  readonly transfers: number
  readonly movements: number
  readonly groups: number
  readonly debits: number
  readonly claims: number
  readonly files: number
  /** Identity documents. */
  readonly documents: number
  /** How many times an upload was sent again because an attempt got no reply, or a status of 500 or more. */
  readonly uploadsRepeated: number
  readonly disputes: number
  readonly deliveries: number
  /** The number of arrivals of deliveries that had arrived before. */
  readonly deliveriesRepeated: number
  readonly seconds: number
  readonly findings: readonly string[]
}

/** How long the clients send requests before each kill. */
const KILL_AFTER_MS = { least: 300, most: 3000 }
const CANCELLING_WITHIN_MS = 15_000
const CANCELLING_POLL_MS = 20
/** The probability of another kill while the victim is still starting. */
const KILL_AT_START_PROBABILITY = 0.15
/** How long the victim starts before it is killed again. */
const STARTING_MS = { least: 30, most: 900 }

/** Runs the kills. Returns the report; an error during the run is one of its findings. */
export async function runKills(options: RunOptions): Promise<Report> {
  const startedAt = performance.now()
  const environment = await openEnvironment(options)
  const findings: string[] = []
  let kills = 0
  try {
    const workload = startClients(environment, options.seed)
    const random = randomOf(options.seed, `kills of ${options.victim}`)
    try {
      for (let round = 0; kills < options.kills; round++) {
        await Promise.race([waitForKill(environment, workload, random, round), workload.failed])
        kills += await killVictim(environment, options, random)
        options.print(kills % 10 === 0 ? String(kills) : '.')
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
    return await reportOf(environment, options, { kills, findings, startedAt })
  } finally {
    await environment.close()
  }
}

/**
 * Waits until the victim is to be killed: a random time. In one round of `KILLS_PER_CANCELLATION` it starts the cancellation of a
 * large group instead, and waits until some members are cancelled and others not, for at most CANCELLING_WITHIN_MS.
 */
async function waitForKill(
  environment: Environment,
  workload: Workload,
  random: Random,
  round: number,
): Promise<void> {
  const large = round % KILLS_PER_CANCELLATION === 1 ? environment.largeGroups.pop() : undefined
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
async function killVictim(
  environment: Environment,
  { victim: name }: RunOptions,
  random: Random,
): Promise<number> {
  let kills = 0
  const kill = async () => {
    if ((environment.counts.uploading ?? 0) > 0) environment.counts.killedUploading++
    await environment.victim.kill()
    kills++
    await environment.victim.start()
    if (name === 'tree' && random.chance(KILL_AT_START_PROBABILITY)) {
      await sleep(random.between(STARTING_MS.least, STARTING_MS.most))
      await environment.victim.kill()
      kills++
      await environment.victim.start()
    }
    await environment.reopen()
    await auditDatabase(environment)
  }
  await kill()
  if (name === 'service' && random.chance(KILL_AT_START_PROBABILITY)) {
    await sleep(random.between(STARTING_MS.least, STARTING_MS.most))
    await kill()
  }
  await environment.service.ready()
  return kills
}

type RunResult = {
  readonly kills: number
  readonly findings: readonly string[]
  /** The time of the start (`performance.now`). */
  readonly startedAt: number
}

const zeroCounts = {
  transfers: 0,
  movements: 0,
  groups: 0,
  debits: 0,
  claims: 0,
  files: 0,
  documents: 0,
  disputes: 0,
  deliveries: 0,
}

async function reportOf(
  { counts, db, receiver, profiles }: Environment,
  { victim }: RunOptions,
  { startedAt, ...run }: RunResult,
): Promise<Report> {
  const arrivals = [...receiver.received.values()].reduce((sum, { times }) => sum + times, 0)
  return {
    victim,
    ...run,
    ...counts,
    // If the database did not start, its rows cannot be counted; the findings report that.
    ...(await countRows(db).catch(() => zeroCounts)),
    uploadsRepeated: profiles.personal.reduce(
      (sum, { uploads }) => sum + uploads.repeated.length,
      0,
    ),
    deliveriesRepeated: arrivals - receiver.received.size,
    seconds: (performance.now() - startedAt) / 1000,
  }
}
