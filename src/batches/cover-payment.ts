// What an approval of paying for a batch group covers (D114): the group as it stands, and what it costs.

import type { PayIn } from '../corridors/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Covered } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { money, toText } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { hasLapsed, listMembers, sumDueMinor } from '../transfers/index.ts'
import { GroupNotFound, NotFundable } from './errors.ts'
import * as store from './store.ts'
import { groupAt, WAITING } from './take-group.ts'

type OfGroup = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
}

/** An approval is only given for a group that nothing can be added to any more. */
export async function checkApprovable(db: Reader, { params }: OfGroup): Promise<void> {
  const { profileId, batchGroupId } = params
  const group = await store.findGroup(db, profileId, batchGroupId)
  if (group === undefined) refuse(GroupNotFound, { arguments: [batchGroupId] })
  if (group.status !== 'COMPLETED') refuse(NotFundable, { arguments: [group.status] })
}

/** `alsoBound` is what else pays for it, such as a linked account. */
export async function coverPayment(
  db: Reader,
  { params: { profileId, batchGroupId }, now }: OfGroup & { readonly now: Temporal.Instant },
  payIn: PayIn,
  ...alsoBound: readonly number[]
): Promise<Covered | undefined> {
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
    bound: ['batch-group', id, version, payIn, ...alsoBound],
  }
}

export function holdGroup(tx: Tx, { params: { profileId, batchGroupId } }: OfGroup) {
  return store.lockGroup(tx, profileId, batchGroupId)
}
