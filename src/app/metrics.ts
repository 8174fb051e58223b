// Metrics for Prometheus: a histogram of request durations by operation and status class, counts of security events and of
// dropped log entries, and Node's metrics of the process. Requests are not counted by prom-client, because it looks up the
// labels for every request (docs/benchmarks/changes.tsv).

import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

export type Metrics = {
  readonly contentType: string
  /** Counts a request when its reply is sent; `operation` is the id of an endpoint, or `none`. */
  countRequest(operation: string, status: number, seconds: number): void
  /** Counts an event of the security log by its name. */
  countSecurityEvent(name: string): void
  /** Counts requests that the log of requests has dropped, because its queue was full or a write failed. */
  countDroppedLogEntries(requests: number): void
  /** Counts entries of the security log that the console of live mode will not show. */
  countDroppedSecurityEntries(entries: number): void
  text(): Promise<string>
}

/** From a cache hit (1 ms) to the timeout of a typical client (10 s). */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The requests of one operation with one class of status. */
type Series = { readonly labels: string; readonly buckets: number[]; sum: number; count: number }

type Options = {
  /** Adds Node's metrics of the process; set it for one registry per process only. */
  readonly includesProcess?: boolean
  /** Names that are shown as 0 before the first event, so that an alert can be set on their increase. */
  readonly securityEvents?: readonly string[]
}

export function createMetrics({ includesProcess, securityEvents = [] }: Options = {}): Metrics {
  const registry = new Registry()
  const security = new Counter({
    name: 'godwit_security_events_total',
    help: 'Events of the security log, by name.',
    labelNames: ['event'],
    registers: [registry],
  })
  const dropped = new Counter({
    name: 'godwit_request_log_dropped_total',
    help: 'Requests that the log of requests dropped, because its queue was full or a write failed.',
    registers: [registry],
  })
  const droppedSecurity = new Counter({
    name: 'godwit_security_log_dropped_total',
    help: 'Entries of the security log that were not stored for the console; standard output has them.',
    registers: [registry],
  })
  for (const event of securityEvents) security.inc({ event }, 0)
  if (includesProcess) collectDefaultMetrics({ register: registry })
  /** The requests by operation, then by the first digit of the status. */
  const operations = new Map<string, Series[]>()
  const seriesOf = (operation: string, statusClass: number): Series => {
    let series = operations.get(operation)
    if (series === undefined) {
      series = []
      operations.set(operation, series)
    }
    series[statusClass] ??= createSeries(operation, statusClass)
    return series[statusClass]
  }
  return {
    contentType: registry.contentType,
    countRequest(operation, status, seconds) {
      const series = seriesOf(operation, Math.floor(status / 100))
      series.count++
      series.sum += seconds
      const bucket = BUCKETS_SECONDS.findIndex((upTo) => seconds <= upTo)
      if (bucket >= 0) series.buckets[bucket]!++
    },
    countSecurityEvent: (event) => security.inc({ event }),
    countDroppedLogEntries: (requests) => dropped.inc(requests),
    countDroppedSecurityEntries: (entries) => droppedSecurity.inc(entries),
    async text() {
      const series = [...operations.values()].flatMap((byStatus) => Object.values(byStatus))
      return `${requestSeconds(series)}\n${await registry.metrics()}`
    },
  }
}

function createSeries(operation: string, statusClass: number): Series {
  const labels = `operation="${operation}",status="${statusClass}xx"`
  return { labels, buckets: BUCKETS_SECONDS.map(() => 0), sum: 0, count: 0 }
}

const NAME = 'godwit_request_seconds'

/** A histogram in the text format of Prometheus: each bucket includes the requests of all lower buckets. */
function requestSeconds(series: readonly Series[]): string {
  const lines = [
    `# HELP ${NAME} Requests by operation and status class, and how long they took.`,
    `# TYPE ${NAME} histogram`,
  ]
  for (const { labels, buckets, sum, count } of series) {
    let below = 0
    BUCKETS_SECONDS.forEach((upTo, n) => {
      below += buckets[n] ?? 0
      lines.push(`${NAME}_bucket{le="${upTo}",${labels}} ${below}`)
    })
    lines.push(`${NAME}_bucket{le="+Inf",${labels}} ${count}`)
    lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${count}`)
  }
  return `${lines.join('\n')}\n`
}
