// Prices transfers for a payment: what they cost and deliver depends on the pay-in method and on the time at which the money
// comes (D12a, D20), so they are priced in the transaction that books the money.

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
import { isRepriced } from '../model.ts'
import type { TransferChange, TransferRow } from '../row.ts'

/** The errors of `priceTransfer` and `priceTransfers`, for the declaration of an endpoint. */
export const transferPriceErrors: readonly ErrorKind[] = [OptionUnavailable, AmountNotPayable]

/** A transfer with the terms at which it is paid. */
export type PricedTransfer = { readonly before: TransferRow; readonly terms: TransferChange }

/** The change of terms for money that comes by `payIn`. Refuses with one of `transferPriceErrors`. */
export async function priceTransfer(
  db: Reader,
  transfer: TransferRow,
  payIn: PayIn,
  now: Temporal.Instant,
): Promise<TransferChange> {
  const [priced] = await priceTransfers(db, [transfer], payIn, now)
  return priced?.terms ?? {}
}

/** Prices many transfers of one profile, as `priceTransfer` does, with one statement for all their quotes. */
export async function priceTransfers(
  db: Reader,
  transfers: readonly TransferRow[],
  payIn: PayIn,
  now: Temporal.Instant,
): Promise<PricedTransfer[]> {
  const withOtherPayIn = transfers.filter((transfer) => transfer.payIn !== payIn)
  const options = await findQuoteOptions(db, withOtherPayIn, payIn)
  for (const transfer of withOtherPayIn)
    checkSendable(transfer, options.get(transfer.quoteId), payIn)
  return Promise.all(
    transfers.map(async (before) => {
      const option = options.get(before.quoteId)
      const change = option === undefined ? {} : changeTo(option)
      if (!isRepriced(before, now)) return { before, terms: change }
      const { rate, targetMinor } = await priceNow(db, { ...before, ...change }, now)
      return { before, terms: { ...change, rate, targetMinor } }
    }),
  )
}

/**
 * Sums the cost of transfers of one profile and currency whose money comes by `payIn`, for an approval to show. A
 * transfer whose quote has no option of this method counts at the price it was created with. Its payment is refused
 * afterwards.
 */
export async function sumDueMinor(
  db: Reader,
  transfers: readonly TransferRow[],
  payIn: PayIn,
): Promise<bigint> {
  const withOtherPayIn = transfers.filter((transfer) => transfer.payIn !== payIn)
  const options = await findQuoteOptions(db, withOtherPayIn, payIn)
  return transfers.reduce(
    (sumMinor, transfer) => sumMinor + (options.get(transfer.quoteId) ?? transfer).sourceMinor,
    0n,
  )
}

async function findQuoteOptions(
  db: Reader,
  transfers: readonly TransferRow[],
  payIn: PayIn,
): Promise<ReadonlyMap<string, PricedOption>> {
  const [first] = transfers
  if (first === undefined) return new Map()
  const quoteIds = transfers.map(({ quoteId }) => quoteId)
  return findOptions(db, first.profileId, quoteIds, payIn)
}

function checkSendable(
  { sourceCurrency: source, targetCurrency: target }: TransferRow,
  option: PricedOption | undefined,
  payIn: PayIn,
): void {
  // Not `option.disabled`: the balance may have been too low when the quote was created, and the ledger decides now.
  if (option === undefined || !isSendable({ source, target }, option))
    refuse(OptionUnavailable, { arguments: [payIn] })
}

function changeTo(option: PricedOption): TransferChange {
  const { payIn, sourceMinor, feeMinor, partnerMinor, targetMinor } = option
  return { payIn, sourceMinor, feeMinor, partnerFeeMinor: partnerMinor, targetMinor }
}
