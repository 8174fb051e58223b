// The recipient says where the money is to go (D19). What is answered is held against the rules of an
// account in that currency, and kept with the transfer.

import {
  type AccountDraft,
  type AccountFault,
  canonicalClaim,
  checkClaim,
} from '../corridors/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Settings } from '../kernel/settings.ts'
import { recipientOf } from '../recipients/index.ts'
import { takeClaim } from '../transfers/index.ts'
import { findOpenClaim, type OpenClaim } from './find-claim.ts'
import type { ClaimForm } from './schemas.ts'

type Answered =
  | { readonly kind: 'unknown' | 'over' | 'taken' }
  | {
      readonly kind: 'asked-again'
      readonly open: OpenClaim
      readonly draft: AccountDraft
      readonly faults: readonly AccountFault[]
    }

type Asked = {
  readonly token: string
  readonly body: ClaimForm
  readonly now: Temporal.Instant
  readonly settings: Settings
}

export async function answerClaim(tx: Tx, asked: Asked): Promise<Answered> {
  const { token, body, now, settings } = asked
  const open = await findOpenClaim(tx, token, now)
  if (typeof open === 'string') return { kind: open }
  const draft = draftOf(open.transfer.targetCurrency, body)
  const again = { kind: 'asked-again', open, draft } as const
  if (body.action === 'refresh') return { ...again, faults: [] }
  const faults = checkClaim(draft)
  if (faults.length > 0 || draft.type === undefined) return { ...again, faults }
  const { type, accountHolderName, details } = recipientOf(
    canonicalClaim({ ...draft, type: draft.type }),
  )
  const account = { type, accountHolderName, details }
  await takeClaim(tx, open.transfer, open.claim, account, { now, settings })
  return { kind: 'taken' }
}

/** A form sends every field it has, so what is blank was not answered. */
function draftOf(currency: string, { action, type, accountHolderName, ...fields }: ClaimForm) {
  const filled = Object.entries(fields).filter(([, text]) => String(text ?? '').trim() !== '')
  return {
    currency,
    ...(type && { type }),
    ...(accountHolderName?.trim() && { accountHolderName }),
    details: Object.fromEntries(filled),
  } satisfies AccountDraft
}
