// The measurements of `npm run bench`, one after the other, so that no measurement slows another. Only `measureOverload` makes two at
// once: it measures new connections during the overload.

import { fork } from 'node:child_process'
import * as events from 'node:events'
import { fileURLToPath } from 'node:url'
import { requestJson, requestText } from './api-request.ts'
import { type CardFigures, compareCards } from './cards.ts'
import { mean } from './figures.ts'
import type { RunJob } from './generator.ts'
import type { GroupLoad, LargeGroup } from './load-generator/batches.ts'
import type { CountedLatency, Load, Overload } from './load-generator/jobs.ts'
import type { Sender } from './load-generator/lifecycle.ts'
import type { CardHolder } from './load-generator/payment-load.ts'

/** The service under test, the load generators, and how long each measurement lasts. */
export type Bench = {
  readonly load: RunJob
  /** A second load generator, so that its latencies contain no wait for the work of the first one. */
  readonly idleLoad: RunJob
  readonly port: number
  readonly serviceUrl: string
  readonly postgresUrl: string
  /** Lifecycles or payments in progress at the same time. */
  readonly inFlight: number
  /** The length of each load of transfers or groups. */
  readonly seconds: number
  readonly overloadSeconds: number
}

type Senders = {
  readonly many: Sender[]
  /** One sender for a whole load, so that all its transfers debit the same balance. */
  readonly hot: Sender
  readonly holders: CardHolder[]
}

/** Numbers of webhooks, and percentiles of their lag in milliseconds. */
type Lag = { received: number; missing: number; p50: number; p95: number; p99: number }

export type Figures = {
  /** Inserts per second into the bare database. */
  readonly baseline: number
  /** Closed loop with all senders: the peak. */
  readonly peakLoad: Awaited<ReturnType<typeof measureInTurns>>['peakLoad']
  /** Closed loop with the one sender `hot`. */
  readonly hotAccountLoad: Load
  /** Open loop at 0.75 of the peak. */
  readonly threeQuarterLoad: Load
  /** Open loop at 0.5 of the peak. */
  readonly halfLoad: Load
  /** Open loop at twice the peak. */
  readonly overload: Overload
  /** Requests on new connections that are refused during the overload, as a process without load sees them. */
  readonly refusedOnNewConnection: CountedLatency
  readonly groups: GroupLoad
  readonly largeGroup: LargeGroup
  readonly cards: CardFigures
  /** Replies per second to reads of a transfer, and of a constant from a bare Fastify route. */
  readonly reads: { readonly transfer: number; readonly constant: number }
  readonly lag: Lag
}

// Choices of this project: long enough that two runs agree within a few per cent.
const TURNS = 3
const WARM_UP_SECONDS = 5
const BASELINE_SECONDS = 4
const READ_SECONDS = 5
const READ_WARM_UP_SECONDS = 2

export async function measure(bench: Bench, { many, hot, holders }: Senders): Promise<Figures> {
  const { load, port, seconds, inFlight } = bench
  const closed = { kind: 'closed', port, inFlight } as const
  await load({ ...closed, senders: many, seconds: WARM_UP_SECONDS })
  const { baseline, peakLoad } = await measureInTurns(bench, many)
  const hotAccountLoad = await load<Load>({ ...closed, senders: [hot], seconds })
  const peak = peakLoad.completedPerSecond
  const atShare = (share: number) =>
    load<Load>({ kind: 'open', port, senders: many, perSecond: Math.round(peak * share), seconds })
  const threeQuarterLoad = await atShare(0.75)
  const halfLoad = await atShare(0.5)
  const overloadFigures = await measureOverload(bench, { many, hot }, Math.round(peak * 2))
  // A sender has at most one group in progress.
  const groupsInFlight = Math.min(inFlight, many.length)
  const groups = await load<GroupLoad>({
    kind: 'groups',
    port,
    senders: many,
    inFlight: groupsInFlight,
    seconds,
  })
  const largeGroup = await load<LargeGroup>({ kind: 'large-group', port, sender: hot })
  const cards = await compareCards(bench, holders)
  const [reader] = many
  if (reader === undefined) throw new Error('no sender was created')
  const reads = await compareReads(bench, reader)
  const lag = await measureWebhookLag(bench, reader, Math.round(peak * 0.5))
  return {
    baseline,
    peakLoad,
    hotAccountLoad,
    threeQuarterLoad,
    halfLoad,
    ...overloadFigures,
    groups,
    largeGroup,
    cards,
    reads,
    lag,
  }
}

