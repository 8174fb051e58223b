// Enrols and deletes PINs and face maps (B 4.6). Hashing a PIN and processing a face map are slow, so both happen
// before the transaction opens.

import type { ClientCaller, UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Outside } from '../../kernel/outside.ts'
import { refuse } from '../../kernel/refusal.ts'
import { existingFactorErrors, FaceMapsUnavailable, missingFactorErrors } from '../errors.ts'
import { isStrict } from '../model.ts'
import { factorEnrolled, factorRemoved } from '../security-events.ts'
import { markRemoval, raiseEpoch } from '../store.ts'
import { deleteFactor, findSecret, insertFactor, type StoredFactor } from './factor-store.ts'
import { hashPin } from './secrets.ts'

type EnrolmentInput<B> = Pick<Context, 'settings' | 'random'> & {
  readonly caller: UserCaller
  readonly body: B
}

/** Called before a challenge is issued: a user who has this factor already is refused without a challenge (D30, gap 262). */
export async function refuseEnrolled(
  db: Reader,
  { userId }: UserCaller,
  factor: StoredFactor,
): Promise<void> {
  if ((await findSecret(db, userId, factor)) !== undefined) refuse(existingFactorErrors[factor])
}

/** Returns the hash to store for a new PIN. */
export async function preparePin(
  db: Reader,
  { caller, settings, random, body }: EnrolmentInput<{ readonly pin: string }>,
): Promise<string> {
  await refuseEnrolled(db, caller, 'PIN')
  return hashPin(settings.pepper, caller.userId, body.pin, random.secret())
}

/** Returns the value to store for a new face map. */
export async function prepareFaceMap(
  db: Reader,
  { caller, body }: EnrolmentInput<{ readonly faceMap: string }>,
  { faces }: Outside,
): Promise<string> {
  await refuseEnrolled(db, caller, 'FACE_MAP')
  if (faces === undefined) return refuse(FaceMapsUnavailable)
  return faces.enrol(body.faceMap)
}

type PreparedFactor = Pick<Context, 'now' | 'report'> & {
  readonly caller: UserCaller
  readonly found: string
}

export async function enrolFactor(
  tx: Tx,
  { caller: { userId }, found: secret, now, report }: PreparedFactor,
  factor: StoredFactor,
): Promise<null> {
  const epoch = await raiseEpoch(tx, userId)
  if (!(await insertFactor(tx, { userId, factor, secret, epoch }, now)))
    refuse(existingFactorErrors[factor])
  report(factorEnrolled, { userId, factor })
  return null
}

type DeletionInput = Pick<Context, 'mode' | 'settings' | 'report'> & {
  readonly params: { readonly userId: Id<'user'> }
  readonly caller: UserCaller | ClientCaller
}

/**
 * An application may delete a factor without its user (B 4.6). This deletion proves nothing about the person who enrols
 * the next factor, so the removal is marked. A deletion by the user was challenged, except in a permissive sandbox (D112).
 */
export async function removeFactor(
  tx: Tx,
  { params: { userId }, caller, report, ...rules }: DeletionInput,
  factor: StoredFactor,
): Promise<null> {
  const isProved = caller.kind === 'user' && isStrict(rules)
  await raiseEpoch(tx, userId)
  if (!(await deleteFactor(tx, userId, factor))) refuse(missingFactorErrors[factor])
  if (!isProved) await markRemoval(tx, userId)
  report(factorRemoved, { userId, factor, proof: isProved ? 'challenge' : 'none' })
  return null
}
