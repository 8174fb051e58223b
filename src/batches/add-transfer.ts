// Creates a transfer in a group. The transfer is like any other, and the statement that inserts it also counts it in
// the group: a group that is closed at that moment either contains the transfer or refuses it.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { MINOR_MAX } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { chosenOption, optionFor, type QuoteRow } from '../quotes/index.ts'
import {
  type CreateTransfer,
  customerTransactionKey,
  type Membership,
  placeTransfer,
  type TransferRow,
} from '../transfers/index.ts'
import { GroupClosed, GroupCurrencyMismatch, GroupFull } from './errors.ts'
import { getGroup, groupAt } from './get-group.ts'
import { MEMBERS_MAX } from './limits.ts'
import { bankCostMinorOf } from './model.ts'
import * as store from './store.ts'

type Input = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: CreateTransfer
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
  readonly settings: Settings
  readonly requestHash: () => string
}

export async function addTransfer(
  tx: Tx,
  { params, body, ...context }: Input,
): Promise<TransferRow> {
  const { profileId, batchGroupId } = params
  const group = await getGroup(tx, profileId, batchGroupId)
  // Only the status is taken from the group at `now`: the write step adds to the stored members and amount.
  const { status } = await groupAt(tx, group, context.now)
  const { quoteUuid: quoteId, customerTransactionId, ...order } = body
  const key = customerTransactionKey(customerTransactionId)
  const membership = membershipIn({ ...group, status })
  return placeTransfer(tx, {
    ...context,
    order: { ...order, quoteId, key, profileIds: [profileId], membership },
  })
}

function membershipIn(group: store.GroupRow): Membership {
  return {
    batchGroupId: group.id,
    admit: (quote) => {
      if (group.status !== 'NEW') refuse(GroupClosed, { arguments: [group.status] })
      if (group.memberCount >= MEMBERS_MAX) refuse(GroupFull, { arguments: [MEMBERS_MAX] })
      if (quote !== undefined) admitQuote(group, quote)
    },
    join: ({ lapsesAt }, quote) => {
      if (lapsesAt === null) throw new Error('a new member of a batch group never lapses')
      return store.joinGroup(group, { payInMinor: payInMinorOf(quote), lapsesAt })
    },
  }
}

function admitQuote({ sourceCurrency, payInMinor }: store.GroupRow, quote: QuoteRow): void {
  if (quote.sourceCurrency !== sourceCurrency)
    refuse(GroupCurrencyMismatch, { arguments: [quote.sourceCurrency, sourceCurrency] })
  if (payInMinor + payInMinorOf(quote) > MINOR_MAX) refuse(GroupFull)
}

function payInMinorOf(quote: QuoteRow): bigint {
  return bankCostMinorOf(optionFor(quote, 'BANK_TRANSFER'), chosenOption(quote))
}
