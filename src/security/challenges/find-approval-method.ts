// Decides how a request to a protected operation is approved: without a challenge, or by a one-time token that is cleared
// or signed. Refuses other requests, as a rule with a new challenge (D30, D31). The HTTP layer (`src/app/http/approval.ts`)
// calls `findApprovalMethod` before the use case runs, and `useOneTimeToken` in the transaction of the use case, so that a
// refused request does not use up its token, and only one of two requests with the same token has an effect.

import { createPublicKey, verify } from 'node:crypto'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { CoveredPayment, ScaAction } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { refuseWith } from '../../kernel/refusal-side-effect.ts'
import type { Report } from '../../kernel/security-event.ts'
import { beginningOf } from '../../kernel/timer.ts'
import { hashSecret } from '../../users/index.ts'
import { findAction, type ProtectedAction } from '../actions.ts'
import {
  ChallengeRequired,
  challengeRefusal,
  EnrolmentRequired,
  ReverificationRequired,
  refuseLocked,
} from '../errors.ts'
import { listSigningKeys } from '../factors/factor-store.ts'
import {
  challengesOf,
  clearableFrom,
  countKinds,
  type FactorState,
  kindsNeeded,
  type Risk,
  trustedFactors,
} from '../model.ts'
import { type FactorRequirement, failedSignature, issuedToken } from '../refusal-side-effects.ts'
import { lockHolder, readFactorState } from '../store.ts'
import { lowRisk } from '../timers.ts'
import { recordSignedToken } from './record-cleared-token.ts'
import {
  coverText,
  findToken,
  hasLowRiskApproval,
  markTokenUsed,
  type TokenRow,
} from './token-store.ts'

/** A request to an operation that needs approval. */
export type ProtectedRequest = {
  readonly action: ScaAction
  readonly caller: UserCaller
  readonly params: Readonly<Record<string, unknown>>
  /** Whether the rules of live mode apply: in live mode, and in a sandbox with GODWIT_SCA=strict (D112). */
  readonly isStrict: boolean
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
  /** A keyed hash of method, path and content (`src/app/http/approval.ts`). A token approves only requests with this hash. */
  readonly binding: () => string
  /** The payment that the request would make. `lockAndRead` also locks its rows until the transaction ends. */
  readonly covers: {
    read(db: Reader): Promise<CoveredPayment | undefined>
    lockAndRead(tx: Tx): Promise<CoveredPayment | undefined>
  }
  readonly report: Report
  readonly token: string | undefined
  /** Base64 of an RSA-SHA256 signature over the token. */
  readonly signature: string | undefined
}

/**
 * How a request is approved.
 * `factorsUnchanged`: without a challenge, if the user's factors are still the same in the transaction.
 * `alreadyUsed`: the token was used for the same request. The use case runs only to refuse; its work is rolled back.
 */
export type ApprovalMethod =
  | { readonly kind: 'notNeeded' }
  | { readonly kind: 'factorsUnchanged'; readonly epoch: number }
  | { readonly kind: 'token'; readonly token: string; readonly isSigned: boolean }
  | { readonly kind: 'alreadyUsed'; readonly token: string }

const notNeeded: ApprovalMethod = { kind: 'notNeeded' }

/**
 * Refuses a request that needs a challenge, with a new one-time token; with LockedOut while the user, or a factor without
 * which the token cannot be cleared, is locked; and under the rules of live mode with EnrolmentRequired or
 * ReverificationRequired when the user has no factor that this caller can use and the action requires one. A wrong signature
 * is counted as a wrong answer. `cachedStateOf` may return a state that is up to `CACHE_LIFETIME_MS` old.
 */
