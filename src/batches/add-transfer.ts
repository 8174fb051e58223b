// A member is a transfer like any other, made by the same use case; the group counts it in within the
// same statement, so that a group which closes at that moment either has it or refuses it.

import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { MINOR_MAX } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { chosenOption, optionFor, type QuoteRow } from '../quotes/index.ts'
import {
  type CreateTransfer,
  customerTransaction,
  type Membership,
  placeTransfer,
  type TransferRow,
} from '../transfers/index.ts'
import { GroupClosed, GroupCurrencyMismatch, GroupFull, GroupNotFound } from './errors.ts'
import { askedMinorOf, MEMBERS_MAX } from './model.ts'
import * as store from './store.ts'
import { groupAt } from './take-group.ts'

type Asked = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: CreateTransfer
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
  readonly settings: Settings
  readonly requestHash: () => string
}

export async function addTransfer(tx: Tx, { params, body, ...given }: Asked): Promise<TransferRow> {
  const { profileId, batchGroupId } = params
  const group =
    (await store.findGroup(tx, profileId, batchGroupId)) ??
    refuse(GroupNotFound, { arguments: [batchGroupId] })
  const { quoteUuid: quoteId, customerTransactionId, ...order } = body
  const key = customerTransaction(customerTransactionId)
  // A closed group is refused by what it is now; it is counted in by the row as it stands.
  const { status } = await groupAt(tx, group, given.now)
  const membership = membershipIn({ ...group, status })
  return placeTransfer(tx, {
    ...given,
    order: { ...order, quoteId, key, profileIds: [profileId], membership },
  })
}

function membershipIn(group: store.GroupRow): Membership {
  return {
    batchGroupId: group.id,
    admit: (quote) => {
      if (group.status !== 'NEW') refuse(GroupClosed, { arguments: [group.status] })
      if (group.members >= MEMBERS_MAX) refuse(GroupFull, { arguments: [MEMBERS_MAX] })
      if (quote !== undefined) admitQuote(group, quote)
    },
    join: ({ lapsesAt }, quote) => {
      if (lapsesAt === null) throw new Error('a new member has no time to pay')
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
  return askedMinorOf(optionFor(quote, 'BANK_TRANSFER'), chosenOption(quote))
}
