// What is protected, and how (D30). An endpoint names its action (`access.sca`); everything else about
// the protection stands here. docs/strong-customer-authentication.md shows this table.

import type { Reader } from '../kernel/database/db.ts'
import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { findPhoneNumber } from './factors/phone-store.ts'
import type { Risk } from './model.ts'

/** Whose request it is, and what of theirs its path names. */
type Concern = {
  readonly userId: Id<'user'>
  readonly params: Readonly<Record<string, unknown>>
  readonly epoch: number
}

export type ProtectedAction = {
  /** What the person approves, in words. */
  readonly title: string
  readonly risk: Risk
  /** `enrolled`: only once the user has some factor, so that the first one is free. */
  readonly when: 'always' | 'enrolled'
  /** Protected only where live's rules hold: in live, and in a sandbox that rehearses it. */
  readonly only?: 'strict'
  /** Open to somebody whose last factor was deleted without a challenge: a factor can be set up again (B 3). */
  readonly afterRemoval?: 'free'
  /** True where the challenge was met before. */
  readonly waived?: (db: Reader, concern: Concern) => Promise<boolean>
}

const high = { risk: 'high', when: 'always' } as const
const further = { risk: 'high', when: 'enrolled' } as const

export const actions = {
  TRANSFER__FUND: { ...high, title: 'Pay a transfer' },
  BATCH_GROUP__FUND: { ...high, title: 'Pay a group of transfers' },
  PAYMENT_INITIATION__CREATE: { ...high, title: 'Pay a group of transfers by direct debit' },
  /** Excess money leaves by itself later, so naming where it goes to is what is approved (D99). */
  EXCESS_ACCOUNT__SET: { ...high, title: 'Name the account that excess money goes to' },
  PHONE_NUMBER__CREATE: { ...high, title: 'Add a phone number' },
  PHONE_NUMBER__CHANGE: { ...high, title: 'Change a phone number' },
  PHONE_NUMBER__DELETE: { ...further, title: 'Delete a phone number' },
  /** The challenge was met when the number was given, unless the user has had other factors since. */
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
