// The rules of strong customer authentication as pure functions: which challenges a request has to clear, which factors
// count as proof, when wrong answers lock a factor, and which codes are sent.

import { createHash } from 'node:crypto'
import type { Context } from '../kernel/endpoint.ts'
import { isAfter } from '../kernel/instant.ts'
import { endOf } from '../kernel/timer.ts'
import { WRONG_ANSWERS_MAX } from './limits.ts'
import { lockOut } from './timers.ts'

/** All factors, in the order in which challenges list them. */
export const factors = ['PIN', 'FACE_MAP', 'SMS', 'SIGNATURE'] as const
export type Factor = (typeof factors)[number]

/** Two factors of the same kind prove no more than one of them. */
const kindOf: Readonly<Record<Factor, 'knowledge' | 'inherence' | 'possession'>> = {
  PIN: 'knowledge',
  FACE_MAP: 'inherence',
  SMS: 'possession',
  SIGNATURE: 'possession',
}

const kindsOf = (list: readonly Factor[]) => new Set(list.map((factor) => kindOf[factor]))

export type Risk = 'high' | 'low'

const KINDS_NEEDED: Readonly<Record<Risk, number>> = { high: 2, low: 1 }

/** How many kinds of factor a user with the factors `offered` must show: never more kinds than the user has (D30). */
export function kindsNeeded(risk: Risk, offered: readonly Factor[]): number {
  return Math.min(KINDS_NEEDED[risk], countKinds(offered))
}

/** How many kinds of factor are offered. After a removal without proof the user must show all kinds (D112). */
export function countKinds(offered: readonly Factor[]): number {
  return kindsOf(offered).size
}

/** How far a one-time token is cleared. */
export type ClearingState = {
  /** How many kinds of factor clear the token. */
  readonly needed: number
  /** The factors with which the user can clear the token. */
  readonly offered: readonly Factor[]
  /** The factors that the user has shown already. */
  readonly passed: readonly Factor[]
}

/** A factor that is still to be shown, and the factors that are accepted in its place. */
export type Challenge = { readonly primary: Factor; readonly alternatives: readonly Factor[] }

/** The challenges that the user still has to clear: one for each kind of factor that is needed and was not shown. */
export function challengesOf({ needed, offered, passed }: ClearingState): Challenge[] {
  const shown = kindsOf(passed)
  const open = factors.filter((factor) => offered.includes(factor) && !shown.has(kindOf[factor]))
  const firstOfKind = open.filter(
    (factor, index) => open.findIndex((other) => kindOf[other] === kindOf[factor]) === index,
  )
  const primaries = firstOfKind.slice(0, Math.max(0, needed - shown.size))
  const alternatives = open.filter((factor) => !primaries.includes(factor))
  return primaries.map((primary) => ({ primary, alternatives }))
}

/** Whether this factor clears a challenge that is still open (D113). */
export function hasOpenChallengeFor(state: ClearingState, factor: Factor): boolean {
  return challengesOf(state).some(
    ({ primary, alternatives }) => primary === factor || alternatives.includes(factor),
  )
}

/** Signing keys of one user (gap 111). Each is tried for every signature, so their number and length are limited. */
export const SIGNING_KEYS_MAX = 5
/** The length of an RSA key (gap 111). */
export const SIGNING_KEY_BITS_MIN = 2048
export const SIGNING_KEY_BITS_MAX = 8192
/** Characters of Base64 (D32). */
export const FACE_MAP_LENGTH_MAX = 1024 * 1024

export const PIN_FORMAT = /^[0-9]{4}$/
const CODE_DIGITS = 6
export const CODE_FORMAT = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)

/** A user, or a factor of a user. */
export type Lockable = { readonly lockedUntil: Temporal.Instant | null }

export function isLocked({ lockedUntil }: Lockable, now: Temporal.Instant): boolean {
  return lockedUntil !== null && isAfter(lockedUntil, now)
}

/** The counted answers of one factor of a user. */
export type Attempts = Lockable & { readonly failures: number }

/**
 * The count after one more wrong answer. The fifth locks the factor; after the lock the count begins anew. An answer that
 * was being checked when another answer locked the factor is counted, and does not extend the lock.
 */
export function attemptsAfterFailure(
  { failures, lockedUntil }: Attempts,
  now: Temporal.Instant,
): Attempts {
  if (isLocked({ lockedUntil }, now)) return { failures: failures + 1, lockedUntil }
  const counted = lockedUntil === null ? failures + 1 : 1
  return {
    failures: counted,
    lockedUntil: counted < WRONG_ANSWERS_MAX ? null : endOf(lockOut, now),
  }
}

export type EnrolledFactor = Lockable & {
  readonly factor: Factor
  /** The epoch that began when the factor was enrolled. */
  readonly epoch: number
}

/** Whether the rules of live mode apply: in live mode, and in a sandbox with GODWIT_SCA=strict (D112). */
export function isStrict({ mode, settings }: Pick<Context, 'mode' | 'settings'>): boolean {
  return mode === 'live' || settings.strictSca
}

/** The state of a user that decides whether a protected request is challenged. */
export type FactorState = Lockable & {
  readonly epoch: number
  /** The epoch that began with a removal without proof (D112); null without a removal, and after the removal has ended. */
  readonly removalEpoch: number | null
  readonly factors: readonly EnrolledFactor[]
}

/** The factors that count as proof: all of them, or those that were enrolled before a removal without proof. */
export function trustedFactors({ factors, removalEpoch }: FactorState): readonly EnrolledFactor[] {
  return removalEpoch === null ? factors : factors.filter(({ epoch }) => epoch < removalEpoch)
}

/** Whether answers with these factors end a removal: one of every trusted kind is needed (D112). A signature is not an answer. */
export function canEndRemoval(passed: readonly Factor[], state: FactorState): boolean {
  const trusted = trustedFactors(state).map(({ factor }) => factor)
  const shown = passed.filter((factor) => trusted.includes(factor))
  return trusted.length > 0 && kindsOf(shown).size === kindsOf(trusted).size
}

/** The earliest time at which enough of these factors are unlocked: now, or the end of a lock-out. */
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
      offered.filter((enrolled) => !isLocked(enrolled, at)).map(({ factor }) => factor),
    )
  return [now, ...ends].find(isClearable) ?? now
}

/** A signature alone clears all challenges of a token (D30). */
function canClear(needed: number, available: readonly Factor[]): boolean {
  return available.includes('SIGNATURE') || kindsOf(available).size >= needed
}

/** The whole seconds from `now` until `at`, rounded up, for `Retry-After` and `validity`. */
export function secondsUntil(at: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(0, Math.ceil(at.since(now).total('seconds')))
}

export const SANDBOX_CODE = '111111'
const CODES = 10n ** BigInt(CODE_DIGITS)

/** A code of six digits, derived from a random secret; in the sandbox always `SANDBOX_CODE`. */
export function codeFrom(mode: 'sandbox' | 'live', secret: string): string {
  if (mode === 'sandbox') return SANDBOX_CODE
  const number = BigInt(`0x${createHash('sha256').update(secret).digest('hex')}`) % CODES
  return String(number).padStart(CODE_DIGITS, '0')
}

/** Hides all but the last four digits, as in `*********8888`. */
export function obfuscatePhoneNumber(phoneNumber: string): string {
  return phoneNumber.slice(-4).padStart(phoneNumber.length, '*')
}
