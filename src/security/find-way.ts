// How a request gets past its protection: freely, with a one-time token that is cleared, or not at all
// (D30, D31). The roof asks before the use case runs, and takes the token in the use case's own
// transaction, so that a refused request keeps it and two requests with it have one effect.

import { createPublicKey, verify } from 'node:crypto'
import type { UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/db.ts'
import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import { refused } from '../kernel/refused.ts'
import { beginningOf } from '../kernel/timer.ts'
import { hashSecret } from '../users/index.ts'
import { findAction, type ProtectedAction } from './actions.ts'
import { challengeRequired, EnrolmentRequired, lockedOut } from './errors.ts'
import { failedSignature, issuedToken } from './kept.ts'
import { challengesOf, type Factor, isLocked } from './model.ts'
import { listSigningKeys, lockHolder, type Stance, setHolder } from './store.ts'
import { lowRisk } from './timers.ts'
import { findToken, isApprovedSince, useToken } from './token-store.ts'

export type Asked = {
  readonly action: ScaAction
  readonly caller: UserCaller
  readonly params: Readonly<Record<string, unknown>>
  readonly mode: 'sandbox' | 'live'
  readonly now: Temporal.Instant
  readonly fresh: { uuid(): string }
  /** A keyed hash of method, path and, but for GET, body: what a token is bound to. */
  readonly binding: () => string
  readonly token: string | undefined
  /** Base64 of an RSA-SHA256 signature over the token. */
  readonly signature: string | undefined
}

/** `spent`: the token was used for this very request, which may see what became of it, and no more. */
export type Way =
  | { readonly kind: 'open' }
  | { readonly kind: 'token'; readonly token: string; readonly signed: boolean }
  | { readonly kind: 'spent'; readonly token: string }

const open: Way = { kind: 'open' }

/** Refuses with a challenge, for want of factors, or because the user is locked out. */
export async function findWay(
  db: Reader,
  asked: Asked,
  stanceOf: (userId: Id<'user'>) => Stance | Promise<Stance>,
): Promise<Way> {
  const { action: name, caller, mode, now } = asked
  const action = findAction(name)
  if (action === undefined) throw new Error(`${name} is no protected action`)
  if (action.only === 'live' && mode !== 'live') return open
  const held = stanceOf(caller.userId)
  const stance = held instanceof Promise ? await held : held
  if (usableBy(caller, stance.enrolled).length === 0) {
    const isFirst = action.when === 'enrolled' && stance.enrolled.length === 0
    if (mode === 'sandbox' || isFirst) return open
    throw new Refusal([{ kind: EnrolmentRequired }])
  }
  if (await isFree(db, asked, action, stance)) return open
  const way = await wayByToken(db, asked, action, stance)
  if (way !== undefined) return way
  if (isLocked(stance, now)) throw lockedOut(stance, now)
  return challenge(asked, action, issuedToken)
}

// A signature is made by a program with a token of its own; other tokens are held by applications.
function usableBy({ applicationId }: UserCaller, enrolled: readonly Factor[]): readonly Factor[] {
  return applicationId === null ? enrolled : enrolled.filter((factor) => factor !== 'SIGNATURE')
}

async function isFree(
  db: Reader,
  { caller: { userId, tokenId }, params, now }: Asked,
  { risk, waived }: ProtectedAction,
  { epoch }: Stance,
): Promise<boolean> {
  if (await waived?.(db, { userId, params, epoch })) return true
  const since = beginningOf(lowRisk, now)
  return risk === 'low' && isApprovedSince(db, userId, tokenId, since, epoch)
}

async function wayByToken(
  db: Reader,
  asked: Asked,
  action: ProtectedAction,
  { epoch, enrolled }: Stance,
): Promise<Way | undefined> {
  const { token, signature, caller, now } = asked
  if (token === undefined) return undefined
  const row = await findToken(db, hashSecret(token), caller.userId, now)
  if (row === undefined || row.binding !== asked.binding()) return undefined
  if (row.usedAt !== null) return { kind: 'spent', token }
  if (row.epoch !== epoch) return undefined
  if (challengesOf(row).length === 0) return { kind: 'token', token, signed: false }
  if (signature === undefined || !usableBy(caller, enrolled).includes('SIGNATURE')) return undefined
  if (await isSigned(db, caller.userId, token, signature))
    return { kind: 'token', token, signed: true }
  return challenge(asked, action, failedSignature)
}

async function isSigned(
  db: Reader,
  userId: Id<'user'>,
  token: string,
  signature: string,
): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64')
  const keys = await listSigningKeys(db, userId)
  return keys.some(({ publicKey }) =>
    verify('sha256', Buffer.from(token), createPublicKey(publicKey), bytes),
  )
}

function challenge(
  asked: Asked,
  { risk }: ProtectedAction,
  keeping: typeof issuedToken | typeof failedSignature,
): never {
  const { action, caller, now } = asked
  const token = asked.fresh.uuid()
  return refused(challengeRequired(token), keeping, {
    userId: caller.userId,
    hash: hashSecret(token),
    action,
    risk,
    binding: asked.binding(),
    usable: (enrolled) => usableBy(caller, enrolled),
    now,
  })
}

/**
 * Uses the token up, in the transaction of what it opens. False when somebody was faster, or the
 * token has died since the way was found.
 */
export async function takeToken(
  tx: Tx,
  { caller: { userId, tokenId }, binding, now }: Asked,
  { token, signed }: Extract<Way, { kind: 'token' }>,
): Promise<boolean> {
  const holder = await lockHolder(tx, userId)
  const which = { hash: hashSecret(token), userId, epoch: holder.epoch, now }
  if (!(await useToken(tx, which, binding(), tokenId))) return false
  // A right answer ends the row of wrong ones; other answers ended it when they were given.
  if (signed && holder.failures > 0)
    await setHolder(tx, userId, { ...holder, failures: 0, lockedUntil: null })
  return true
}
