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
import { type Fault, Refusal } from '../kernel/refusal.ts'
import { toMillisecond } from '../kernel/wire.ts'
import { checkOwnProfile } from '../profiles/index.ts'
import { DetailNotValid } from './errors.ts'
import { recipientOf, typeOf } from './model.ts'
import * as store from './store.ts'

type NewAccount = {
  readonly profileId: Id<'profile'>
  /** Its type may be spelt as in either version, in capitals too. */
  readonly draft: AccountDraft & { readonly type: string }
  /** It will be named as the account that money goes back to. */
  readonly refund: boolean
  /** What the operation calls a field of the account, where it has another name for it. */
  readonly paths?: ReadonlyMap<string, string>
}

/**
 * Adds a recipient to one of the caller's profiles, with its bank details in their canonical spelling
 * (D90). An active one with the same name, currency, type and details is answered instead (D18). Refuses with every fault of the account at once.
 */
export async function createRecipient(
  tx: Tx,
  { profileId, draft: written, refund, paths }: NewAccount,
  caller: UserCaller,
  now: Temporal.Instant,
): Promise<store.RecipientRow> {
  checkOwnProfile(caller, profileId)
  const draft = { ...written, type: typeOf(written.type) }
  const faults = [...checkAccount(draft), ...(refund ? cannotReturn(draft) : [])]
  refuseFaults(
    faults.map((fault) => ({ ...fault, path: paths?.get(fault.path) ?? fault.path })),
    now,
  )
  const recipient = recipientOf(canonicalAccount(draft))
  // A recipient that was added before details were made canonical is known by the hash of its own spelling.
  const same = await store.findSame(tx, profileId, [recipient.hash, recipientOf(draft).hash])
  if (same !== undefined) return same
  const { userId } = caller
  return store.insert(tx, { ...recipient, profileId, userId, refund, createdAt: now })
}

/** Money that comes back goes to an account: nobody asks for one by e-mail then. */
function cannotReturn({ type }: NewAccount['draft']): AccountFault[] {
  if (type !== 'email') return []
  const message = 'Money can be returned to a bank account only'
  return [{ code: 'NOT_VALID', path: 'type', message, arguments: ['type', type] }]
}

/** Beside the errors stands the time, as client programs know it from here (Facts 4.1). */
function refuseFaults(found: readonly AccountFault[], now: Temporal.Instant): void {
  const [first, ...rest] = found.map(
    ({ code, ...fault }): Fault => ({
      kind: code === 'REQUIRED' ? DetailRequired : DetailNotValid,
      ...fault,
    }),
  )
  if (first !== undefined)
    throw new Refusal([first, ...rest], { extraFields: { timestamp: toMillisecond(now) } })
}
