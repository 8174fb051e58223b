// What a transfer costs and delivers when its money comes by one way or another, and at one moment
// or another (D12a, D20): the terms are settled in the transaction that books the money.

import type { PayIn } from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import {
  AmountNotPayable,
  findOptions,
  isSendable,
  type PricedOption,
  priceNow,
} from '../../quotes/index.ts'
import { OptionUnavailable } from '../errors.ts'
import type { Settled } from '../members/members.ts'
import { isRepriced } from '../model.ts'
import type { TransferChange, TransferRow } from '../row.ts'

/** Everything that settling may refuse with, for the list of an endpoint. */
export const settleErrors: readonly ErrorKind[] = [OptionUnavailable, AmountNotPayable]

/** The change of terms for money that comes by `payIn`; refuses when the quote has no such option. */
export async function settleTerms(
  db: Reader,
  transfer: TransferRow,
  payIn: PayIn,
  now: Temporal.Instant,
): Promise<TransferChange> {
  const [settled] = await settleTransfers(db, [transfer], payIn, now)
  return settled?.terms ?? {}
}

/** The same for many transfers of one profile, with one look at their quotes. */
export async function settleTransfers(
  db: Reader,
  transfers: readonly TransferRow[],
  payIn: PayIn,
  now: Temporal.Instant,
): Promise<Settled[]> {
  const options = await optionsOf(
    db,
    transfers.filter((transfer) => transfer.payIn !== payIn),
    payIn,
  )
  return Promise.all(
    transfers.map(async (before) => {
      const option = options.get(before.quoteId)
      const change = option === undefined ? {} : termsOf(option)
      if (!isRepriced(before, now)) return { before, terms: change }
      const { rate, targetMinor } = await priceNow(db, before, { ...before, ...change }, now)
      return { before, terms: { ...change, rate, targetMinor } }
    }),
  )
}

async function optionsOf(
  db: Reader,
  transfers: readonly TransferRow[],
  payIn: PayIn,
): Promise<ReadonlyMap<string, PricedOption>> {
  const [first] = transfers
  if (first === undefined) return new Map()
  const quoteIds = transfers.map(({ quoteId }) => quoteId)
  const options = await findOptions(db, first.profileId, quoteIds, payIn)
  for (const { quoteId, sourceCurrency: source, targetCurrency: target } of transfers) {
    const option = options.get(quoteId)
    // A balance that was short when the quote was made may be enough by now; the ledger decides.
    if (option === undefined || !isSendable({ source, target }, option))
      refuse(OptionUnavailable, { arguments: [payIn] })
  }
  return options
}

function termsOf(option: PricedOption): TransferChange {
  const { payIn, sourceMinor, feeMinor, partnerMinor, targetMinor } = option
  return { payIn, sourceMinor, feeMinor, partnerFeeMinor: partnerMinor, targetMinor }
}
