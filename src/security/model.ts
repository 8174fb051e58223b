// Pure rules of strong customer authentication: which challenges a request meets, and when a user is
// locked out.

import { createHash } from 'node:crypto'
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

export type Risk = 'high' | 'low'

const KINDS_NEEDED: Readonly<Record<Risk, number>> = { high: 2, low: 1 }

/** How many kinds of factor are asked of somebody who has these: never more than they have (D30). */
export function kindsNeeded(risk: Risk, offered: readonly Factor[]): number {
  return Math.min(KINDS_NEEDED[risk], new Set(offered.map((factor) => kindOf[factor])).size)
}

export type Asking = {
  readonly needed: number
  readonly offered: readonly Factor[]
  readonly passed: readonly Factor[]
}

/** What is still to be cleared: one factor, or one of those that may be shown instead. */
export type Challenge = { readonly primary: Factor; readonly alternatives: readonly Factor[] }

export function challengesOf({ needed, offered, passed }: Asking): Challenge[] {
  const shown = new Set(passed.map((factor) => kindOf[factor]))
  const open = factors.filter((each) => offered.includes(each) && !shown.has(kindOf[each]))
  const firstOfKind = open.filter(
    (factor, at) => open.findIndex((each) => kindOf[each] === kindOf[factor]) === at,
  )
  const primaries = firstOfKind.slice(0, Math.max(0, needed - shown.size))
  const alternatives = open.filter((factor) => !primaries.includes(factor))
  return primaries.map((primary) => ({ primary, alternatives }))
}

const WRONG_ANSWERS_MAX = 5
export const PHONE_CREATIONS_MAX = 3
export const SIGNING_KEYS_MAX = 5
export const SIGNING_KEY_BITS_MIN = 2048
export const SIGNING_KEY_BITS_MAX = 8192
export const FACE_MAP_LENGTH_MAX = 1024 * 1024

/** What is counted of a user. */
export type Holder = {
  readonly epoch: number
  readonly failures: number
  readonly lockedUntil: Temporal.Instant | null
}

export function isLocked(
  { lockedUntil }: Pick<Holder, 'lockedUntil'>,
  now: Temporal.Instant,
): boolean {
  return lockedUntil !== null && isAfter(lockedUntil, now)
}

/**
 * The holder after one more wrong answer. The fifth in a row locks out; one that was on its way when
 * somebody else's locked out is counted, and changes nothing else.
 */
export function afterFailure(holder: Holder, now: Temporal.Instant): Holder {
  if (isLocked(holder, now)) return { ...holder, failures: holder.failures + 1 }
  const failures = holder.lockedUntil === null ? holder.failures + 1 : 1
  if (failures < WRONG_ANSWERS_MAX) return { ...holder, failures, lockedUntil: null }
  const lockedUntil = endOf(lockOut, now)
  return { epoch: holder.epoch + 1, failures, lockedUntil }
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
