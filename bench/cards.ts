// Compares card payments with transfers: both take money from a balance, so an authorisation should cost no more than a
// funding.

import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Database } from '../src/kernel/database/db.ts'
import { issueCard } from '../tools/kill/scenarios/cards.ts'
import { mean, ms, perSecond, ratio } from './figures.ts'
import type { RunJob } from './generator.ts'
import type { Sender } from './load-generator/lifecycle.ts'
import type { CardHolder, PaymentLoad } from './load-generator/payment-load.ts'

type CardBench = {
  readonly load: RunJob
  readonly port: number
  readonly inFlight: number
  readonly seconds: number
}

export type CardFigures = {
  readonly fundingsPerSecond: number
  readonly authorisationsPerSecond: number
  /** The load and its latency at half of `authorisationsPerSecond`. */
  readonly halfLoad: PaymentLoad
}

const TURNS = 3
/** The payments of a warm-up, as a share of those of a turn. */
const WARM_UP_SHARE = 0.2
/** A turn sends this many payments for each second of `BENCH_SECONDS`, so that both kinds of payment have equal turns. */
const PAYMENTS_PER_SECOND = 250
/** Linux writes dirty pages after 30 s (`vm.dirty_expire_centisecs`). The half load lasts longer, so that it includes these writes. */
const HALF_LOAD_SECONDS_MIN = 40
/** Longer than the 5 s after which the embedded server vacuums and analyses the tables that have grown (`autovacuum_naptime`). */
const SETTLE_MS = 8000

/** Gives each sender a card with high limits. The service must have started, because it creates the data keys. */
export async function issueCards(db: Database, senders: readonly Sender[]): Promise<CardHolder[]> {
  const holders: CardHolder[] = []
  for (const sender of senders) {
    const { token: cardToken, pan } = await issueCard(db, sender.profileId)
    holders.push({ ...sender, cardToken, pan })
  }
  return holders
}

/** Fundings and authorisations take turns, because the speed of a machine varies from minute to minute. */
export async function compareCards(
  { load, port, inFlight, seconds }: CardBench,
  holders: CardHolder[],
): Promise<CardFigures> {
  const run = async (kind: 'fundings' | 'authorisations', count: number) =>
    (await load<PaymentLoad>({ kind, port, holders, inFlight, count })).perSecond
  const count = Math.ceil(seconds * PAYMENTS_PER_SECOND)
  const fundings: number[] = []
  const authorisations: number[] = []
  await run('fundings', Math.ceil(count * WARM_UP_SHARE))
  await run('authorisations', Math.ceil(count * WARM_UP_SHARE))
  for (let turn = 0; turn < TURNS; turn++) {
    fundings.push(await run('fundings', count))
    authorisations.push(await run('authorisations', count))
  }
  const authorisationsPerSecond = mean(authorisations)
  // The full load leaves work that would disturb the half load: some 200 MB of new pages, which Linux would write in
  // one go, and statistics of ten tables, which take one of two processors for a second.
  await promisify(execFile)('sync')
  await sleep(SETTLE_MS)
  const halfLoad = await load<PaymentLoad>({
    kind: 'open-authorisations',
    port,
    holders,
    perSecond: Math.round(authorisationsPerSecond / 2),
    seconds: Math.max(seconds, HALF_LOAD_SECONDS_MIN),
  })
  return { fundingsPerSecond: mean(fundings), authorisationsPerSecond, halfLoad }
}

/** The rows of the table of figures. */
export function cardRows({
  fundingsPerSecond,
  authorisationsPerSecond,
  halfLoad,
}: CardFigures): string[][] {
  return [
    [
      'fundings of prepared transfers per second, without other load',
      perSecond(fundingsPerSecond),
      '',
    ],
    [
      'card authorisations per second, without other load',
      perSecond(authorisationsPerSecond),
      `${ratio(authorisationsPerSecond / fundingsPerSecond)} of fundings`,
    ],
    [
      'card authorisations, open loop at half load',
      perSecond(halfLoad.perSecond),
      `p50 ${ms(halfLoad.p50)} ms, p99 ${ms(halfLoad.p99)} ms`,
    ],
  ]
}
