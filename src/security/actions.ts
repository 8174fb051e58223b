// The protected actions and how each is protected (D30). An endpoint names its action in `access.sca`; the rest of
// the protection is declared here. docs/strong-customer-authentication.md prints this table.

import type { Reader } from '../kernel/database/db.ts'
import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { findPhoneNumber } from './factors/phone-store.ts'
import type { Risk } from './model.ts'

/** The facts of a request that decide whether its challenge is waived. */
type WaiverInput = {
  readonly userId: Id<'user'>
  readonly params: Readonly<Record<string, unknown>>
  readonly epoch: number
}

export type ProtectedAction = {
  /** Shown to the person who approves. */
  readonly title: string
  readonly risk: Risk
  /** `enrolled`: protected only if the user has a factor, because nothing can be proved for the first one. */
  readonly when: 'always' | 'enrolled'
  /** Protected only where the rules of live apply: in live, and in a sandbox that rehearses them. */
  readonly only?: 'strict'
  /** Free for a user whose last factor was deleted without a challenge, so that a factor can be set up again (B 3). */
  readonly afterRemoval?: 'free'
  /** Returns true when the user has cleared the challenge earlier. */
  readonly waived?: (db: Reader, input: WaiverInput) => Promise<boolean>
}

const high = { risk: 'high', when: 'always' } as const
const further = { risk: 'high', when: 'enrolled' } as const

export const actions = {
  TRANSFER__FUND: { ...high, title: 'Pay a transfer' },
  BATCH_GROUP__FUND: { ...high, title: 'Pay a group of transfers' },
  PAYMENT_INITIATION__CREATE: { ...high, title: 'Pay a group of transfers by direct debit' },
  /** Excess money is sent automatically later, so naming its recipient is the act to approve (D99). */
  EXCESS_ACCOUNT__SET: { ...high, title: 'Name the account that excess money goes to' },
  PHONE_NUMBER__CREATE: { ...high, title: 'Add a phone number' },
  PHONE_NUMBER__CHANGE: { ...high, title: 'Change a phone number' },
  PHONE_NUMBER__DELETE: { ...further, title: 'Delete a phone number' },
  /** Adding the number was approved already, unless the user's factors have changed since. */
  PHONE_NUMBER__VERIFY: {
    ...further,
    title: 'Verify a phone number',
    waived: async (db, { userId, params, epoch }) => {
      const phone = await findPhoneNumber(db, userId, params['phoneNumberId'] as Id<'phone-number'>)
      return phone?.codeEpoch === epoch
    },
  },
  SIGNING_KEY__CREATE: { ...further, title: 'Register a signing key' },
  SIGNING_KEY__DELETE: { ...further, title: 'Delete a signing key' },
  PIN__CREATE: { ...further, title: 'Set a PIN', afterRemoval: 'free' },
  FACE_MAP__ENROL: { ...further, title: 'Enrol a face', afterRemoval: 'free' },
  PIN__DELETE: { ...further, title: 'Delete the PIN', afterRemoval: 'free', only: 'strict' },
  FACE_MAP__DELETE: {
    ...further,
    title: 'Delete the face map',
    afterRemoval: 'free',
    only: 'strict',
  },
  CONTACT_EMAIL__CHANGE: { ...high, title: 'Change the contact e-mail address', only: 'strict' },
  BALANCE__GET_STATEMENT: { title: 'Read statements and receipts', risk: 'low', when: 'always' },
} as const satisfies Readonly<Record<ScaAction, ProtectedAction>>

export function findAction(name: ScaAction): ProtectedAction | undefined {
  return (actions as Readonly<Record<string, ProtectedAction>>)[name]
}
