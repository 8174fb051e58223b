// The side effects of this module's refusals: writes that are committed when the request is refused, while the writes of the
// use case are rolled back. Each side effect locks the user's row in security_holders first, so that concurrent answers are
// counted one after the other. Codes are counted by `countCode`, which runs in `reserve` and needs no side effect.

import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { refusalSideEffect } from '../kernel/refusal-side-effect.ts'
import { endOf } from '../kernel/timer.ts'
import { insertToken } from './challenges/token-store.ts'
import { countFailure, type Failure } from './count-failure.ts'
import { LockedOut, lockedOutRefusal, refusalUntil } from './errors.ts'
import { type Factor, type FactorState, isLocked, type Risk } from './model.ts'
import { lockHolder, readFactorState } from './store.ts'
import { oneTimeToken } from './timers.ts'

/** The factors that clear a one-time token, and the earliest time at which that is possible. */
export type FactorRequirement = {
  /** How many kinds of factor clear the token. */
  readonly needed: number
  readonly offered: readonly Factor[]
  readonly clearableFrom: Temporal.Instant
}

type NewChallenge = {
  readonly userId: Id<'user'>
  readonly applicationId: Id<'application'> | null
  readonly hash: string
  readonly action: ScaAction
  readonly risk: Risk
  readonly binding: string
  readonly covers: string | null
  /** Returns the factors that this caller has to prove; undefined when the user has no factor for the proof. */
  readonly requirementOf: (state: FactorState) => FactorRequirement | undefined
  readonly now: Temporal.Instant
}

export const failedAttempt = refusalSideEffect<Failure>({
  name: 'security.failed-attempt',
  because: 'a wrong answer that is not counted can be repeated forever',
  tables: ['security_holders', 'factor_attempts'],
  write: countFailure,
})

export const issuedToken = refusalSideEffect<NewChallenge>({
  name: 'security.issued-token',
  because: 'the refusal carries the token with which the request is to be repeated',
  tables: ['one_time_tokens', 'security_holders'],
  write: async (tx, challenge) => {
    const { userId, now } = challenge
    await lockHolder(tx, userId)
    const state = await readFactorState(tx, userId)
    if (isLocked(state, now)) return lockedOutRefusal(state, now)
    const requirement = challenge.requirementOf(state)
    // The factors were deleted in the meantime, so no token is stored: the repeated request
    // is that of a user without factors.
    if (requirement === undefined) return undefined
    if (isAfter(requirement.clearableFrom, now))
      return refusalUntil(LockedOut, requirement.clearableFrom, now)
    const expiresAt = endOf(oneTimeToken, now)
    await insertToken(tx, { ...challenge, ...requirement, epoch: state.epoch, expiresAt })
    return undefined
  },
})

/** A wrong signature counts as a wrong answer, and its refusal carries a new token as well. */
export const failedSignature = refusalSideEffect<NewChallenge>({
  name: 'security.failed-signature',
  because: 'a wrong signature is a wrong answer, and its refusal is a challenge',
  tables: ['one_time_tokens', 'security_holders', 'factor_attempts'],
  write: async (tx, challenge, report): Promise<Refusal | undefined> =>
    (await countFailure(tx, { ...challenge, factor: 'SIGNATURE' }, report)) ??
    issuedToken.write(tx, challenge, report),
})