export async function findApprovalMethod(
  db: Reader,
  request: ProtectedRequest,
  cachedStateOf: (userId: Id<'user'>) => FactorState | Promise<FactorState>,
): Promise<ApprovalMethod> {
  const { action: name, caller, isStrict, now } = request
  const action = findAction(name)
  if (action === undefined) throw new Error(`${name} is not a protected action`)
  if (action.only === 'strict' && !isStrict) return notNeeded
  // An action with `enrolled` needs no challenge while the user has no factor. A cached state could miss a factor that another
  // process has just enrolled, so the state is read from the database.
  const found =
    action.when === 'enrolled' ? readFactorState(db, caller.userId) : cachedStateOf(caller.userId)
  // Most payers have no factor and a cached state, so most payments need no `await` here.
  const state = found instanceof Promise ? await found : found
  const requirement = requirementOf(request, action.risk, state)
  if (requirement === undefined) return methodWithoutFactors(request, action, state)
  const unchallenged = await methodWithoutChallenge(db, request, action, state)
  if (unchallenged !== undefined) return unchallenged
  const byToken = await methodByToken(db, request, action, state)
  if (byToken !== undefined) return byToken
  refuseLocked(state, now)
  return refuseWithChallenge(db, request, { risk: action.risk, state, sideEffect: issuedToken })
}

/** Whether the user must end a removal without proof before this request can be approved (D112). */
const mustReverify = ({ isStrict }: ProtectedRequest, { removalEpoch }: FactorState) =>
  isStrict && removalEpoch !== null

/** Returns the factors that the user has to prove; undefined when the user has no factor that this caller can use. */
function requirementOf(
  request: ProtectedRequest,
  risk: Risk,
  state: FactorState,
): FactorRequirement | undefined {
  const isReverification = mustReverify(request, state)
  const usable = (isReverification ? trustedFactors(state) : state.factors).filter(
    // Only the user's program, which has a personal token, can sign. Applications send all other tokens.
    ({ factor }) => factor !== 'SIGNATURE' || request.caller.applicationId === null,
  )
  if (usable.length === 0) return undefined
  const offered = usable.map(({ factor }) => factor)
  const needed = isReverification ? countKinds(offered) : kindsNeeded(risk, offered)
  return { needed, offered, clearableFrom: clearableFrom(needed, usable, request.now) }
}

/**
 * Returns the method for a user who has no factor that this caller can use. `enrolled` actions of a user without any
 * factor need no approval, so that the user can enrol the first factor (D30); under strict rules after a removal without
 * proof, only those with `afterRemoval` (B 3). Strict rules refuse all other requests, permissive rules let them run.
 */
function methodWithoutFactors(
  request: ProtectedRequest,
  action: ProtectedAction,
  state: FactorState,
): ApprovalMethod {
  const isExempt = action.when === 'enrolled' && state.factors.length === 0
  if (mustReverify(request, state) && !(isExempt && action.afterRemoval === 'unprotected'))
    throw new Refusal([{ kind: ReverificationRequired }])
  if (isExempt) return { kind: 'factorsUnchanged', epoch: state.epoch }
  if (request.isStrict) throw new Refusal([{ kind: EnrolmentRequired }])
  return notNeeded
}

/** Returns undefined unless a challenge that the user cleared earlier still counts for this request. */
async function methodWithoutChallenge(
  db: Reader,
  request: ProtectedRequest,
  { risk, isWaived }: ProtectedAction,
  state: FactorState,
): Promise<ApprovalMethod | undefined> {
  if (mustReverify(request, state)) return undefined
  const {
    caller: { userId, tokenId },
    params,
    now,
  } = request
  const { epoch } = state
  if (await isWaived?.(db, { userId, params, epoch })) return { kind: 'factorsUnchanged', epoch }
  const since = beginningOf(lowRisk, now)
  const isApproved =
    risk === 'low' && (await hasLowRiskApproval(db, { userId, usedBy: tokenId, since, epoch }))
  return isApproved ? notNeeded : undefined
}

/**
 * Returns undefined unless the request has a token that was issued for it. The token must be used already, or be cleared
 * or signed and cover the payment.
 */
async function methodByToken(
  db: Reader,
  request: ProtectedRequest,
  { risk }: ProtectedAction,
  state: FactorState,
): Promise<ApprovalMethod | undefined> {
  const { token, caller, now } = request
  if (token === undefined) return undefined
  const row = await findToken(db, hashSecret(token), caller.userId, now)
  if (row?.binding !== request.binding() || row.applicationId !== caller.applicationId)
    return undefined
  if (row.usedAt !== null) return { kind: 'alreadyUsed', token }
  if (row.epoch !== state.epoch) return undefined
  if (row.covers !== coverText(await request.covers.read(db))) return undefined
  if (challengesOf(row).length > 0)
    return methodBySignature(db, request, { risk, state, token, row })
  // Clearing a token with factors from before a removal ends the removal (`recordClearedToken`). If the removal still
  // stands, this token was cleared with later factors, which prove nothing.
  return mustReverify(request, state) ? undefined : { kind: 'token', token, isSigned: false }
}