/** Overload, and at the same time refusals as a process without load sees them. */
async function measureOverload(
  { load, idleLoad, port, overloadSeconds: seconds }: Bench,
  { many, hot }: Omit<Senders, 'holders'>,
  perSecond: number,
): Promise<Pick<Figures, 'overload' | 'refusedOnNewConnection'>> {
  const [overload, refusedOnNewConnection] = await Promise.all([
    load<Overload>({ kind: 'overload', port, senders: many, perSecond, seconds }),
    idleLoad<CountedLatency>({ kind: 'new-connections', port, sender: hot, seconds }),
  ])
  return { overload, refusedOnNewConnection }
}

/** Measures the bare database and the service in turns, because the speed of a machine varies from minute to minute. */
async function measureInTurns(
  { load, port, postgresUrl: url, seconds, inFlight }: Bench,
  senders: Sender[],
) {
  const bare: number[] = []
  const loads: Load[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const baseline = { kind: 'baseline', url, seconds: BASELINE_SECONDS } as const
    bare.push((await load<{ perSecond: number }>(baseline)).perSecond)
    loads.push(
      await load<Load>({ kind: 'closed', port, inFlight, senders, seconds: seconds / TURNS }),
    )
  }
  const peakLoad = {
    completedPerSecond: mean(loads.map(({ completedPerSecond }) => completedPerSecond)),
    durablePerSecond: mean(loads.map(({ durablePerSecond }) => durablePerSecond)),
    writesPerSecond: mean(loads.map(({ writesPerSecond }) => writesPerSecond)),
    errors: loads.map(({ errors }) => errors),
  }
  return { baseline: mean(bare), peakLoad }
}

/** Reads a transfer by id, and a constant of the same bytes from a bare Fastify route. */
async function compareReads({ load, port, serviceUrl }: Bench, { token, profileId }: Sender) {
  const list = `GET /v1/transfers?profile=${profileId}&limit=1`
  const [transfer] = await requestJson<{ id: number }[]>(serviceUrl, token, list)
  const path = `/v1/transfers/${transfer?.id}`
  const text = await requestText(serviceUrl, token, `GET ${path}`)
  const constant = fork(fileURLToPath(new URL('constant-server.ts', import.meta.url)), [text])
  try {
    const [constantPort] = (await events.once(constant, 'message')) as [number]
    const measureReads = (from: number, readPath: string, seconds = READ_SECONDS) =>
      load<{ perSecond: number }>({ kind: 'get', port: from, path: readPath, token, seconds })
    // V8 compiles the code during the first runs, so their figures are not used.
    await measureReads(constantPort, '/constant', READ_WARM_UP_SECONDS)
    await measureReads(port, path, READ_WARM_UP_SECONDS)
    const first = await measureReads(constantPort, '/constant')
    const transferReads = await measureReads(port, path)
    const second = await measureReads(constantPort, '/constant')
    return {
      transfer: transferReads.perSecond,
      constant: (first.perSecond + second.perSecond) / 2,
    }
  } finally {
    constant.kill('SIGKILL')
  }
}

// After the load the benchmark waits up to 30 s for late webhooks, and reports those that are still missing.
const LAG_ATTEMPTS_MAX = 60
const LAG_INTERVAL_MS = 500

/** The lag of webhooks at half the peak load, with one subscription to every change of the sender's transfers. */
async function measureWebhookLag(
  { load, port, serviceUrl, seconds }: Bench,
  sender: Sender,
  perSecond: number,
): Promise<Lag> {
  const receiver = await load<{ port: number }>({ kind: 'start-webhook-receiver' })
  const { token, profileId } = sender
  await requestJson(serviceUrl, token, `POST /v3/profiles/${profileId}/subscriptions`, {
    name: 'bench',
    trigger_on: 'transfers#state-change',
    delivery: { version: '2.0.0', url: `http://127.0.0.1:${receiver.port}/hook` },
  })
  await load<Load>({ kind: 'open', port, senders: [sender], perSecond, seconds })
  for (let attempt = 0; attempt < LAG_ATTEMPTS_MAX; attempt++) {
    const lag = await load<Lag>({ kind: 'webhook-lags' })
    if (lag.missing === 0) return lag
    await new Promise((resolve) => setTimeout(resolve, LAG_INTERVAL_MS))
  }
  return load<Lag>({ kind: 'webhook-lags' })
}
