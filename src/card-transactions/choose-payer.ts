// Chooses the balance that pays for a card payment (D69): one balance for the whole amount, so that a refund is exact.

import { listStandard, type ShownBalance } from '../balances/index.ts'
import type { CardRow } from '../cards/index.ts'
import { balanceCurrencies } from '../corridors/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import { decimalText } from '../kernel/decimal.ts'
import type { Money } from '../kernel/money.ts'
import { listDebts } from '../ledger/index.ts'
import { type Desk, openDesk } from '../quotes/index.ts'
import { findApplication } from '../users/index.ts'
import type { Decline } from './decline.ts'
import type { Debit } from './model.ts'

const heldCurrencies: ReadonlySet<string> = new Set(balanceCurrencies)

type Card = Pick<CardRow, 'profileId' | 'clientId'>

/** `debit` is null for an amount of zero, which only checks the card. */
export type Payer = { readonly debit: Debit | null } | Decline

export async function choosePayer(
  db: Reader,
  card: Card,
  amount: Money,
  now: Temporal.Instant,
): Promise<Payer> {
  if (!heldCurrencies.has(amount.currency)) return { reason: 'NON_SUPPORTED_CURRENCY' }
  const [balances, debts] = await Promise.all([
    listStandard(db, card.profileId),
    listDebts(db, card.profileId),
  ])
  if (balances.length === 0) return { reason: 'ACCOUNT_INACTIVE' }
  if (amount.minor === 0n) return { debit: null }
  if (debts.length > 0) return { reason: 'INSUFFICIENT_FUNDS' }
  const own = balances.find(({ currency }) => currency === amount.currency)
  if (own !== undefined && own.availableMinor >= amount.minor)
    return { debit: withoutExchange(own, amount) }
  const others = balances.filter((balance) => balance !== own && balance.availableMinor > 0n)
  if (others.length === 0) return { reason: 'INSUFFICIENT_FUNDS' }
  const debit = cheapest(await deskOf(db, card, now), others, amount)
  return debit === undefined ? { reason: 'INSUFFICIENT_FUNDS' } : { debit }
}

/** The desk that prices exchanges of the card. The application that ordered the card gets its share of the fee. */
export async function deskOf(
  db: Reader,
  { clientId }: Pick<CardRow, 'clientId'>,
  now: Temporal.Instant,
): Promise<Desk> {
  const application = await findApplication(db, clientId)
  return openDesk(db, application?.id ?? null, now)
}

function withoutExchange({ id, currency }: ShownBalance, { minor }: Money): Debit {
  const free = { feeMinor: 0n, partnerFeeMinor: 0n, partnerApplicationId: null }
  return { balanceId: id, currency, debitMinor: minor, ...free, rate: '1' }
}

/** The balance that buys exactly `amount` at the least cost in the currency of `amount`; of equal ones, the lowest id. */
function cheapest(desk: Desk, balances: readonly ShownBalance[], amount: Money): Debit | undefined {
  const offers = balances.flatMap((balance) => {
    const offer = desk.buy(amount, balance.currency)
    if (offer === undefined || offer.terms.source.minor > balance.availableMinor) return []
    return [{ balance, offer, worthMinor: desk.worthMinor(offer.terms.source, amount.currency) }]
  })
  const [best] = offers.sort(
    (a, b) => Number(a.worthMinor - b.worthMinor) || a.balance.id - b.balance.id,
  )
  if (best === undefined) return undefined
  const { terms, rate } = best.offer
  return {
    balanceId: best.balance.id,
    currency: best.balance.currency,
    debitMinor: terms.source.minor,
    feeMinor: terms.fee.minor,
    partnerFeeMinor: terms.partner?.fee.minor ?? 0n,
    partnerApplicationId: terms.partner?.applicationId ?? null,
    rate: decimalText(rate),
  }
}
