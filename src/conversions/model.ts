// Parses a request to move money between balances: it has either an amount and both balances, or a quote with or
// without both balances (B 4.7).

import type { Id } from '../kernel/ids.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { AmountOrQuote, BothBalances, SameBalance } from './errors.ts'

/** The fields of the request, all optional. */
export type MovementRequest = {
  readonly quoteId?: string
  /** `value` is decimal text. */
  readonly amount?: { readonly value: string; readonly currency: string }
  readonly sourceBalanceId?: Id<'balance'>
  readonly targetBalanceId?: Id<'balance'>
}

export type BalancePairIds = {
  readonly sourceId: Id<'balance'>
  readonly targetId: Id<'balance'>
}

/** Moves an amount between two balances of one currency, or exchanges the amounts of a quote. */
export type MovementOrder =
  | {
      readonly by: 'amount'
      readonly value: string
      readonly currency: string
      readonly pair: BalancePairIds
    }
  /** Without `pair`, between the profile's STANDARD balances in the currencies of the quote. */
  | { readonly by: 'quote'; readonly quoteId: string; readonly pair: BalancePairIds | undefined }

/** Refuses a request with missing or contradictory fields, and reports all faults together. */
export function orderOf(request: MovementRequest): MovementOrder {
  const { amount, quoteId } = request
  const pair = pairOf(request)
  refuseAll(faultsOf(request, pair))
  if (quoteId !== undefined) return { by: 'quote', quoteId, pair }
  if (amount !== undefined && pair !== undefined) return { by: 'amount', ...amount, pair }
  throw new Error('a movement without amount, quote or balances was not refused')
}

function pairOf({ sourceBalanceId, targetBalanceId }: MovementRequest): BalancePairIds | undefined {
  if (sourceBalanceId === undefined || targetBalanceId === undefined) return undefined
  return { sourceId: sourceBalanceId, targetId: targetBalanceId }
}

function faultsOf(request: MovementRequest, pair: BalancePairIds | undefined): Fault[] {
  const { quoteId, amount, sourceBalanceId, targetBalanceId } = request
  const faults: Fault[] = []
  const hasExactlyOne = (amount === undefined) !== (quoteId === undefined)
  if (!hasExactlyOne) faults.push({ kind: AmountOrQuote })
  const needsBalances =
    amount !== undefined || sourceBalanceId !== undefined || targetBalanceId !== undefined
  if (needsBalances && sourceBalanceId === undefined)
    faults.push({ kind: BothBalances, path: 'sourceBalanceId' })
  if (needsBalances && targetBalanceId === undefined)
    faults.push({ kind: BothBalances, path: 'targetBalanceId' })
  if (pair !== undefined && pair.sourceId === pair.targetId)
    faults.push({ kind: SameBalance, arguments: [pair.targetId] })
  return faults
}
