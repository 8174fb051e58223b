// What a refusal may leave behind (design rule: a refused request leaves nothing else). All of it is
// decided under the lock of the user's holder row, so that no two answers are judged side by side.

import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { kept } from '../kernel/refused.ts'
import { endOf } from '../kernel/timer.ts'
import { lockedOut } from './errors.ts'
import { afterFailure, type Factor, isLocked, kindsNeeded, type Risk } from './model.ts'
import { lockHolder, readStance, setHolder } from './store.ts'
import { oneTimeToken } from './timers.ts'
import { insertToken } from './token-store.ts'

type Failure = { readonly userId: Id<'user'>; readonly now: Temporal.Instant }

type Issue = {
  readonly userId: Id<'user'>
  readonly hash: string
  readonly action: ScaAction
  readonly risk: Risk
  readonly binding: string
  /** Which of the user's factors this caller could show. */
  readonly usable: (enrolled: readonly Factor[]) => readonly Factor[]
  readonly now: Temporal.Instant
}

/** The fifth in a row is also a lock-out, by which all open one-time tokens die (D31a). */
export const failedAttempt = kept<Failure>({
  name: 'security.failed-attempt',
  because: 'a wrong answer that is not counted can be repeated for ever',
  tables: ['security_holders'],
  write: async (tx, { userId, now }) => {
    const holder = await lockHolder(tx, userId)
    await setHolder(tx, userId, afterFailure(holder, now))
    return isLocked(holder, now) ? lockedOut(holder, now) : undefined
  },
})

export const issuedToken = kept<Issue>({
  name: 'security.issued-token',
  because: 'the refusal carries the token with which the request is to be repeated',
  tables: ['one_time_tokens', 'security_holders'],
  write: async (tx, issue) => {
    const { userId, now, usable } = issue
    const holder = await lockHolder(tx, userId)
    if (isLocked(holder, now)) return lockedOut(holder, now)
    const offered = usable((await readStance(tx, userId)).enrolled)
    // The factors went away in the meantime: the repeated request needs none.
    if (offered.length === 0) return undefined
    const needed = kindsNeeded(issue.risk, offered)
    const expiresAt = endOf(oneTimeToken, now)
    await insertToken(
      tx,
      userId,
      { ...issue, epoch: holder.epoch, needed, offered, expiresAt },
      now,
    )
    return undefined
  },
})

/** A wrong signature is a wrong answer, and its refusal carries a new token all the same. */
export const failedSignature = kept<Issue>({
  name: 'security.failed-signature',
  because: 'it is both: a wrong answer, and a challenge',
  tables: ['one_time_tokens', 'security_holders'],
  write: async (tx, issue, report): Promise<Refusal | undefined> =>
    (await failedAttempt.write(tx, issue, report)) ?? issuedToken.write(tx, issue, report),
})
