// Phone numbers of a user (Spec B 4.6, D32). A number becomes a factor when the code that was sent to
// it comes back.

import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { Outside } from '../../kernel/outside.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { refuseWith } from '../../kernel/refusal-side-effect.ts'
import { beginningOf, endOf } from '../../kernel/timer.ts'
import { revokeOtherTokens } from '../../users/index.ts'
import { noteSentCode, readAttempts } from '../attempt-store.ts'
import {
  lockedOut,
  OtpInvalid,
  PhoneNumberInvalid,
  PhoneNumberNotFound,
  PhoneNumberRepeated,
  tooManyCodes,
  tooManyPhoneNumbers,
} from '../errors.ts'
import { CODES_SENT_MAX, isLocked, PHONE_CREATIONS_MAX } from '../model.ts'
import { failedAttempt } from '../refusal-side-effects.ts'
import { factorEnrolled, factorRemoved } from '../security-events.ts'
import { lockHolder, raiseEpoch, readFactorState } from '../store.ts'
import { phoneCreations, sentCodes, smsCode } from '../timers.ts'
import {
  changePhoneNumber,
  deletePhoneNumber,
  findPhoneNumber,
  insertPhoneNumber,
  listPhoneNumbers,
  type PhoneRow,
  verifyPhoneNumber,
} from './phone-store.ts'
import { isCode, sendCode } from './send-code.ts'

type Of<B> = Pick<Context, 'now' | 'realNow' | 'report' | 'mode' | 'settings' | 'random'> & {
  readonly caller: UserCaller
  readonly body: B
}
type NumberInput = Of<{ readonly phoneNumber: string }>
type OfOne = { readonly params: { readonly phoneNumberId: Id<'phone-number'> } }

/** A number in E.164, and the hash of the code that was sent to it. */
type SentTo = { readonly phoneNumber: string; readonly codeHash: string }

/**
 * Counts a code for a new number before it is sent, so that requests at once count each other (D31a). A request
 * that is refused here is not counted. Returns the number.
 */
export async function reserveNewNumber(tx: Tx, input: NumberInput): Promise<string> {
  const { caller, body, now } = input
  const phoneNumber = readNumber(body.phoneNumber)
  await lockHolder(tx, caller.userId)
  const since = beginningOf(phoneCreations, now)
  const limit = { now, since, max: PHONE_CREATIONS_MAX }
  const oldest = await noteSentCode(tx, caller.userId, 'new-number', limit)
  if (oldest !== undefined) throw tooManyPhoneNumbers(endOf(phoneCreations, oldest), now)
  await refuseRepeated(tx, caller, phoneNumber)
  return phoneNumber
}

/** The same for a number that is to be changed, or for another code for it. */
export async function reserveChangedNumber(tx: Tx, input: NumberInput & OfOne): Promise<string> {
  const { caller, params, body, now } = input
  await lockNumber(tx, input, params.phoneNumberId)
  const phoneNumber = readNumber(body.phoneNumber)
  const limit = { now, since: beginningOf(sentCodes, now), max: CODES_SENT_MAX }
  const oldest = await noteSentCode(tx, caller.userId, 'changed-number', limit)
  if (oldest !== undefined) throw tooManyCodes(endOf(sentCodes, oldest), now)
  await refuseRepeated(tx, caller, phoneNumber, params.phoneNumberId)
  return phoneNumber
}

/** The same number as before is a request for another code. */
async function refuseRepeated(
  db: Reader,
  { userId }: UserCaller,
  phoneNumber: string,
  changed?: Id<'phone-number'>,
): Promise<void> {
  const numbers = await listPhoneNumbers(db, userId)
  if (numbers.some((each) => each.phoneNumber === phoneNumber && each.id !== changed))
    refuse(PhoneNumberRepeated, { arguments: [phoneNumber] })
}

export async function sendNumberCode(
  input: NumberInput,
  outside: Outside,
  phoneNumber: string,
): Promise<SentTo> {
  return { phoneNumber, codeHash: await sendCode(input, outside, phoneNumber, phoneNumber) }
}

/** Whether its range is in use is not asked, so numbers reserved for tests pass. */
function readNumber(text: string): string {
  const number = parsePhoneNumberFromString(text)
  if (number === undefined || !number.isPossible() || number.ext !== undefined)
    refuse(PhoneNumberInvalid, { arguments: [text] })
  return number.number
}

const codeFor = ({ codeHash }: SentTo, codeEpoch: number, now: Temporal.Instant) => ({
  codeHash,
  codeEpoch,
  codeExpiresAt: endOf(smsCode, now),
})

type Creating = NumberInput & {
  readonly body: { readonly revokeTokens?: boolean }
  readonly found: SentTo
}

