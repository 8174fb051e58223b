// Creates a batch group. The name acts as an idempotency key (Facts 4.3): when the profile already has a group with this
// name, the reply is that group as it is now, or a refusal if the group has another source currency.

import { payInOptions } from '../corridors/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { CurrencyNotPayable, NameTaken } from './errors.ts'
import { groupAt } from './get-group.ts'
import { batchGroupStates } from './states.ts'
import * as store from './store.ts'

type Input = {
  readonly params: { readonly profileId: Id<'profile'> }
  readonly body: { readonly name: string; readonly sourceCurrency: Currency }
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
}

export async function createGroup(tx: Tx, input: Input): Promise<store.GroupRow> {
  const { params, body, caller, now, random } = input
  const { profileId } = params
  const { name, sourceCurrency } = body
  const earlier = await store.findGroupByName(tx, profileId, name)
  if (earlier !== undefined) {
    if (earlier.sourceCurrency !== sourceCurrency) refuse(NameTaken, { arguments: [name] })
    return groupAt(tx, earlier, now)
  }
  if (payInOptions(sourceCurrency).length === 0)
    refuse(CurrencyNotPayable, { arguments: [sourceCurrency] })
  const id = random.uuid()
  const status = batchGroupStates.initial
  const group = { profileId, id, userId: caller.userId, name, sourceCurrency, status }
  const [created] = await tx.write(store.insertGroup(group, now))
  if (created === undefined) throw new Error('the insert of a batch group returned no row')
  return created
}
