// Request and reply shapes of the list of transfers that only the sandbox has.

import Type, { type Static } from 'typebox'
import { payIns, payOuts } from '../../corridors/index.ts'
import { money, toWire } from '../../kernel/money.ts'
import { amountOut, described, idIn, input, nullable, oneOf, uuid } from '../../kernel/wire.ts'
import { sourceOf } from '../model.ts'
import type { TransferRow } from '../row.ts'
import { ListTransfers, showTransfer, Transfer } from '../schemas.ts'
import { Issues, showIssues } from './schemas.ts'

// The path names the profile, so the query has no field for it. The pages of this list go from newer to older transfers.
const {
  profile: _profile,
  profileId: _profileId,
  seekPosition: _seekPosition,
  ...filters
} = ListTransfers.properties
export const ListSummaries = input({
  ...filters,
  beforeId: Type.Optional(idIn('transfer', 'Only transfers with a smaller id')),
})
export type ListSummaries = Static<typeof ListSummaries>

const TransferSummary = Type.Object(
  {
    ...Transfer.properties,
    recipientName: Type.String({
      description: 'The name of the recipient',
      examples: ['Nora Sample'],
    }),
    cost: amountOut('The amount that the sender pays, the fee included'),
    fee: amountOut('The fee, in the source currency'),
    payOut: oneOf(payOuts, 'How the recipient is paid'),
    paidBy: nullable(oneOf(payIns, 'How the transfer was paid; null while it is not paid')),
    batchGroupId: nullable(
      uuid('The batch group that the transfer is a member of; null outside of a batch group'),
    ),
    issues: described(Issues, 'The issues that hold the transfer up'),
  },
  { title: 'TransferSummary' },
)
export const TransferSummaries = Type.Array(TransferSummary, { title: 'TransferSummaryList' })

export function showSummary(
  transfer: TransferRow,
  recipientName: string,
  now: Temporal.Instant,
): Static<typeof TransferSummary> {
  const { feeMinor, sourceCurrency, payOut, paymentMethod, batchGroupId } = transfer
  return {
    ...showTransfer(transfer, now),
    recipientName,
    cost: toWire(sourceOf(transfer)),
    fee: toWire(money(feeMinor, sourceCurrency)),
    payOut,
    paidBy: paymentMethod,
    batchGroupId,
    issues: showIssues(transfer),
  }
}