export async function createPhoneNumber(tx: Tx, input: Creating): Promise<PhoneRow> {
  const { caller, found, now } = input
  const { userId } = caller
  const { epoch } = await lockHolder(tx, userId)
  const { phoneNumber } = found
  const row = await insertPhoneNumber(tx, userId, phoneNumber, codeFor(found, epoch, now), now)
  if (row === undefined) refuse(PhoneNumberRepeated, { arguments: [phoneNumber] })
  if (input.body.revokeTokens) await revokeOtherTokens(tx, caller, input)
  return row
}

export async function replacePhoneNumber(
  tx: Tx,
  input: NumberInput & OfOne & { readonly found: SentTo },
): Promise<PhoneRow> {
  const { caller, params, found, now } = input
  const { userId } = caller
  const before = await lockNumber(tx, input, params.phoneNumberId)
  const epoch = await epochAfterLosing(tx, input, before)
  const { phoneNumber } = found
  const code = codeFor(found, epoch, now)
  const row = await changePhoneNumber(tx, userId, params.phoneNumberId, phoneNumber, code)
  return row ?? refuse(PhoneNumberRepeated, { arguments: [phoneNumber] })
}

export async function dropPhoneNumber(
  tx: Tx,
  input: Pick<Of<never>, 'caller' | 'now' | 'report'> & OfOne,
): Promise<null> {
  const { caller, params, now } = input
  const before = await lockNumber(tx, input, params.phoneNumberId)
  await epochAfterLosing(tx, input, before)
  await deletePhoneNumber(tx, caller.userId, before.id, now)
  return null
}

/** Only a number that was verified was a factor. */
async function epochAfterLosing(
  tx: Tx,
  { caller: { userId }, report }: Pick<Of<never>, 'caller' | 'report'>,
  { verifiedAt }: PhoneRow,
): Promise<number> {
  if (verifiedAt === null) return (await lockHolder(tx, userId)).epoch
  report(factorRemoved, { userId, factor: 'SMS', proof: 'challenge' })
  return raiseEpoch(tx, userId)
}

async function lockNumber(
  tx: Tx,
  input: Pick<Of<never>, 'caller'>,
  id: Id<'phone-number'>,
): Promise<PhoneRow> {
  await lockHolder(tx, input.caller.userId)
  return getNumber(tx, input, id)
}

export function checkNumber(
  db: Reader,
  input: Pick<Of<never>, 'caller'> & OfOne,
): Promise<PhoneRow> {
  return getNumber(db, input, input.params.phoneNumberId)
}

async function getNumber(
  db: Reader,
  { caller }: Pick<Of<never>, 'caller'>,
  id: Id<'phone-number'>,
): Promise<PhoneRow> {
  const row = await findPhoneNumber(db, caller.userId, id)
  return row ?? refuse(PhoneNumberNotFound, { arguments: [id] })
}

type Proving = Of<{ readonly otpCode: string }> & OfOne

/** Judged before the transaction opens, like all wrong answers (answer-challenge.ts). */
export async function checkNumberCode(db: Reader, proving: Proving): Promise<PhoneRow> {
  const { caller, params, body, now } = proving
  await refuseLocked(db, proving)
  const row = await getNumber(db, proving, params.phoneNumberId)
  const isOver = !isAfter(row.codeExpiresAt, now)
  const isRight = isCode(proving, row.codeHash, row.phoneNumber, body.otpCode)
  if (isOver || !isRight)
    return refuseWith(new Refusal([{ kind: OtpInvalid }]), failedAttempt, {
      userId: caller.userId,
      factor: 'SMS',
      now,
    })
  return row
}

/** Codes of numbers and codes of challenges are guessed alike, so they are counted together (D113). */
async function refuseLocked(
  db: Reader,
  { caller: { userId }, now }: Pick<Proving, 'caller' | 'now'>,
): Promise<void> {
  const state = await readFactorState(db, userId)
  for (const each of [state, await readAttempts(db, userId, 'SMS')])
    if (isLocked(each, now)) throw lockedOut(each.lockedUntil, now)
}

export async function provePhoneNumber(
  tx: Tx,
  proving: Proving & { readonly found: PhoneRow },
): Promise<PhoneRow> {
  const { caller, found, now, report } = proving
  const { userId } = caller
  const { epoch } = await lockHolder(tx, userId)
  await refuseLocked(tx, proving)
  // It says nothing about other codes, so it forgets no wrong ones.
  const isNew = found.verifiedAt === null
  const enrolled = { ...found, verifiedEpoch: isNew ? epoch + 1 : found.verifiedEpoch }
  const row = await verifyPhoneNumber(tx, userId, enrolled, now)
  if (row === undefined) refuse(PhoneNumberNotFound, { arguments: [found.id] })
  if (!isNew) return row
  await raiseEpoch(tx, userId)
  report(factorEnrolled, { userId, factor: 'SMS' })
  return row
}
