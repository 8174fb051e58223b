// Links an account at another bank to a profile, so that it can be debited (Facts 9.6).

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { refuseAll } from '../../kernel/refusal.ts'
import { AccountCurrencyInvalid } from '../errors.ts'
import {
  type DebitDetails,
  type DebitType,
  debitCurrencies,
  detailFaults,
  detailsFor,
} from './model.ts'
import { type DebitAccountRow, insertAccount } from './store.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly type: DebitType
  readonly currency: Currency
  readonly details: DebitDetails
}

export async function linkAccount(
  tx: Tx,
  { profileId, type, currency, details }: Input,
  now: Temporal.Instant,
): Promise<DebitAccountRow> {
  refuseAll([
    ...(currency === debitCurrencies[type]
      ? []
      : [{ kind: AccountCurrencyInvalid, arguments: [type, currency] }]),
    ...detailFaults(type, details),
  ])
  const account = { profileId, type, currency, details: detailsFor(type, details) }
  const [linked] = await tx.write(insertAccount(account, now))
  if (linked === undefined) throw new Error('the insert of a linked account returned no row')
  return linked
}
