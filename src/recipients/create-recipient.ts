// Adds a recipient to a profile.

import {
  type AccountDraft,
  type AccountFault,
  canonicalAccount,
  checkAccount,
  DetailRequired,
} from '../corridors/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Refusal, refuseAll } from '../kernel/refusal.ts'
import { toMillisecond } from '../kernel/wire.ts'
import { checkOwnProfile } from '../profiles/index.ts'
import { DetailNotValid } from './errors.ts'
import { recipientOf, typeOf } from './model.ts'
import * as store from './store.ts'

type NewAccount = {
  readonly profileId: Id<'profile'>
  /** `type` in the spelling of version 1 (`sort_code`) or 2 (`SortCode`), in any case. */
  readonly draft: AccountDraft & { readonly type: string }
  /** Whether the account receives refunds. */
  readonly refund: boolean
  /** The names of account fields in the endpoint's requests, by the names of the form. */
  readonly paths?: ReadonlyMap<string, string>
}

/**
 * Adds a recipient to one of the caller's profiles, with its bank details in canonical spelling (D90). Returns
 * the existing recipient when an active one has the same name, currency, type and details (D18). Refuses with
 * ProfileMissing, or with all faults of the account together.
 */
export async function createRecipient(
  tx: Tx,
  { profileId, draft: rawDraft, refund, paths }: NewAccount,
  caller: UserCaller,
  now: Temporal.Instant,
): Promise<store.RecipientRow> {
  checkOwnProfile(caller, profileId)
  const draft = { ...rawDraft, type: typeOf(rawDraft.type) }
  const faults = [...checkAccount(draft), ...(refund ? refundFaults(draft) : [])]
  refuseAll(
    faults.map(({ code, ...fault }) => ({
      ...fault,
      kind: code === 'REQUIRED' ? DetailRequired : DetailNotValid,
      path: paths?.get(fault.path) ?? fault.path,
    })),
  )
  const recipient = recipientOf(canonicalAccount(draft))
  // Recipients that were added before details became canonical have the hash of the raw spelling.
  const existing = await store.findSameRecipient(tx, profileId, [
    recipient.hash,
    recipientOf(draft).hash,
  ])
  if (existing !== undefined) return existing
  const { userId } = caller
  return store.insertRecipient(tx, { ...recipient, profileId, userId, refund, createdAt: now })
}

/** A refund needs a bank account: a recipient known by e-mail enters the account of a transfer later, but not of a refund (gap 221). */
function refundFaults({ type }: NewAccount['draft']): AccountFault[] {
  if (type !== 'email') return []
  const message =
    'Send the details of a bank account: a refund cannot be sent to an e-mail address.'
  return [{ code: 'NOT_VALID', path: 'type', message, arguments: ['type', type] }]
}

/** The fields of a refusal: the documented `timestamp` of the refusal of an account (Facts 4.1), none of other refusals. */
export function timeOfRefusal({ faults: [{ kind }] }: Refusal, { now }: { now: Temporal.Instant }) {
  const isOfAccount = kind === DetailNotValid || kind === DetailRequired
  return isOfAccount ? { timestamp: toMillisecond(now) } : undefined
}
