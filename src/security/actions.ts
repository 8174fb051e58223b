// The protected actions and how each is protected (D30). An endpoint names its action in `access.sca`, and declares the
// payment or resource that an approval covers (`covers`, `bindsTo`) and when the resource needs an approval (`protectedWhen`).
// docs/strong-customer-authentication.md has this table for clients.

import type { Reader } from '../kernel/database/db.ts'
import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { findPhoneNumber } from './factors/phone-store.ts'
import type { Risk } from './model.ts'

/** The fields of a request that `isWaived` may read. */
type WaiverInput = {
  readonly userId: Id<'user'>
  readonly params: Readonly<Record<string, unknown>>
  /** Raised by each change of the user's factors, each lock of the user and each confirmation (`confirmUser`). */
  readonly epoch: number
}

export type ProtectedAction = {
  /** The name of the action on the approval page. */
  readonly title: string
  readonly risk: Risk
  /**
   * Strict rules refuse an `always` action of a user without a factor (`EnrolmentRequired`), and allow an `enrolled` action.
   * Permissive rules allow both.
   */
  readonly when: 'always' | 'enrolled'
  /** Protected only where strict rules apply: in live mode, and in a sandbox with `GODWIT_SCA=strict`. */
  readonly only?: 'strict'
  /**
   * `unprotected`: a user whose last factor was deleted without a challenge needs no approval. Otherwise that user could
   * never set up a factor again (B 3).
   */
  readonly afterRemoval?: 'unprotected'
  /** Returns true when an earlier approval of the user also counts for this request, so that it needs no challenge. */
  readonly isWaived?: (db: Reader, input: WaiverInput) => Promise<boolean>
}

const always = { risk: 'high', when: 'always' } as const
const whenEnrolled = { risk: 'high', when: 'enrolled' } as const

export const actions = {
  TRANSFER__FUND: { ...always, title: 'Pay a transfer' },
  BATCH_GROUP__FUND: { ...always, title: 'Pay a group of transfers' },
  PAYMENT_INITIATION__CREATE: { ...always, title: 'Pay a group of transfers by direct debit' },
  // A sweep sends excess money later without an approval, so naming the recipient needs one (D99).
  EXCESS_ACCOUNT__SET: { ...always, title: 'Name the account that excess money goes to' },
  PHONE_NUMBER__CREATE: { ...always, title: 'Add a phone number' },
  PHONE_NUMBER__CHANGE: { ...always, title: 'Change a phone number' },
  PHONE_NUMBER__DELETE: { ...whenEnrolled, title: 'Delete a phone number' },
  // The approval of adding or changing the number also counts for verifying it, until the epoch changes.
  PHONE_NUMBER__VERIFY: {
    ...whenEnrolled,
    title: 'Verify a phone number',
    isWaived: async (db, { userId, params, epoch }) => {
      const phone = await findPhoneNumber(db, userId, params['phoneNumberId'] as Id<'phone-number'>)
      return phone?.codeEpoch === epoch
    },
  },
  SIGNING_KEY__CREATE: { ...whenEnrolled, title: 'Register a signing key' },
  SIGNING_KEY__DELETE: { ...whenEnrolled, title: 'Delete a signing key' },
  PIN__CREATE: { ...whenEnrolled, title: 'Set a PIN', afterRemoval: 'unprotected' },
  FACE_MAP__ENROL: { ...whenEnrolled, title: 'Enrol a face', afterRemoval: 'unprotected' },
  PIN__DELETE: {
    ...whenEnrolled,
    title: 'Delete the PIN',
    afterRemoval: 'unprotected',
    only: 'strict',
  },
  FACE_MAP__DELETE: {
    ...whenEnrolled,
    title: 'Delete the face map',
    afterRemoval: 'unprotected',
    only: 'strict',
  },
  CARD_DETAILS__GET: { ...always, title: 'Show the number of a card' },
  CARD_PIN__GET: { ...always, title: 'Show the PIN of a card' },
  CARD_PIN__SET: { ...whenEnrolled, title: 'Choose the PIN of a card' },
  CARD__ACTIVATE: { ...whenEnrolled, title: 'Activate a card' },
  CARD_LIMIT__RAISE: { ...whenEnrolled, title: 'Raise or remove a spending limit of a card' },
  CONTACT_EMAIL__CHANGE: { ...always, title: 'Change the contact e-mail address', only: 'strict' },
  BALANCE__GET_STATEMENT: { title: 'Read statements and receipts', risk: 'low', when: 'always' },
} as const satisfies Readonly<Record<ScaAction, ProtectedAction>>

export function findAction(name: ScaAction): ProtectedAction | undefined {
  return (actions as Readonly<Record<string, ProtectedAction>>)[name]
}