type UnclearedToken = {
  readonly risk: Risk
  readonly state: FactorState
  readonly token: string
  readonly row: TokenRow
}

/** Returns undefined when the request has no signature, or a signature cannot clear its token. Refuses a wrong signature. */
async function methodBySignature(
  db: Reader,
  request: ProtectedRequest,
  { risk, state, token, row }: UnclearedToken,
): Promise<ApprovalMethod | undefined> {
  const { signature, now } = request
  const signatureFactor = state.factors.find(({ factor }) => factor === 'SIGNATURE')
  const canSign = signatureFactor !== undefined && row.offered.includes('SIGNATURE')
  if (signature === undefined || !canSign) return undefined
  refuseLocked(signatureFactor, now)
  if (await isValidSignature(db, request, state, { token, signature }))
    return { kind: 'token', token, isSigned: true }
  return refuseWithChallenge(db, request, { risk, state, sideEffect: failedSignature })
}

async function isValidSignature(
  db: Reader,
  request: ProtectedRequest,
  state: FactorState,
  { token, signature }: { readonly token: string; readonly signature: string },
): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64')
  const trustedBefore = mustReverify(request, state) ? state.removalEpoch : null
  const keys = await listSigningKeys(db, request.caller.userId)
  return keys
    .filter(({ epoch }) => trustedBefore === null || epoch < trustedBefore)
    .some(({ publicKey }) =>
      verify('sha256', Buffer.from(token), createPublicKey(publicKey), bytes),
    )
}

type ChallengeInput = {
  readonly risk: Risk
  readonly state: FactorState
  readonly sideEffect: typeof issuedToken | typeof failedSignature
}

/** Refuses the request with a new one-time token. */
async function refuseWithChallenge(
  db: Reader,
  request: ProtectedRequest,
  { risk, state, sideEffect }: ChallengeInput,
): Promise<never> {
  const { action, caller, now } = request
  const token = request.random.uuid()
  const kind = mustReverify(request, state) ? ReverificationRequired : ChallengeRequired
  return refuseWith(challengeRefusal(kind, token), sideEffect, {
    userId: caller.userId,
    applicationId: caller.applicationId,
    hash: hashSecret(token),
    action,
    risk,
    binding: request.binding(),
    covers: coverText(await request.covers.read(db)),
    requirementOf: (latest) => requirementOf(request, risk, latest),
    now,
  })
}

/**
 * Marks the token as used, in the transaction of the request that it approves. Returns false when a concurrent
 * request used the token first, when the token has expired or the user's epoch has changed, or when the payment differs
 * from the approved payment.
 */
export async function useOneTimeToken(
  tx: Tx,
  request: ProtectedRequest,
  { token, isSigned }: Extract<ApprovalMethod, { kind: 'token' }>,
): Promise<boolean> {
  const {
    caller: { userId, tokenId, applicationId },
    binding,
    now,
  } = request
  // The payment is locked before it is compared, so that no concurrent request changes it until this transaction ends.
  const covers = coverText(await request.covers.lockAndRead(tx))
  const { epoch } = await lockHolder(tx, userId)
  const key = { hash: hashSecret(token), userId, epoch, now }
  const use = { binding: binding(), covers, applicationId, usedBy: tokenId }
  if (!(await markTokenUsed(tx, key, use))) return false
  // Answers other than a signature were recorded when they cleared the token.
  if (isSigned) await recordSignedToken(tx, request)
  return true
}

/** Locks the user's factors. Returns whether they are the same as when the approval method was found. */
export async function areFactorsUnchanged(
  tx: Tx,
  { caller: { userId } }: ProtectedRequest,
  { epoch }: Extract<ApprovalMethod, { kind: 'factorsUnchanged' }>,
): Promise<boolean> {
  return (await lockHolder(tx, userId)).epoch === epoch
}
