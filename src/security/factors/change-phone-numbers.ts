// Adds, changes, verifies and deletes phone numbers (B 4.6, D32). A number becomes a factor when the user sends
// back the code that was sent to it.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { Outside } from '../../kernel/outside.ts'
import { parsePhoneNumber } from '../../kernel/phone-number.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { refuseWith } from '../../kernel/refusal-side-effect.ts'
import { endOf } from '../../kernel/timer.ts'
import { revokeOtherTokens } from '../../users/index.ts'
import { readAttempts } from '../attempt-store.ts'
import {
  OtpInvalid,
  PhoneNumberInvalid,
  PhoneNumberNotFound,
  PhoneNumberRepeated,
  refuseLocked,
} from '../errors.ts'
import { failedAttempt } from '../refusal-side-effects.ts'
import { factorEnrolled, factorRemoved } from '../security-events.ts'
import { lockHolder, raiseEpoch, readFactorState } from '../store.ts'
import { smsCode } from '../timers.ts'
import { countCode } from './count-code.ts'
import {
  type Code,
  changePhoneNumber,
  deletePhoneNumber,
  findPhoneNumber,
  insertPhoneNumber,
  listPhoneNumbers,
  type PhoneRow,
  verifyPhoneNumber,
} from './phone-store.ts'
import { isCorrectCode, sendCode } from './send-code.ts'

type UserInput<B> = Pick<Context, 'now' | 'realNow' | 'report' | 'mode' | 'settings' | 'random'> & {
  readonly caller: UserCaller
  readonly body: B
}
type NumberInput = UserInput<{ readonly phoneNumber: string }>
type NumberParams = { readonly params: { readonly phoneNumberId: Id<'phone-number'> } }

/** A number in E.164, and the hash of the code that was sent to it. */
type NumberWithCode = { readonly phoneNumber: string; readonly codeHash: string }

/**
 * Counts the code that `sendNumberCode` then sends to a new number. A request that is refused here is not counted.
 * Returns the number in E.164.
 */
export async function reserveNewNumber(tx: Tx, input: NumberInput): Promise<string> {
  const { caller, body, now } = input
  const phoneNumber = parseNumber(body.phoneNumber)
  await lockHolder(tx, caller.userId)
  await countCode(tx, caller.userId, 'new-number', now)
  await refuseExistingNumber(tx, caller, phoneNumber)
  return phoneNumber
}

/** Counts a code for a changed number, or another code for the same number, as `reserveNewNumber` does. */
export async function reserveChangedNumber(
  tx: Tx,
  input: NumberInput & NumberParams,
): Promise<string> {
  const { caller, params, body, now } = input
  await lockAndGetNumber(tx, input, params.phoneNumberId)
  const phoneNumber = parseNumber(body.phoneNumber)
  await countCode(tx, caller.userId, 'changed-number', now)
  await refuseExistingNumber(tx, caller, phoneNumber, params.phoneNumberId)
  return phoneNumber
}

/** `changedId` may keep its number, because a change to the same number requests another code. */
async function refuseExistingNumber(
  db: Reader,
  { userId }: UserCaller,
  phoneNumber: string,
  changedId?: Id<'phone-number'>,
): Promise<void> {
  const numbers = await listPhoneNumbers(db, userId)
  if (numbers.some((row) => row.phoneNumber === phoneNumber && row.id !== changedId))
    refuse(PhoneNumberRepeated, { arguments: [phoneNumber] })
}

/** Sends a code to the number that was reserved. */
export async function sendNumberCode(
  _db: Reader,
  input: NumberInput,
  outside: Outside,
  phoneNumber: string,
): Promise<NumberWithCode> {
  return { phoneNumber, codeHash: await sendCode(input, outside, phoneNumber, phoneNumber) }
}

function parseNumber(text: string): string {
  return parsePhoneNumber(text) ?? refuse(PhoneNumberInvalid, { arguments: [text] })
}

const codeOf = ({ codeHash }: NumberWithCode, codeEpoch: number, now: Temporal.Instant): Code => ({
  codeHash,
  codeEpoch,
  codeExpiresAt: endOf(smsCode, now),
})

type CreationInput = NumberInput & {
  readonly body: { readonly revokeTokens?: boolean }
  readonly found: NumberWithCode
}

export async function createPhoneNumber(tx: Tx, input: CreationInput): Promise<PhoneRow> {
  const { caller, found, now } = input
  const { userId } = caller
  const { epoch } = await lockHolder(tx, userId)
  const { phoneNumber } = found
  const code = codeOf(found, epoch, now)
  const row = await insertPhoneNumber(tx, userId, { phoneNumber, code, now })
  if (row === undefined) refuse(PhoneNumberRepeated, { arguments: [phoneNumber] })
  if (input.body.revokeTokens) await revokeOtherTokens(tx, caller, input)
  return row
}

