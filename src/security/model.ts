// Pure rules of strong customer authentication: which challenges a request meets, and when wrong answers
// lock a factor or a user.

import { createHash } from 'node:crypto'
import type { Context } from '../kernel/endpoint.ts'
import { isAfter } from '../kernel/instant.ts'
import { endOf } from '../kernel/timer.ts'
import { lockOut } from './timers.ts'

/** In the order in which they are asked for. */
export const factors = ['PIN', 'FACE_MAP', 'SMS', 'SIGNATURE'] as const
export type Factor = (typeof factors)[number]

/** Two factors of one kind prove no more than one of them. */
const kindOf: Readonly<Record<Factor, 'knowledge' | 'inherence' | 'possession'>> = {
  PIN: 'knowledge',
  FACE_MAP: 'inherence',
  SMS: 'possession',
  SIGNATURE: 'possession',
}

const kindsOf = (some: readonly Factor[]) => new Set(some.map((factor) => kindOf[factor]))

export type Risk = 'high' | 'low'

const KINDS_NEEDED: Readonly<Record<Risk, number>> = { high: 2, low: 1 }

/** How many kinds of factor are asked of somebody who has these: never more than they have (D30). */
export function kindsNeeded(risk: Risk, offered: readonly Factor[]): number {
  return Math.min(KINDS_NEEDED[risk], kindsOf(offered).size)
}

/** After a deletion that nobody proved, every kind that was there before it is asked for (D112). */
export function allKinds(offered: readonly Factor[]): number {
  return kindsOf(offered).size
}

export type Asking = {
  readonly needed: number
  readonly offered: readonly Factor[]
  readonly passed: readonly Factor[]
}

/** What is still to be cleared: one factor, or one of those that may be shown instead. */
export type Challenge = { readonly primary: Factor; readonly alternatives: readonly Factor[] }

export function challengesOf({ needed, offered, passed }: Asking): Challenge[] {
  const shown = kindsOf(passed)
  const open = factors.filter((each) => offered.includes(each) && !shown.has(kindOf[each]))
  const firstOfKind = open.filter(
    (factor, at) => open.findIndex((each) => kindOf[each] === kindOf[factor]) === at,
  )
  const primaries = firstOfKind.slice(0, Math.max(0, needed - shown.size))
  const alternatives = open.filter((factor) => !primaries.includes(factor))
  return primaries.map((primary) => ({ primary, alternatives }))
}

/** Whether some challenge that is not cleared yet can be cleared by this factor (D113). */
export function asksFor(asking: Asking, factor: Factor): boolean {
  return challengesOf(asking).some(
    ({ primary, alternatives }) => primary === factor || alternatives.includes(factor),
  )
}

/** Wrong codes of one factor after which that factor is locked (D113). */
const WRONG_ANSWERS_MAX = 5
/** Wrong answers over all factors within a day after which the user is locked (D113). */
export const WRONG_ANSWERS_DAILY_MAX = 10
/** Codes sent to clear one-time tokens, in ten minutes (D113). */
export const CODES_SENT_MAX = 5
export const PHONE_CREATIONS_MAX = 3
export const SIGNING_KEYS_MAX = 5
export const SIGNING_KEY_BITS_MIN = 2048
export const SIGNING_KEY_BITS_MAX = 8192
export const FACE_MAP_LENGTH_MAX = 1024 * 1024

/** A user, or one of their factors. */
export type Lockable = { readonly lockedUntil: Temporal.Instant | null }

export function isLocked({ lockedUntil }: Lockable, now: Temporal.Instant): boolean {
  return lockedUntil !== null && isAfter(lockedUntil, now)
}

/** What is counted of one factor of a user. */
export type Attempts = Lockable & { readonly failures: number }

/**
 * The count after one more wrong answer. The fifth locks the factor; one that was on its way when another
 * one locked it is counted, and changes nothing else.
 */
export function afterFailure({ failures, lockedUntil }: Attempts, now: Temporal.Instant): Attempts {
  if (isLocked({ lockedUntil }, now)) return { failures: failures + 1, lockedUntil }
  const counted = lockedUntil === null ? failures + 1 : 1
  return {
    failures: counted,
    lockedUntil: counted < WRONG_ANSWERS_MAX ? null : endOf(lockOut, now),
  }
}

export type EnrolledFactor = Lockable & {
  readonly factor: Factor
  /** The epoch that began with its enrolment. */
  readonly epoch: number
}

/** Whether live's rules hold: in live, and in a sandbox that rehearses them (D112). */
export function isStrict({ mode, settings }: Pick<Context, 'mode' | 'settings'>): boolean {
  return mode === 'live' || settings.scaRehearsed
}

/** What of a user decides how a protected request is answered. */
export type FactorState = Lockable & {
  readonly epoch: number
  /** The epoch that began with a deletion that nobody proved; null when there is no such deletion. */
  readonly removalEpoch: number | null
  readonly factors: readonly EnrolledFactor[]
}

/** The factors that prove the user: all of them, or those from before a deletion that nobody proved. */
export function trustedFactors({ factors, removalEpoch }: FactorState): readonly EnrolledFactor[] {
  return removalEpoch === null ? factors : factors.filter(({ epoch }) => epoch < removalEpoch)
}

/** Whether answers by these factors verify a user again: one of every kind that is trusted (D112). */
export function provesAgain(passed: readonly Factor[], state: FactorState): boolean {
  const trusted = trustedFactors(state).map(({ factor }) => factor)
  const shown = passed.filter((factor) => trusted.includes(factor))
  return trusted.length > 0 && kindsOf(shown).size === kindsOf(trusted).size
}

/** When enough of these factors are not locked: now, or the end of a lock-out. */
export function clearableFrom(
  needed: number,
  offered: readonly EnrolledFactor[],
  now: Temporal.Instant,
): Temporal.Instant {
  const ends = offered
    .flatMap(({ lockedUntil }) => (lockedUntil && isAfter(lockedUntil, now) ? [lockedUntil] : []))
    .sort(Temporal.Instant.compare)
  const isClearable = (at: Temporal.Instant) =>
    canClear(
      needed,
      offered.filter((each) => !isLocked(each, at)).map(({ factor }) => factor),
    )
  return [now, ...ends].find(isClearable) ?? now
}

/** A signature clears all challenges of a token by itself (D30). */
function canClear(needed: number, available: readonly Factor[]): boolean {
  return available.includes('SIGNATURE') || kindsOf(available).size >= needed
}

/** Whole seconds from `now` until `at`, rounded up: what Retry-After and validity say. */
export function secondsUntil(at: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(0, Math.ceil(at.since(now).total('seconds')))
}

const SANDBOX_CODE = '111111'
const CODE_SPACE = 1_000_000n
const CODE_DIGITS = 6

/** Six digits made of a fresh secret; in the sandbox always the same. */
export function codeOf(mode: 'sandbox' | 'live', secret: string): string {
  if (mode === 'sandbox') return SANDBOX_CODE
  const number = BigInt(`0x${createHash('sha256').update(secret).digest('hex')}`) % CODE_SPACE
  return String(number).padStart(CODE_DIGITS, '0')
}

/** `*********8888`. */
export function obfuscated(phoneNumber: string): string {
  return phoneNumber.slice(-4).padStart(phoneNumber.length, '*')
}
