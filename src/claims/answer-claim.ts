// The recipient names the account to pay (D19). The answer must satisfy the rules of an account in the target currency,
// and is stored with the claim of the transfer.

import {
  type AccountDraft,
  type AccountFault,
  canonicalClaim,
  checkClaim,
} from '../corridors/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Settings } from '../kernel/settings.ts'
import { recipientOf } from '../recipients/index.ts'
import { storeClaimAnswer } from '../transfers/index.ts'
import { findOpenClaim, type OpenClaim } from './find-claim.ts'
import type { ClaimForm } from './schemas.ts'

type Outcome =
  | { readonly kind: 'unknown' | 'closed' | 'accepted' }
  | {
      /** The form is shown again, with the faults if there are any. */
      readonly kind: 'form'
      readonly claim: OpenClaim
      readonly draft: AccountDraft
      readonly faults: readonly AccountFault[]
    }

type Input = {
  readonly token: string
  readonly body: ClaimForm
  readonly now: Temporal.Instant
  readonly settings: Settings
}

/** Stores the account of a valid answer, and continues the transfer. Returns which page to show. */
export async function answerClaim(tx: Tx, input: Input): Promise<Outcome> {
  const { token, body, now, settings } = input
  const found = await findOpenClaim(tx, token, now)
  if (typeof found === 'string') return { kind: found }
  const draft = draftOf(found.transfer.targetCurrency, body)
  const form = { kind: 'form', claim: found, draft } as const
  if (body.action === 'refresh') return { ...form, faults: [] }
  const faults = checkClaim(draft)
  if (faults.length > 0 || draft.type === undefined) return { ...form, faults }

  const { type, accountHolderName, details } = recipientOf(
    canonicalClaim({ ...draft, type: draft.type }),
  )
  const account = { type, accountHolderName, details }
  await storeClaimAnswer(tx, found, account, { now, settings })
  return { kind: 'accepted' }
}

/** A browser sends every field of the form, so a blank field counts as absent. */
function draftOf(currency: string, { action, type, accountHolderName, ...fields }: ClaimForm) {
  const filled = Object.entries(fields).filter(([, text]) => String(text ?? '').trim() !== '')
  return {
    currency,
    ...(type && { type }),
    ...(accountHolderName?.trim() && { accountHolderName }),
    details: Object.fromEntries(filled),
  } satisfies AccountDraft
}
