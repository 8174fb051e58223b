// What a refusal may leave behind (design rule: a refused request leaves nothing else). All of it is
// decided under the lock of the user's holder row, so that no two answers are judged side by side.

import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { refusalSideEffect } from '../kernel/refusal-side-effect.ts'
import { endOf } from '../kernel/timer.ts'
import { insertToken } from './challenges/token-store.ts'
import { countFailure, type Failure } from './count-failure.ts'
import { lockedOut } from './errors.ts'
import { type Factor, type FactorState, isLocked, type Risk } from './model.ts'
import { lockHolder, readFactorState } from './store.ts'
import { oneTimeToken } from './timers.ts'

/** What a one-time token asks for, and when it could be cleared at the earliest. */
export type Demand = {
  readonly needed: number
  readonly offered: readonly Factor[]
  readonly clearableFrom: Temporal.Instant
}

export type Issue = {
  readonly userId: Id<'user'>
  readonly applicationId: Id<'application'> | null
  readonly hash: string
  readonly action: ScaAction
  readonly risk: Risk
  readonly binding: string
  readonly covers: string | null
  /** What this caller is asked for, as the user's factors are; undefined when nothing can be asked. */
  readonly demandOf: (state: FactorState) => Demand | undefined
  readonly now: Temporal.Instant
}

export const failedAttempt = refusalSideEffect<Failure>({
  name: 'security.failed-attempt',
  because: 'a wrong answer that is not counted can be repeated for ever',
  tables: ['security_holders', 'factor_attempts'],
  write: countFailure,
})

export const issuedToken = refusalSideEffect<Issue>({
  name: 'security.issued-token',
  because: 'the refusal carries the token with which the request is to be repeated',
  tables: ['one_time_tokens', 'security_holders'],
  write: async (tx, issue) => {
    const { userId, now } = issue
    await lockHolder(tx, userId)
    const state = await readFactorState(tx, userId)
    if (isLocked(state, now)) return lockedOut(state.lockedUntil, now)
    const demand = issue.demandOf(state)
    // The factors went away in the meantime: the repeated request is told what follows from that.
    if (demand === undefined) return undefined
    if (isAfter(demand.clearableFrom, now)) return lockedOut(demand.clearableFrom, now)
    const expiresAt = endOf(oneTimeToken, now)
    await insertToken(tx, { ...issue, ...demand, epoch: state.epoch, expiresAt })
    return undefined
  },
})

/** A wrong signature is a wrong answer, and its refusal carries a new token all the same. */
export const failedSignature = refusalSideEffect<Issue>({
  name: 'security.failed-signature',
  because: 'it is both: a wrong answer, and a challenge',
  tables: ['one_time_tokens', 'security_holders', 'factor_attempts'],
  write: async (tx, issue, report): Promise<Refusal | undefined> =>
    (await countFailure(tx, { ...issue, factor: 'SIGNATURE' }, report)) ??
    issuedToken.write(tx, issue, report),
})
