// Runs lifecycles in a closed loop, at a fixed rate, and at a rate beyond the capacity of the service.

import { latencyOf } from '../figures.ts'
import { httpClient, withClient } from './http-client.ts'
import type { CountedLatency, Job, Load, Overload } from './jobs.ts'
import {
  type Operation,
  operations,
  type Recorder,
  runLifecycle,
  type Sender,
} from './lifecycle.ts'
import { openLoop } from './pace.ts'

/** When a reply has no code, the name of its error contains at most this many characters of the body. */
const SHOWN_CHARACTERS_MAX = 60

type Recording = ReturnType<typeof newRecording>

/** Records the requests of one run. `load` computes its figures from the lifecycles and seconds of the run. */
export function newRecording(recordMove: Recorder['recordMove']) {
  const times = Object.fromEntries(operations.map((name) => [name, [] as number[]])) as Record<
    Operation,
    number[]
  >
  const errors: Record<string, number> = {}
  const refusedMs = { onOpenConnection: [] as number[], onNewConnection: [] as number[] }
  let durable = 0
  const recorder: Recorder = {
    recordSuccess: (operation, milliseconds) => {
      times[operation].push(milliseconds)
      durable++
    },
    recordFailure: (operation, milliseconds, { status, body, isOnNewConnection }) => {
      const onConnection = isOnNewConnection ? 'onNewConnection' : 'onOpenConnection'
      if (status === 503) refusedMs[onConnection].push(milliseconds)
      const name = `${operation} ${status} ${/"code":"([^"]+)"/.exec(body)?.[1] ?? body.slice(0, SHOWN_CHARACTERS_MAX)}`
      errors[name] = (errors[name] ?? 0) + 1
    },
    recordMove,
  }
  const load = (completed: number, offered: number, seconds: number): Load => ({
    completedPerSecond: completed / seconds,
    durablePerSecond: durable / seconds,
    writesPerSecond: (durable - times.processing.length) / seconds,
    offeredPerSecond: offered / seconds,
    latencies: Object.fromEntries(
      operations.map((name) => [name, latencyOf(times[name])]),
    ) as Load['latencies'],
    errors,
  })
  return { recorder, load, times, refusedMs }
}

/** Measures the peak: `inFlight` concurrent lifecycles, each begun when another has ended. */
export async function lifecyclesInClosedLoop(
  { port, senders, inFlight, seconds }: Job & { kind: 'closed' },
  { recorder, load }: Recording,
) {
  let begun = 0
  let completed = 0
  const started = performance.now()
  const until = started + seconds * 1000
  await withClient(port, inFlight, (http) => {
    const client = async () => {
      while (performance.now() < until)
        if (await runLifecycle(http, pick(senders, begun++), recorder)) completed++
    }
    return Promise.all(Array.from({ length: inFlight }, client))
  })
  return load(completed, begun, (performance.now() - started) / 1000)
}

type OpenLoop = Omit<Job & { kind: 'open' }, 'kind'>

/** Begins lifecycles at a fixed rate, whether or not earlier ones have ended. */
export async function lifecyclesAtRate(
  { port, senders, perSecond, seconds }: OpenLoop,
  connections: number,
  { recorder, load }: Recording,
): Promise<Load> {
  let completed = 0
  const started = performance.now()
  const begun = await withClient(port, connections, (http) =>
    openLoop({ perSecond, seconds }, async (n) => {
      if (await runLifecycle(http, pick(senders, n), recorder)) completed++
    }),
  )
  return load(completed, begun, (performance.now() - started) / 1000)
}

/** More connections than requests that the service admits, so that the service refuses the excess. */
const OVERLOAD_CONNECTIONS = 1500
const HEALTH_EVERY_MS = 50

/** An open loop beyond the capacity of the service. A refused transfer is given up, and no request is repeated. */
export async function overload(job: OpenLoop, recording: Recording): Promise<Overload> {
  const health: number[] = []
  const probe = httpClient('127.0.0.1', job.port, 1)
  let isEnded = false
  const probing = (async () => {
    while (!isEnded) {
      const started = performance.now()
      const { status } = await probe.request('GET', '/health', '')
      if (status !== 200) throw new Error(`GET /health returned ${status}`)
      health.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS))
    }
  })()
  const load = await lifecyclesAtRate(job, OVERLOAD_CONNECTIONS, recording)
  isEnded = true
  await probing
  probe.close()
  const { times, refusedMs } = recording
  return {
    ...load,
    accepted: latencyOf(Object.values(times).flat()),
    refused: countedLatency(refusedMs.onOpenConnection),
    refusedOnNewConnection: countedLatency(refusedMs.onNewConnection),
    health: { ...latencyOf(health), max: Math.max(...health) },
  }
}

export const countedLatency = (times: number[]): CountedLatency => ({
  ...latencyOf(times),
  count: times.length,
})

function pick(senders: readonly Sender[], n: number): Sender {
  return senders[n % senders.length] as Sender
}
