// An approval of paying for a batch group covers its version, its total, the pay-in method and the linked account, if any (D114).

import type { PayIn } from '../../corridors/index.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { CoveredPayment } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { money, toText } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { hasLapsed, listMembers, sumDueMinor } from '../../transfers/index.ts'
import { NotFundable } from '../errors.ts'
import { getGroup, groupAt } from '../get-group.ts'
import { WAITING } from '../model.ts'
import * as store from '../store.ts'

type GroupInput = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
}

/** Refuses a challenge for a group that is not COMPLETED: a NEW group may still get members, any other cannot be paid. */
export async function checkApprovable(db: Reader, { params }: GroupInput): Promise<void> {
  const { status } = await getGroup(db, params.profileId, params.batchGroupId)
  if (status !== 'COMPLETED') refuse(NotFundable, { arguments: [status] })
}

/**
 * What an approval of paying for the group covers; undefined when the group does not exist. `extraIds` are further ids that
 * the approval is bound to: the id of the linked account.
 */
export async function findCoveredPayment(
  db: Reader,
  { params: { profileId, batchGroupId }, now }: GroupInput & { readonly now: Temporal.Instant },
  payIn: PayIn,
  ...extraIds: readonly number[]
): Promise<CoveredPayment | undefined> {
  const found = await store.findGroup(db, profileId, batchGroupId)
  if (found === undefined) return undefined
  const group = await groupAt(db, found, now)
  const members = (await listMembers(db, profileId, group.id, WAITING)).filter(
    (member) => !hasLapsed(member, now),
  )
  const { id, name, version, sourceCurrency: currency } = group
  return {
    amount: toText(money(await sumDueMinor(db, members, payIn), currency)),
    currency,
    payee: `${name} (${members.length} ${members.length === 1 ? 'transfer' : 'transfers'})`,
    bound: ['batch-group', id, version, payIn, ...extraIds],
  }
}

/** Locks the group, so that what the approval covers does not change between the comparison and the payment. */
export function lockCoveredGroup(tx: Tx, { params: { profileId, batchGroupId } }: GroupInput) {
  return store.lockGroup(tx, profileId, batchGroupId)
}
