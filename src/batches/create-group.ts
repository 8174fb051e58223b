import { payInOptions } from '../corridors/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { CurrencyNotPayable, NameTaken } from './errors.ts'
import { batchGroupStates } from './states.ts'
import * as store from './store.ts'
import { groupAt } from './take-group.ts'

type Asked = {
  readonly params: { readonly profileId: Id<'profile'> }
  readonly body: { readonly name: string; readonly sourceCurrency: Currency }
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
}

/**
 * Opens a group. The name acts like a key (Facts 4.3): an earlier group of the profile with this name
 * is answered as it is now, and refused when it has another source currency.
 */
export async function createGroup(tx: Tx, asked: Asked): Promise<store.GroupRow> {
  const { params, body, caller, now, random } = asked
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
  if (created === undefined) throw new Error('a batch group was created without a row')
  return created
}
