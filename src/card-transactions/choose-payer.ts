// Chooses the balance that pays for a card payment (D69): one balance for the whole amount, so that a refund is exact.

import type { CardRow } from '../cards/index.ts'
import { balanceCurrencies } from '../corridors/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import { decimalText } from '../kernel/decimal.ts'
import type { Money } from '../kernel/money.ts'
import { type Desk, openDesk } from '../quotes/index.ts'
import { findApplication } from '../users/index.ts'
import type { Decline } from './decline.ts'
import type { Funds, PayingBalance } from './funds-store.ts'
import type { Debit } from './model.ts'

const supportedCurrencies: ReadonlySet<string> = new Set(balanceCurrencies)

type Input = {
  readonly card: Pick<CardRow, 'clientId'>
  readonly funds: Funds
  readonly amount: Money
  readonly now: Temporal.Instant
}

/** `debit` is null for an amount of zero, which only checks the card. */
type Decision = { readonly debit: Debit | null } | Decline

/** The debit of the balance that pays, or the reason why no balance can pay. */
export async function choosePayer(
  db: Reader,
  { card, funds: { balances, hasDebt }, amount, now }: Input,
): Promise<Decision> {
  if (!supportedCurrencies.has(amount.currency)) return { reason: 'NON_SUPPORTED_CURRENCY' }
  if (balances.length === 0) return { reason: 'ACCOUNT_INACTIVE' }
  if (amount.minor === 0n) return { debit: null }
  if (hasDebt) return { reason: 'INSUFFICIENT_FUNDS' }
  const sameCurrency = balances.find(({ currency }) => currency === amount.currency)
  if (sameCurrency !== undefined && sameCurrency.availableMinor >= amount.minor)
    return { debit: debitWithoutExchange(sameCurrency, amount) }
  const others = balances.filter(
    (balance) => balance !== sameCurrency && balance.availableMinor > 0n,
  )
  if (others.length === 0) return { reason: 'INSUFFICIENT_FUNDS' }
  const debit = findCheapestDebit(await deskOf(db, card, now), others, amount)
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

function debitWithoutExchange({ id, currency }: PayingBalance, { minor }: Money): Debit {
  const free = { feeMinor: 0n, partnerFeeMinor: 0n, partnerApplicationId: null }
  return { balanceId: id, currency, debitMinor: minor, ...free, rate: '1' }
}

/**
 * The debit of the balance that pays exactly `amount` at the lowest cost, compared in the currency of `amount`; of balances with
 * equal costs, the balance with the lowest id pays. Undefined when no balance has enough money.
 */
function findCheapestDebit(
  desk: Desk,
  balances: readonly PayingBalance[],
  amount: Money,
): Debit | undefined {
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
