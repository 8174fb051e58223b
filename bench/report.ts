// Prints the figures of `npm run bench` as tables.

import { cardRows } from './cards.ts'
import { ms, perSecond, ratio, table } from './figures.ts'
import { GROUP_SIZE, LARGE_GROUP_SIZE, SINGLE_PAYMENTS } from './load-generator/batches.ts'
import type { CountedLatency, Load } from './load-generator/jobs.ts'
import { operations } from './load-generator/lifecycle.ts'
import type { Figures } from './measure.ts'

export function reportOf(figures: Figures): string {
  const { peakLoad, hotAccountLoad, threeQuarterLoad, halfLoad } = figures
  return [
    '',
    mainTable(figures),
    '',
    latencyTable('half load', halfLoad),
    '',
    latencyTable('75 %', threeQuarterLoad),
    '',
    overloadTable(figures),
    `\nerrors: ${errorsOf([...peakLoad.errors, hotAccountLoad.errors, threeQuarterLoad.errors, halfLoad.errors])}`,
  ].join('\n')
}

function mainTable({
  baseline,
  peakLoad,
  hotAccountLoad,
  threeQuarterLoad,
  groups,
  largeGroup,
  cards,
  reads,
  lag,
}: Figures): string {
  return table(
    ['measure', 'figure', 'ratio'],
    [
      ['baseline: durable one-row inserts/s', perSecond(baseline), ratio(1)],
      [
        'durable operations/s, closed loop',
        perSecond(peakLoad.durablePerSecond),
        `${ratio(peakLoad.durablePerSecond / baseline)} of baseline`,
      ],
      [
        'of these, replies to requests that wrote',
        perSecond(peakLoad.writesPerSecond),
        `${ratio(peakLoad.writesPerSecond / baseline)} of baseline`,
      ],
      ['completed transfers/s, closed loop', perSecond(peakLoad.completedPerSecond), ''],
      [
        'completed transfers/s, one hot account',
        perSecond(hotAccountLoad.completedPerSecond),
        `${ratio(hotAccountLoad.completedPerSecond / peakLoad.completedPerSecond)} of many accounts`,
      ],
      [
        'completed transfers/s, open loop at 75 %',
        perSecond(threeQuarterLoad.completedPerSecond),
        '',
      ],
      [
        `transfers paid in groups of ${GROUP_SIZE}, from quote to payment, per second`,
        perSecond(groups.paidPerSecond),
        `a group: p50 ${ms(groups.funding.p50)} ms, p99 ${ms(groups.funding.p99)} ms`,
      ],
      [
        `paying a group of ${LARGE_GROUP_SIZE} members`,
        `${ms(largeGroup.groupMs)} ms`,
        `${ratio(largeGroup.groupMs / largeGroup.singlesMs)} of ${SINGLE_PAYMENTS} single payments`,
      ],
      ...cardRows(cards),
      [
        'GET /v1/transfers/{id} per second',
        perSecond(reads.transfer),
        `${ratio(reads.transfer / reads.constant)} of a constant route`,
      ],
      [
        'webhook deliveries at half load',
        `${lag.received}, ${lag.missing} missing`,
        `lag p99 ${ms(lag.p99)} ms`,
      ],
    ],
  )
}

function errorsOf(all: readonly Readonly<Record<string, number>>[]): string {
  const errors: Record<string, number> = {}
  for (const found of all)
    for (const [name, count] of Object.entries(found)) errors[name] = (errors[name] ?? 0) + count
  return Object.keys(errors).length === 0 ? 'none' : JSON.stringify(errors)
}

function latencyTable(share: string, { latencies }: Load): string {
  return table(
    [`operation, open loop at ${share}`, 'p50 ms', 'p95 ms', 'p99 ms'],
    operations.map((name) => {
      const { p50, p95, p99 } = latencies[name]
      return [name, ms(p50), ms(p95), ms(p99)]
    }),
  )
}

function refusals({ count, p50, p99 }: CountedLatency): string {
  return `${count}, ${ms(p50)} ms, ${ms(p99)} ms`
}

/** The goals are those of decision 0011. The table measures refusals with 503, so the row of other errors leaves them out. */
function overloadTable({ overload, refusedOnNewConnection, peakLoad }: Figures): string {
  const peakPerSecond = peakLoad.completedPerSecond
  const others = Object.entries(overload.errors).filter(([name]) => !/ 503 /.test(name))
  return table(
    ['twice the load of the peak, open loop', 'figure', 'goal'],
    [
      [
        'transfers begun per second',
        perSecond(overload.offeredPerSecond),
        `${perSecond(2 * peakPerSecond)} planned`,
      ],
      [
        'completed transfers/s, of the peak',
        `${perSecond(overload.completedPerSecond)}, ${ratio(overload.completedPerSecond / peakPerSecond)}`,
        'at least 0.90',
      ],
      [
        'accepted requests: p50, p99',
        `${ms(overload.accepted.p50)} ms, ${ms(overload.accepted.p99)} ms`,
        'p99 under 1,000 ms',
      ],
      ['refused requests: count, p50, p99', refusals(overload.refused), 'under 100 ms'],
      [
        'refused on a new connection, seen by a process without load: count, p50, p99',
        refusals(refusedOnNewConnection),
        'under 100 ms',
      ],
      [
        'refused on a new connection of the load generator: count, p50, p99',
        refusals(overload.refusedOnNewConnection),
        '',
      ],
      [
        '/health: p50, p99, slowest',
        `${ms(overload.health.p50)} ms, ${ms(overload.health.p99)} ms, ${ms(overload.health.max)} ms`,
        'under 100 ms',
      ],
      [
        'other errors',
        others.length === 0 ? 'none' : JSON.stringify(Object.fromEntries(others)),
        'none',
      ],
    ],
  )
}
