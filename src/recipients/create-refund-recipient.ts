// A refund recipient is a recipient like any other, asked for in other words (Spec A 4.2).

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db.ts'
import { createRecipient } from './create-recipient.ts'
import { typeOf } from './model.ts'
import type { CreateRefundRecipient } from './schemas.ts'
import type { RecipientRow } from './store.ts'

const legalTypes = {
  PERSON: 'PRIVATE',
  PRIVATE: 'PRIVATE',
  INSTITUTION: 'BUSINESS',
  BUSINESS: 'BUSINESS',
} as const

/** Where this operation has another name for a field of the account. */
const paths = new Map([
  ['accountHolderName', 'name.fullName'],
  ['legalType', 'legalEntityType'],
])

/** Adds it, or answers the same recipient, as `createRecipient` does. */
export function createRefundRecipient(
  tx: Tx,
  { profile: profileId, legalEntityType, name, country, ...account }: CreateRefundRecipient,
  caller: UserCaller,
  now: Temporal.Instant,
): Promise<RecipientRow> {
  const legalType = legalTypes[legalEntityType ?? 'PERSON']
  const draft = {
    ...account,
    type: typeOf(account.type),
    ...(name?.fullName !== undefined && { accountHolderName: name.fullName }),
    details: { legalType, ...account.details },
  }
  return createRecipient(tx, { profileId, draft, refund: true, paths }, caller, now)
}
