// Rates of the sandbox that move a little all the time, so that an integrator meets moving rates (D94).
// A rate is a function of the clock and a seed: every process has the same, and so has every run.

import { type Decimal, quotient } from '../../kernel/decimal.ts'
import type { Currency } from '../../kernel/money.ts'

export type Drift = { readonly seed: number }

/** Rates move once a minute, so that a table of them lives long enough to be kept. */
const STEP_MS = 60_000
/** Between these points a rate moves in a straight line. */
const STEPS_PER_POINT = 60
/** A rate is at most 0.2 % away from what was noted, in parts per million. */
const DRIFT_PPM_MAX = 2_000
const PPM = 1_000_000
const SIGNIFICANT_DIGITS = 15

/** The number of the minute, which all rates of the minute share. */
export function driftStep(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / STEP_MS)
}

/** When such a minute begins. */
export function stepStart(step: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(step * STEP_MS)
}

/** What a rate that was noted at one moment has become at another. At its own moment it is exact. */
export function driftedRate(
  rate: { readonly currency: Currency; readonly perUsd: Decimal; readonly at: Temporal.Instant },
  at: Temporal.Instant,
  { seed }: Drift,
): Decimal {
  const [from, to] = [rate.at, at].map((moment) =>
    BigInt(PPM + driftPpm(rate.currency, driftStep(moment), seed)),
  ) as [bigint, bigint]
  if (from === to) return rate.perUsd
  const { digits, scale } = rate.perUsd
  return quotient({ digits: digits * to, scale }, { digits: from, scale: 0 }, SIGNIFICANT_DIGITS)
}

function driftPpm(currency: Currency, step: number, seed: number): number {
  const point = Math.floor(step / STEPS_PER_POINT)
  const [before, after] = [pointPpm(currency, point, seed), pointPpm(currency, point + 1, seed)]
  const share = (step - point * STEPS_PER_POINT) / STEPS_PER_POINT
  return Math.round(before + (after - before) * share)
}

/** FNV-1a over seed, currency and hour, from -DRIFT_PPM_MAX to DRIFT_PPM_MAX. */
function pointPpm(currency: Currency, point: number, seed: number): number {
  let hash = 0x811c9dc5
  for (const character of `${seed}:${currency}:${point}`) {
    hash ^= character.charCodeAt(0)
    hash = Math.imul(hash, 0x01000193)
  }
  // The last characters hardly move the upper bits, so they are mixed once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash >>> 0) % (2 * DRIFT_PPM_MAX + 1)) - DRIFT_PPM_MAX
}