export async function updatePhoneNumber(
  tx: Tx,
  input: NumberInput & NumberParams & { readonly found: NumberWithCode },
): Promise<PhoneRow> {
  const { caller, params, found, now } = input
  const { userId } = caller
  const before = await lockAndGetNumber(tx, input, params.phoneNumberId)
  const epoch = await raiseEpochIfVerified(tx, input, before)
  const { phoneNumber } = found
  const code = codeOf(found, epoch, now)
  const row = await changePhoneNumber(tx, userId, { id: params.phoneNumberId, phoneNumber, code })
  return row ?? refuse(PhoneNumberRepeated, { arguments: [phoneNumber] })
}

export async function removePhoneNumber(
  tx: Tx,
  input: Pick<UserInput<never>, 'caller' | 'now' | 'report'> & NumberParams,
): Promise<null> {
  const { caller, params, now } = input
  const before = await lockAndGetNumber(tx, input, params.phoneNumberId)
  await raiseEpochIfVerified(tx, input, before)
  await deletePhoneNumber(tx, caller.userId, before.id, now)
  return null
}

/**
 * If the number is verified, and therefore a factor, begins a new epoch and reports that the factor was removed. Returns
 * the current epoch.
 */
async function raiseEpochIfVerified(
  tx: Tx,
  { caller: { userId }, report }: Pick<UserInput<never>, 'caller' | 'report'>,
  { verifiedAt }: PhoneRow,
): Promise<number> {
  if (verifiedAt === null) return (await lockHolder(tx, userId)).epoch
  report(factorRemoved, { userId, factor: 'SMS', proof: 'challenge' })
  return raiseEpoch(tx, userId)
}

/** Locks the user's row in security_holders, and returns the number. Refuses with PhoneNumberNotFound. */
async function lockAndGetNumber(
  tx: Tx,
  input: Pick<UserInput<never>, 'caller'>,
  id: Id<'phone-number'>,
): Promise<PhoneRow> {
  await lockHolder(tx, input.caller.userId)
  return getNumber(tx, input, id)
}

/** Refuses with PhoneNumberNotFound unless the user has a number with this id. */
export async function checkNumberOwnership(
  db: Reader,
  input: Pick<UserInput<never>, 'caller'> & NumberParams,
): Promise<void> {
  await getNumber(db, input, input.params.phoneNumberId)
}

/** Returns the number. Refuses with PhoneNumberNotFound when the user has no number with this id. */
async function getNumber(
  db: Reader,
  { caller }: Pick<UserInput<never>, 'caller'>,
  id: Id<'phone-number'>,
): Promise<PhoneRow> {
  const row = await findPhoneNumber(db, caller.userId, id)
  return row ?? refuse(PhoneNumberNotFound, { arguments: [id] })
}

type VerificationInput = UserInput<{ readonly otpCode: string }> & NumberParams

/**
 * Verifies the code before the transaction opens, as `verifyAnswer` verifies answers to challenges, and returns the number.
 * Counts a wrong or an expired code as a wrong answer.
 */
export async function verifyNumberCode(db: Reader, input: VerificationInput): Promise<PhoneRow> {
  const { caller, params, body, now } = input
  await refuseLockedUser(db, input)
  const row = await getNumber(db, input, params.phoneNumberId)
  const isExpired = !isAfter(row.codeExpiresAt, now)
  const isCorrect = isCorrectCode(input, row.codeHash, row.phoneNumber, body.otpCode)
  if (isExpired || !isCorrect)
    return refuseWith(new Refusal([{ kind: OtpInvalid }]), failedAttempt, {
      userId: caller.userId,
      factor: 'SMS',
      now,
    })
  return row
}

/**
 * Refuses while the user or the factor SMS is locked. Wrong codes for phone numbers and wrong codes for challenges are
 * counted together: otherwise an attacker could alternate between guesses at both (D113).
 */
async function refuseLockedUser(
  db: Reader,
  { caller: { userId }, now }: Pick<VerificationInput, 'caller' | 'now'>,
): Promise<void> {
  refuseLocked(await readFactorState(db, userId), now)
  refuseLocked(await readAttempts(db, userId, 'SMS'), now)
}

export async function recordVerifiedNumber(
  tx: Tx,
  input: VerificationInput & { readonly found: PhoneRow },
): Promise<PhoneRow> {
  const { caller, found, now, report } = input
  const { userId } = caller
  const { epoch } = await lockHolder(tx, userId)
  await refuseLockedUser(tx, input)
  // The wrong answers are not reset. Otherwise an attacker could verify a number of the attacker's own after every few
  // guesses at another code, and never be locked out (D113).
  const isNew = found.verifiedAt === null
  const enrolled = { ...found, verifiedEpoch: isNew ? epoch + 1 : found.verifiedEpoch }
  const row = await verifyPhoneNumber(tx, userId, enrolled, now)
  if (row === undefined) refuse(PhoneNumberNotFound, { arguments: [found.id] })
  if (!isNew) return row
  await raiseEpoch(tx, userId)
  report(factorEnrolled, { userId, factor: 'SMS' })
  return row
}
