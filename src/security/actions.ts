// What is protected, and how (D30). An endpoint names its action (`access.sca`); everything else about
// the protection stands here. docs/strong-customer-authentication.md shows this table.

import type { Reader } from '../kernel/db.ts'
import type { ScaAction } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import type { Risk } from './model.ts'
import { findPhoneNumber } from './phone-store.ts'

/** Whose request it is, and what of theirs its path names. */
type Concern = {
  readonly userId: Id<'user'>
  readonly params: Readonly<Record<string, unknown>>
  readonly epoch: number
}

export type ProtectedAction = {
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
  TRANSFER__FUND: high,
  BATCH_GROUP__FUND: high,
  PAYMENT_INITIATION__CREATE: high,
  /** Excess money leaves by itself later, so naming where it goes to is what is approved (D99). */
  EXCESS_ACCOUNT__SET: high,
  PHONE_NUMBER__CREATE: high,
  PHONE_NUMBER__CHANGE: high,
  PHONE_NUMBER__DELETE: further,
  /** The challenge was met when the number was given, unless the user has had other factors since. */
  PHONE_NUMBER__VERIFY: {
    ...further,
    waived: async (db, { userId, params, epoch }) => {
      const phone = await findPhoneNumber(db, userId, params['phoneNumberId'] as Id<'phone-number'>)
      return phone?.codeEpoch === epoch
    },
  },
  SIGNING_KEY__CREATE: further,
  SIGNING_KEY__DELETE: further,
  PIN__CREATE: { ...further, afterRemoval: 'free' },
  FACE_MAP__ENROL: { ...further, afterRemoval: 'free' },
  PIN__DELETE: { ...further, afterRemoval: 'free', only: 'strict' },
  FACE_MAP__DELETE: { ...further, afterRemoval: 'free', only: 'strict' },
  CONTACT_EMAIL__CHANGE: { ...high, only: 'strict' },
  BALANCE__GET_STATEMENT: { risk: 'low', when: 'always' },
} as const satisfies Readonly<Record<ScaAction, ProtectedAction>>

export function findAction(name: ScaAction): ProtectedAction | undefined {
  return (actions as Readonly<Record<string, ProtectedAction>>)[name]
}
