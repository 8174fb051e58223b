// Finds the money for a batch group on the profile's STANDARD balances (D28). When the balance in the group's currency has too
// little, exactly the shortfall is bought from the other balances, the most valuable first.

import {
  type BalanceRow,
  ensureStandardBalance,
  listStandardBalances,
} from '../../balances/index.ts'
import { bookMovement } from '../../conversions/index.ts'
import { balanceCurrencies } from '../../corridors/index.ts'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { MINOR_MAX, type Money, toText } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { available, InsufficientFunds, lockAvailable } from '../../ledger/index.ts'
import { type Desk, type Offer, openDesk } from '../../quotes/index.ts'

type Input = {
  readonly profileId: Id<'profile'>
  /** May be more than a balance can hold. */
  readonly due: Money
  readonly caller: UserCaller
  readonly now: Temporal.Instant
}

type Funds = { readonly balance: BalanceRow; readonly availableMinor: bigint }
type Purchase = { readonly from: BalanceRow; readonly offer: Offer }

/**
 * Returns the balance to pay from, after buying the missing money. All STANDARD balances stay locked until the
 * transaction ends: otherwise a concurrent payment could spend the money that the purchases were planned with.
 */
export async function buyMissingMoney(tx: Tx, input: Input): Promise<BalanceRow> {
  const { profileId, due, caller, now } = input
  const funds = await lockFunds(tx, profileId)
  const fundsInCurrency = funds.find(({ balance }) => balance.currency === due.currency)
  const missing = {
    minor: due.minor - (fundsInCurrency?.availableMinor ?? 0n),
    currency: due.currency,
  }
  if (fundsInCurrency !== undefined && missing.minor <= 0n) return fundsInCurrency.balance
  if (due.minor > MINOR_MAX || !balanceCurrencies.includes(due.currency)) refuseInsufficient(due)
  const others = funds.filter(
    ({ balance, availableMinor }) => balance.currency !== due.currency && availableMinor > 0n,
  )
  if (others.length === 0) refuseInsufficient(due)

  const desk = await openDesk(tx, caller.applicationId, now)
  const purchases = planPurchases(desk, others, missing) ?? refuseInsufficient(due)

  const target =
    fundsInCurrency?.balance ?? (await ensureStandardBalance(tx, profileId, due.currency, now))
  for (const { from, offer } of purchases)
    await bookMovement(tx, { source: from, target, terms: offer.terms, rate: offer.rate, now })
  return target
}

async function lockFunds(tx: Tx, profileId: Id<'profile'>): Promise<Funds[]> {
  const balances = await listStandardBalances(tx, profileId)
  const ids = balances.map(({ id }) => id)
  const minorByAccount = await lockAvailable(tx, profileId, ids)
  return balances.map((balance) => ({
    balance,
    availableMinor: minorByAccount.get(available(balance.id)) ?? 0n,
  }))
}

/** The purchases that add up to `amount`; undefined when all other balances together are not enough. */
function planPurchases(
  desk: Desk,
  others: readonly Funds[],
  amount: Money,
): Purchase[] | undefined {
  const purchases: Purchase[] = []
  let missing = amount
  for (const { balance: from, availableMinor } of mostValuableFirst(desk, others, amount)) {
    const exact = desk.buy(missing, from.currency)
    const isEnough = exact !== undefined && exact.terms.source.minor <= availableMinor
    const offer = isEnough
      ? exact
      : desk.sell({ minor: availableMinor, currency: from.currency }, missing.currency)
    // The balance does not cover the fee, or the amount after the fee buys nothing (gap 127).
    if (offer === undefined) continue
    purchases.push({ from, offer })
    missing = { ...missing, minor: missing.minor - offer.terms.target.minor }
    if (missing.minor <= 0n) return purchases
  }
  return undefined
}

/** Balances of equal value are ordered by id, so that the plan is the same every time. */
function mostValuableFirst(desk: Desk, funds: readonly Funds[], { currency: target }: Money) {
  const valued = funds.map(({ balance, availableMinor }) => {
    const amount = { minor: availableMinor, currency: balance.currency }
    return { balance, availableMinor, worthMinor: desk.worthMinor(amount, target) }
  })
  return valued.sort((a, b) => Number(b.worthMinor - a.worthMinor) || a.balance.id - b.balance.id)
}

function refuseInsufficient(due: Money): never {
  refuse(InsufficientFunds, { arguments: [toText(due), due.currency] })
}
