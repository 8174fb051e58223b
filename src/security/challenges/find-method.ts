// How a request gets past its protection: freely, with a one-time token that is cleared, or not at all
// (D30, D31). The HTTP layer asks before the use case runs, and takes the token in the use case's own
// transaction, so that a refused request keeps it and two requests with it have one effect.

import { createPublicKey, verify } from 'node:crypto'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Covered, ScaAction } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { refuseWith } from '../../kernel/refusal-side-effect.ts'
import type { Report } from '../../kernel/security-event.ts'
import { beginningOf } from '../../kernel/timer.ts'
import { hashSecret } from '../../users/index.ts'
import { findAction, type ProtectedAction } from '../actions.ts'
import {
  ChallengeRequired,
  challengeRequired,
  EnrolmentRequired,
  lockedOut,
  ReverificationRequired,
} from '../errors.ts'
import { listSigningKeys } from '../factors/factor-store.ts'
import {
  allKinds,
  challengesOf,
  clearableFrom,
  type FactorState,
  isLocked,
  kindsNeeded,
  type Risk,
  trustedFactors,
} from '../model.ts'
import { type Demand, failedSignature, issuedToken } from '../refusal-side-effects.ts'
import { lockHolder, readFactorState } from '../store.ts'
import { lowRisk } from '../timers.ts'
import { settleSigned } from './settle-cleared.ts'
import { coverText, findToken, isApprovedSince, useToken } from './token-store.ts'

export type Asked = {
  readonly action: ScaAction
  readonly caller: UserCaller
  readonly params: Readonly<Record<string, unknown>>
  /** Whether live's rules hold: in live, and in a sandbox that rehearses it (D112). */
  readonly strict: boolean
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
  /** A keyed hash of method, path and, but for GET, body: what a token is bound to. */
  readonly binding: () => string
  /** What the request would pay, as things are; `hold` first keeps it as it is until the transaction ends. */
  readonly covers: {
    look(db: Reader): Promise<Covered | undefined>
    hold(tx: Tx): Promise<Covered | undefined>
  }
  readonly report: Report
  readonly token: string | undefined
  /** Base64 of an RSA-SHA256 signature over the token. */
  readonly signature: string | undefined
}

/**
 * `unchanged`: free as the user's factors are; whoever changes factors looks at them again under the lock.
 * `spent`: the token was used for this very request, which may see what became of it, and no more.
 */
export type Way =
  | { readonly kind: 'open' }
  | { readonly kind: 'unchanged'; readonly epoch: number }
  | { readonly kind: 'token'; readonly token: string; readonly signed: boolean }
  | { readonly kind: 'spent'; readonly token: string }

const open: Way = { kind: 'open' }

/** Refuses with a challenge, for want of factors, or because the user is locked out. */
export async function findWay(
  db: Reader,
  asked: Asked,
  stateOf: (userId: Id<'user'>) => FactorState | Promise<FactorState>,
): Promise<Way> {
  const { action: name, caller, strict, now } = asked
  const action = findAction(name)
  if (action === undefined) throw new Error(`${name} is no protected action`)
  if (action.only === 'strict' && !strict) return open
  // What changes factors is let past by none of them only if there is none in this moment.
  const held =
    action.when === 'enrolled' ? readFactorState(db, caller.userId) : stateOf(caller.userId)
  const state = held instanceof Promise ? await held : held
  const demand = demandOf(asked, action.risk, state)
  if (demand === undefined) return wayWithoutFactors(asked, action, state)
  const free = await freeWay(db, asked, action, state)
  if (free !== undefined) return free
  const way = await wayByToken(db, asked, action, state)
  if (way !== undefined) return way
  if (isLocked(state, now)) throw lockedOut(state.lockedUntil, now)
  return challenge(db, asked, action, state, issuedToken)
}

const isRemoved = ({ strict }: Asked, { removalEpoch }: FactorState) =>
  strict && removalEpoch !== null

/** What is asked of the user; undefined when they have nothing that this caller could show. */
function demandOf(asked: Asked, risk: Risk, state: FactorState): Demand | undefined {
  const removed = isRemoved(asked, state)
  const usable = (removed ? trustedFactors(state) : state.factors).filter(
    // A signature is made by a program with a token of its own; other tokens are held by applications.
    ({ factor }) => factor !== 'SIGNATURE' || asked.caller.applicationId === null,
  )
  if (usable.length === 0) return undefined
  const offered = usable.map(({ factor }) => factor)
  const needed = removed ? allKinds(offered) : kindsNeeded(risk, offered)
  return { needed, offered, clearableFrom: clearableFrom(needed, usable, asked.now) }
}

