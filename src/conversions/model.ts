import type { Id } from '../kernel/ids.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { AmountOrQuote, BothBalances, SameBalance } from './errors.ts'

/** The request as it came: an amount is decimal text. */
export type Asked = {
  readonly quoteId?: string
  readonly amount?: { readonly value: string; readonly currency: string }
  readonly sourceBalanceId?: Id<'balance'>
  readonly targetBalanceId?: Id<'balance'>
}

export type BalancePair = {
  readonly sourceId: Id<'balance'>
  readonly targetId: Id<'balance'>
}

/** What is asked for: an amount between two balances, or an exchange at the price of a quote. */
export type Order =
  | { readonly by: 'amount'; readonly value: string; readonly currency: string; pair: BalancePair }
  /** Without a pair: between the profile's STANDARD balances of the quote's currencies. */
  | { readonly by: 'quote'; readonly quoteId: string; readonly pair: BalancePair | undefined }

/** Refuses a request whose fields do not fit together, for every reason at once (Spec B 4.7). */
export function orderOf(asked: Asked): Order {
  const { amount, quoteId } = asked
  const pair = pairOf(asked)
  refuseAll(faultsOf(asked, pair))
  if (quoteId !== undefined) return { by: 'quote', quoteId, pair }
  if (amount !== undefined && pair !== undefined) return { by: 'amount', ...amount, pair }
  throw new Error('a movement without amount, quote or balances was not refused')
}

function pairOf({ sourceBalanceId, targetBalanceId }: Asked): BalancePair | undefined {
  if (sourceBalanceId === undefined || targetBalanceId === undefined) return undefined
  return { sourceId: sourceBalanceId, targetId: targetBalanceId }
}

function faultsOf(asked: Asked, pair: BalancePair | undefined): Fault[] {
  const { quoteId, amount, sourceBalanceId, targetBalanceId } = asked
  const faults: Fault[] = []
  if ((amount === undefined) === (quoteId === undefined)) faults.push({ kind: AmountOrQuote })
  const names =
    amount !== undefined || sourceBalanceId !== undefined || targetBalanceId !== undefined
  if (names && sourceBalanceId === undefined)
    faults.push({ kind: BothBalances, path: 'sourceBalanceId' })
  if (names && targetBalanceId === undefined)
    faults.push({ kind: BothBalances, path: 'targetBalanceId' })
  if (pair !== undefined && pair.sourceId === pair.targetId)
    faults.push({ kind: SameBalance, arguments: [pair.targetId] })
  return faults
}
