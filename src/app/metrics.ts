// What an operator's Prometheus reads: how many requests of each operation ended how, and how long
// they took. Each pair of operation and status class has its series bound once, so that a request
// costs less than a microsecond.

import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = {
  readonly contentType: string
  /** Counts a request that was answered; `operation` is the id of an endpoint. */
  count(operation: string, status: number, seconds: number): void
  text(): Promise<string>
}

/** From a memory hit to the patience of a client. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `ofProcess` adds what Node knows of itself; it watches the whole process, so ask for it once. */
export function createMetrics({ ofProcess = false } = {}): Metrics {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'godwit_request_seconds',
    help: 'Requests by operation and status class, and how long they took.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const series = new Map<string, ReturnType<typeof seconds.labels>[]>()
  return {
    contentType: registry.contentType,
    count(operation, status, took) {
      const hundred = Math.floor(status / 100)
      let ofOperation = series.get(operation)
      if (ofOperation === undefined) {
        ofOperation = []
        series.set(operation, ofOperation)
      }
      ofOperation[hundred] ??= seconds.labels(operation, `${hundred}xx`)
      ofOperation[hundred].observe(took)
    },
    text: () => registry.metrics(),
  }
}