/** Nothing can be asked for. Only somebody without any factor may enrol one (D30), or do it again (B 3). */
function wayWithoutFactors(asked: Asked, action: ProtectedAction, state: FactorState): Way {
  const isFirst = action.when === 'enrolled' && state.factors.length === 0
  if (isRemoved(asked, state) && !(isFirst && action.afterRemoval === 'free'))
    throw new Refusal([{ kind: ReverificationRequired }])
  if (isFirst) return { kind: 'unchanged', epoch: state.epoch }
  if (asked.strict) throw new Refusal([{ kind: EnrolmentRequired }])
  return open
}

/** The challenge was met before. */
async function freeWay(
  db: Reader,
  asked: Asked,
  { risk, waived }: ProtectedAction,
  state: FactorState,
): Promise<Way | undefined> {
  if (isRemoved(asked, state)) return undefined
  const {
    caller: { userId, tokenId },
    params,
    now,
  } = asked
  const { epoch } = state
  if (await waived?.(db, { userId, params, epoch })) return { kind: 'unchanged', epoch }
  const since = beginningOf(lowRisk, now)
  const isApproved = risk === 'low' && (await isApprovedSince(db, userId, tokenId, since, epoch))
  return isApproved ? open : undefined
}

async function wayByToken(
  db: Reader,
  asked: Asked,
  action: ProtectedAction,
  state: FactorState,
): Promise<Way | undefined> {
  const { token, signature, caller, now } = asked
  if (token === undefined) return undefined
  const row = await findToken(db, hashSecret(token), caller.userId, now)
  if (row?.binding !== asked.binding() || row.applicationId !== caller.applicationId)
    return undefined
  if (row.usedAt !== null) return { kind: 'spent', token }
  if (row.epoch !== state.epoch) return undefined
  if (row.covers !== coverText(await asked.covers.look(db))) return undefined
  // Whoever clears a token with what was there before a removal ends the mark of it.
  if (challengesOf(row).length === 0)
    return isRemoved(asked, state) ? undefined : { kind: 'token', token, signed: false }
  const signing = state.factors.find(({ factor }) => factor === 'SIGNATURE')
  if (signature === undefined || signing === undefined || !row.offered.includes('SIGNATURE'))
    return undefined
  if (isLocked(signing, now)) throw lockedOut(signing.lockedUntil, now)
  if (await isSigned(db, asked, state, token, signature))
    return { kind: 'token', token, signed: true }
  return challenge(db, asked, action, state, failedSignature)
}

async function isSigned(
  db: Reader,
  asked: Asked,
  state: FactorState,
  token: string,
  signature: string,
): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64')
  const before = isRemoved(asked, state) ? state.removalEpoch : null
  const keys = await listSigningKeys(db, asked.caller.userId)
  return keys
    .filter(({ epoch }) => before === null || epoch < before)
    .some(({ publicKey }) =>
      verify('sha256', Buffer.from(token), createPublicKey(publicKey), bytes),
    )
}

async function challenge(
  db: Reader,
  asked: Asked,
  { risk }: ProtectedAction,
  state: FactorState,
  keeping: typeof issuedToken | typeof failedSignature,
): Promise<never> {
  const { action, caller, now } = asked
  const token = asked.random.uuid()
  const kind = isRemoved(asked, state) ? ReverificationRequired : ChallengeRequired
  return refuseWith(challengeRequired(kind, token), keeping, {
    userId: caller.userId,
    applicationId: caller.applicationId,
    hash: hashSecret(token),
    action,
    risk,
    binding: asked.binding(),
    covers: coverText(await asked.covers.look(db)),
    demandOf: (latest) => demandOf(asked, risk, latest),
    now,
  })
}

/**
 * Uses the token up, in the transaction of what it opens. False when somebody was faster, when the token
 * has died since the way was found, or when the request would pay something else than was approved.
 */
export async function takeToken(
  tx: Tx,
  asked: Asked,
  { token, signed }: Extract<Way, { kind: 'token' }>,
): Promise<boolean> {
  const {
    caller: { userId, tokenId, applicationId },
    binding,
    now,
  } = asked
  // First, so that everything that can change it waits until the transaction ends.
  const covers = coverText(await asked.covers.hold(tx))
  const { epoch } = await lockHolder(tx, userId)
  const which = { hash: hashSecret(token), userId, epoch, now }
  const use = { binding: binding(), covers, applicationId, usedBy: tokenId }
  if (!(await useToken(tx, which, use))) return false
  // Other answers were settled when the last of them cleared the token.
  if (signed) await settleSigned(tx, asked)
  return true
}

/** Whether the user's factors are still as they were when the way was found. Locks them as they are. */
export async function areUnchanged(
  tx: Tx,
  { caller: { userId } }: Asked,
  { epoch }: Extract<Way, { kind: 'unchanged' }>,
): Promise<boolean> {
  return (await lockHolder(tx, userId)).epoch === epoch
}
