// Money for a batch group from the profile's balances (D28): what its own currency lacks is bought
// from the other STANDARD balances, the one worth most first, exactly as much as is missing.

import { type BalanceRow, ensureStandard, listStandard } from '../balances/index.ts'
import { bookMovement } from '../conversions/index.ts'
import { balanceCurrencies } from '../corridors/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { MINOR_MAX, type Money, toText } from '../kernel/money.ts'
import { type Refusal, refuse } from '../kernel/refusal.ts'
import { available, InsufficientFunds, lockAvailable } from '../ledger/index.ts'
import { type Desk, type Offer, openDesk } from '../quotes/index.ts'

type Cover = {
  readonly profileId: Id<'profile'>
  /** Its amount may be more than any balance can hold. */
  readonly due: Money
  readonly caller: UserCaller
  readonly now: Temporal.Instant
}

type Held = { readonly balance: BalanceRow; readonly heldMinor: bigint }
type Purchase = { readonly from: BalanceRow; readonly offer: Offer }

/**
 * The balance that holds what is due, after buying what it lacked. The money of all balances stays
 * held until the transaction ends, so that nothing computed here can become untrue.
 */
export async function coverFromBalances(tx: Tx, cover: Cover): Promise<BalanceRow> {
  const { profileId, due, caller, now } = cover
  const standard = await listStandard(tx, profileId)
  const ids = standard.map(({ id }) => id)
  const money = await lockAvailable(tx, profileId, ids)
  const held = standard.map((balance) => ({
    balance,
    heldMinor: money.get(available(balance.id)) ?? 0n,
  }))
  const own = held.find(({ balance }) => balance.currency === due.currency)
  const missing = { minor: due.minor - (own?.heldMinor ?? 0n), currency: due.currency }
  if (own !== undefined && missing.minor <= 0n) return own.balance
  if (due.minor > MINOR_MAX || !balanceCurrencies.includes(due.currency)) refuseInsufficient(due)

  const others = held.filter((each) => each !== own && each.heldMinor > 0n)
  const purchases =
    others.length === 0 ? undefined : plan(await openDesk(tx, caller, now), others, missing)
  if (purchases === undefined) refuseInsufficient(due)
  const target = own?.balance ?? (await ensureStandard(tx, profileId, due.currency, now))
  for (const { from, offer } of purchases)
    await bookMovement(tx, { source: from, target, terms: offer.terms, rate: offer.rate, now })
  return target
}

/** What to buy from whom; undefined when all of it is not enough. */
function plan(desk: Desk, others: readonly Held[], wanted: Money): Purchase[] | undefined {
  const worth = new Map(
    others.map(({ balance: { id, currency }, heldMinor }) => [
      id,
      desk.worthMinor({ minor: heldMinor, currency }, wanted.currency),
    ]),
  )
  const worthOf = ({ balance }: Held) => worth.get(balance.id) ?? 0n
  const richestFirst = [...others].sort(
    (a, b) => Number(worthOf(b) - worthOf(a)) || a.balance.id - b.balance.id,
  )
  const purchases: Purchase[] = []
  let missing = wanted
  for (const { balance: from, heldMinor } of richestFirst) {
    const all = { minor: heldMinor, currency: from.currency }
    const enough = desk.buy(missing, from.currency)
    const isEnough = enough !== undefined && enough.terms.source.minor <= heldMinor
    const offer = isEnough ? enough : desk.sell(all, missing.currency)
    if (offer === undefined) continue
    purchases.push({ from, offer })
    missing = { ...missing, minor: missing.minor - offer.terms.target.minor }
    if (missing.minor <= 0n) return purchases
  }
  return undefined
}

function refuseInsufficient(due: Money): never {
  refuse(InsufficientFunds, { arguments: [toText(due), due.currency] })
}

/** The fields that a payment without enough money has beside `errors`, as for one transfer (Facts 4.3, D21). */
export function insufficientPayment({ faults: [{ kind }] }: Refusal) {
  if (kind !== InsufficientFunds) return undefined
  const { code: errorCode, message: errorMessage } = InsufficientFunds
  return { type: 'BALANCE', status: 'REJECTED', errorCode, errorMessage }
}
