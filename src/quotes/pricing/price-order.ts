// Prices an order for an optional recipient: checks the route, the amounts and the recipient, and returns
// the fields of a quote that follow from them.

import { type PayIn, type PayOut, PRICE_SET_ID, payInOptions } from '../../corridors/index.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { type Fault, refuseAll } from '../../kernel/refusal.ts'
import type { RecipientRow } from '../../recipients/index.ts'
import { type PartnerPrice, partnerPriceOf } from '../../users/index.ts'
import { expiryOf, type QuoteRow } from '../model.ts'
import type { RateTable } from '../rates/rate-table.ts'
import { noticesOf } from './notices.ts'
import { type Order, routeOf } from './order.ts'
import { type PriceRequest, priceOptions } from './price-options.ts'
import { choosePayOut, eligibilityFaults, payOutFaults, routeFaults } from './recipient.ts'

export const DEFAULT_PAY_OUT: PayOut = 'BANK_TRANSFER'

/** The methods that a request may name. */
export type Methods = {
  readonly payOut?: PayOut | undefined
  readonly preferredPayIn?: PayIn | undefined
}

/**
 * A request for payOut BALANCE without a pay-in method is paid from a balance (A 2.4, rule 5) where the source
 * currency has balances, even if the recipient's own pay-out method replaces BALANCE.
 */
function preferredPayInOf({ source }: Order, { payOut, preferredPayIn }: Methods): PayIn | null {
  if (preferredPayIn !== undefined) return preferredPayIn
  return payOut === 'BALANCE' && payInOptions(source).includes('BALANCE') ? 'BALANCE' : null
}

/** The price of the caller's application. A personal token belongs to no application. */
export async function findPartnerPrice(
  db: Reader,
  caller: Caller,
): Promise<PartnerPrice | undefined> {
  if (caller.kind === 'none' || caller.applicationId === null) return undefined
  return partnerPriceOf(db, caller.applicationId)
}

type OrderToPrice = Order &
  Pick<PriceRequest, 'rate' | 'preferredPayIn' | 'partner' | 'availableMinor' | 'now'> & {
    /** The pay-out method that this request names; without one, `currentPayOut` stays if it reaches the recipient. */
    readonly payOut: PayOut | undefined
    readonly currentPayOut: PayOut
    /** Undefined when neither the request nor the quote names a recipient; `recipient` is undefined when it was not found. */
    readonly payee: { readonly recipient: RecipientRow | undefined } | undefined
    readonly rates: RateTable
  }

/** The fields of a quote that its price and its recipient decide. */
export type PricedFields = Pick<
  QuoteRow,
  | 'payOut'
  | 'targetAccount'
  | 'targetAccountOwned'
  | 'payOutCountry'
  | 'priceSetId'
  | 'options'
  | 'notices'
>

/** Prices the order of a new quote or an example at the current rate, and returns the fields that follow from the request. */
export function priceNewOrder(
  order: Order,
  methods: Methods,
  facts: Pick<OrderToPrice, 'rates' | 'partner' | 'payee' | 'availableMinor' | 'now'>,
) {
  const { source, target, provided, providedMinor } = order
  const rate = facts.rates.cross(source, target)
  const preferredPayIn = preferredPayInOf(order, methods)
  const priced = priceOrder({
    ...order,
    ...facts,
    payOut: methods.payOut,
    currentPayOut: DEFAULT_PAY_OUT,
    preferredPayIn,
    rate,
  })
  return {
    ...priced,
    partnerPrice: facts.partner,
    sourceCurrency: source,
    targetCurrency: target,
    provided,
    providedMinor,
    rate,
    preferredPayIn,
    createdAt: facts.now,
    expiresAt: expiryOf(facts.now),
  }
}

/**
 * Prices the order. Refuses it with all faults of its currency pair, its methods and its recipient together; then with the
 * fault of its amount; then with the faults of the recipient's account for the route.
 */
export function priceOrder(order: OrderToPrice): PricedFields {
  const { source, target, payOut: requested, currentPayOut, preferredPayIn, payee } = order
  const recipient = payee?.recipient
  const ineligible = payee ? eligibilityFaults(target, recipient) : []
  // Undefined when the requested method does not reach the recipient, and the account's own method may not replace it.
  const payOut =
    recipient && ineligible.length === 0
      ? choosePayOut(recipient, requested, currentPayOut)
      : (requested ?? currentPayOut)
  const route = routeOf(order, payOut ?? currentPayOut, preferredPayIn)
  if ('faults' in route || ineligible.length > 0 || payOut === undefined)
    return refuseFor([
      ...('faults' in route ? route.faults : []),
      ...ineligible,
      ...(payOut === undefined && requested !== undefined ? payOutFaults(requested) : []),
    ])
  const { options, chosen } = orRefuse(priceOptions({ ...order, route, payOut }))
  if (recipient) refuseAll(routeFaults(recipient, { source, target }))
  return {
    payOut,
    targetAccount: recipient?.id ?? null,
    targetAccountOwned: recipient?.ownedByCustomer ?? null,
    payOutCountry: recipient?.country ?? null,
    priceSetId: PRICE_SET_ID,
    options,
    notices: noticesOf({
      source,
      target,
      payOut,
      sourceMinor: chosen.sourceMinor,
      perUsd: order.rates.perUsd(source),
    }),
  }
}

/** The result, or a refusal with all its faults. */
export function orRefuse<T extends object>(result: T | { readonly faults: readonly Fault[] }): T {
  return 'faults' in result ? refuseFor(result.faults) : result
}

function refuseFor(faults: readonly Fault[]): never {
  refuseAll(faults)
  throw new Error('an order without faults was refused')
}
