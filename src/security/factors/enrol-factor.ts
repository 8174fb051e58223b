// Setting up and taking away what a user knows and is (Spec B 4.6). Hashing and looking at faces takes
// long, so it is done before the transaction opens.

import type { ClientCaller, UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Outside } from '../../kernel/outside.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import {
  FaceMapExists,
  FaceMapMissing,
  FaceMapsUnavailable,
  PinExists,
  PinMissing,
} from '../errors.ts'
import { isStrict } from '../model.ts'
import { factorEnrolled, factorRemoved } from '../security-events.ts'
import { markRemoval, raiseEpoch } from '../store.ts'
import { deleteFactor, findSecret, insertFactor, type StoredFactor } from './factor-store.ts'
import { hashPin } from './secrets.ts'

const exists: Readonly<Record<StoredFactor, ErrorKind>> = {
  PIN: PinExists,
  FACE_MAP: FaceMapExists,
}
const missing: Readonly<Record<StoredFactor, ErrorKind>> = {
  PIN: PinMissing,
  FACE_MAP: FaceMapMissing,
}

type Enrolling<B> = Pick<Context, 'settings' | 'random'> & {
  readonly caller: UserCaller
  readonly body: B
}

/**
 * Where a challenge would be asked for: a factor that is set up already is no further one, so there is
 * nothing to prove (D30, gap 262).
 */
export async function refuseRepeated(
  db: Reader,
  { userId }: UserCaller,
  factor: StoredFactor,
): Promise<void> {
  if ((await findSecret(db, userId, factor)) !== undefined) refuse(exists[factor])
}

/** The hash that is to be kept of a new PIN. */
export async function preparePin(
  db: Reader,
  { caller, settings, random, body }: Enrolling<{ readonly pin: string }>,
): Promise<string> {
  await refuseRepeated(db, caller, 'PIN')
  return hashPin(settings.pepper, caller.userId, body.pin, random.secret())
}

/** What is to be kept of a new face map. */
export async function prepareFaceMap(
  db: Reader,
  { caller, body }: Enrolling<{ readonly faceMap: string }>,
  { faces }: Outside,
): Promise<string> {
  await refuseRepeated(db, caller, 'FACE_MAP')
  if (faces === undefined) return refuse(FaceMapsUnavailable)
  return faces.enrol(body.faceMap)
}

type Enrolled = Pick<Context, 'now' | 'report'> & {
  readonly caller: UserCaller
  readonly found: string
}

export async function enrolFactor(
  tx: Tx,
  { caller: { userId }, found: secret, now, report }: Enrolled,
  factor: StoredFactor,
): Promise<null> {
  const epoch = await raiseEpoch(tx, userId)
  if (!(await insertFactor(tx, { userId, factor, secret, epoch }, now))) refuse(exists[factor])
  report(factorEnrolled, { userId, factor })
  return null
}

type Dropping = Pick<Context, 'mode' | 'settings' | 'report'> & {
  readonly params: { readonly userId: Id<'user'> }
  readonly caller: UserCaller | ClientCaller
}

/**
 * An application may delete a factor without its user (B 4.6). That proves nothing about who enrols the next
 * one, so it leaves a mark. A user's own deletion was challenged, unless the sandbox is permissive (D112).
 */
export async function dropFactor(
  tx: Tx,
  { params: { userId }, caller, report, ...rules }: Dropping,
  factor: StoredFactor,
): Promise<null> {
  const isProved = caller.kind === 'user' && isStrict(rules)
  await raiseEpoch(tx, userId)
  if (!(await deleteFactor(tx, userId, factor))) refuse(missing[factor])
  if (!isProved) await markRemoval(tx, userId)
  report(factorRemoved, { userId, factor, proof: isProved ? 'challenge' : 'none' })
  return null
}
