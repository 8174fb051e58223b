// The jobs that a benchmark sends to the load generator, and the figures of the loads of transfers.

import type { Latency } from '../figures.ts'
import type { Operation, Sender } from './lifecycle.ts'
import type { CardHolder } from './payment-load.ts'

/**
 * The kinds `closed`, `open` and `overload` run lifecycles of transfers; `get` reads one path. `perSecond` is the number of
 * lifecycles or payments that begin each second.
 */
export type Job =
  | { kind: 'baseline'; url: string; seconds: number }
  | { kind: 'get'; port: number; path: string; token: string; seconds: number }
  | { kind: 'closed'; port: number; senders: Sender[]; inFlight: number; seconds: number }
  | { kind: 'open'; port: number; senders: Sender[]; perSecond: number; seconds: number }
  | { kind: 'overload'; port: number; senders: Sender[]; perSecond: number; seconds: number }
  | { kind: 'new-connections'; port: number; sender: Sender; seconds: number }
  | { kind: 'groups'; port: number; senders: Sender[]; inFlight: number; seconds: number }
  | { kind: 'large-group'; port: number; sender: Sender }
  | {
      kind: 'fundings' | 'authorisations'
      port: number
      holders: CardHolder[]
      inFlight: number
      count: number
    }
  | {
      kind: 'open-authorisations'
      port: number
      holders: CardHolder[]
      perSecond: number
      seconds: number
    }
  /** Returns the port of the receiver. */
  | { kind: 'start-webhook-receiver' }
  /** Returns the lags of the webhooks received so far, and the number of missing ones. */
  | { kind: 'webhook-lags' }

export type Load = {
  completedPerSecond: number
  /** 2xx replies to all requests, per second. The service replies only after the writes of the request are durable. */
  durablePerSecond: number
  /** `durablePerSecond` without the replies to the simulation `processing`, which writes nothing because the transfer is already paid. */
  writesPerSecond: number
  /**
   * Lifecycles begun per second of the run. This figure is less than planned because the run also waits for the end of the last
   * lifecycles, and even less when the generator could not keep up.
   */
  offeredPerSecond: number
  latencies: Record<Operation, Latency>
  /** How many requests failed, by operation, status and code, such as `fund 409 payment.exists`. */
  errors: Record<string, number>
}

export type CountedLatency = Latency & { count: number }

export type Overload = Load & {
  /** The latency of all requests that succeeded. */
  accepted: Latency
  /** The latency of requests that were refused with 503 on open connections. */
  refused: CountedLatency
  /** The latency of requests that were refused with 503 on new connections; the generator reads some of these replies late. */
  refusedOnNewConnection: CountedLatency
  health: Latency & { max: number }
}
