// Moves the sandbox's rates a little with the clock, so that an integrator tests with rates that change
// (D94). The movement is a function of time and a seed, so every process and every run has the same rates.

import { type Decimal, quotient } from '../../kernel/decimal.ts'
import { fnv1a } from '../../kernel/fnv.ts'
import type { Currency } from '../../kernel/money.ts'

export type Drift = { readonly seed: number }

/** Rates move once a minute, so that one rate table serves the requests of a minute. */
const STEP_MS = 60_000
/** A rate moves in a straight line from one point to the next, which is this many steps later. */
const STEPS_PER_POINT = 60
/**
 * In parts per million: 0.2 % up or down, a choice of this project. A rate that is recorded at one end and read at the
 * other has moved by twice as much, 0.4 %.
 */
const DRIFT_PPM_MAX = 2_000
const PPM = 1_000_000
/** More digits than a rate shows. */
const SIGNIFICANT_DIGITS = 15

/** An odd number, so that the mix maps different hashes to different numbers. */
const MIX_MULTIPLIER = 0x2c1b3c6d

/** The number of the minute that contains `at`. */
export function driftStep(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / STEP_MS)
}

/** When the minute with this number begins. */
export function stepStart(step: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(step * STEP_MS)
}

/** The rate at any moment: exactly the recorded rate at the moment of its recording, and whenever the drift is the same. */
export function driftedRate(
  rate: { readonly currency: Currency; readonly perUsd: Decimal; readonly at: Temporal.Instant },
  at: Temporal.Instant,
  { seed }: Drift,
): Decimal {
  const factorPpm = (moment: Temporal.Instant) =>
    BigInt(PPM + driftPpm(rate.currency, driftStep(moment), seed))
  const [from, to] = [factorPpm(rate.at), factorPpm(at)]
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

/** A hash of the seed, the currency and the number of the point, from -DRIFT_PPM_MAX to DRIFT_PPM_MAX. */
function pointPpm(currency: Currency, point: number, seed: number): number {
  const hash = fnv1a(`${seed}:${currency}:${point}`)
  // Mixed once more, because FNV-1a leaves the upper bits almost equal for texts that differ only at the end.
  const mixed = Math.imul(hash ^ (hash >>> 15), MIX_MULTIPLIER)
  return ((mixed >>> 0) % (2 * DRIFT_PPM_MAX + 1)) - DRIFT_PPM_MAX
}
