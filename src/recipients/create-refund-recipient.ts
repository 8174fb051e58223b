// Adds a recipient for refunds. The request has other field names than POST /v1/accounts (A 4.2).

import { isBlank } from '../corridors/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { createRecipient } from './create-recipient.ts'
import { DetailNotValid } from './errors.ts'
import type { CreateRefundRecipient } from './schemas.ts'
import type { RecipientRow } from './store.ts'

const legalTypes = {
  PERSON: 'PRIVATE',
  PRIVATE: 'PRIVATE',
  INSTITUTION: 'BUSINESS',
  BUSINESS: 'BUSINESS',
} as const

/** Two fields of the account form, each with its path in a request to this endpoint. A fault has the path in the request. */
const LEGAL_TYPE = ['legalType', 'legalEntityType'] as const
const FULL_NAME = ['accountHolderName', 'name.fullName'] as const

/** Adds the recipient, or returns the existing one, as `createRecipient` does. Blank text counts as absent, as in all forms. */
export function createRefundRecipient(
  tx: Tx,
  { profile: profileId, legalEntityType, name, country, ...body }: CreateRefundRecipient,
  caller: UserCaller,
  now: Temporal.Instant,
): Promise<RecipientRow> {
  const { accountHolderName: ownName, details = {}, ...account } = body
  const holderName = isBlank(ownName) ? undefined : ownName
  const fullName = isBlank(name?.fullName) ? undefined : name?.fullName
  const accountHolderName = sameName(holderName, fullName)
  const hasLegalType = !isBlank(details['legalType'])
  const legalType = legalTypes[legalEntityType ?? 'PERSON']
  const draft = {
    ...account,
    ...(accountHolderName !== undefined && { accountHolderName }),
    details: hasLegalType ? details : { ...details, legalType },
  }
  const paths = new Map([
    ...(hasLegalType ? [] : [LEGAL_TYPE]),
    ...(holderName === undefined ? [FULL_NAME] : []),
  ])
  return createRecipient(tx, { profileId, draft, refund: true, paths }, caller, now)
}

/** The holder's name from either field (D90). Both fields may contain the same name; two different names are refused. */
function sameName(name: string | undefined, fullName: string | undefined): string | undefined {
  if (name !== undefined && fullName !== undefined && name.trim() !== fullName.trim())
    refuse(DetailNotValid, {
      path: 'accountHolderName',
      message: 'Send either accountHolderName or name.fullName, or the same name in both.',
      arguments: ['accountHolderName', name],
    })
  return name ?? fullName
}
