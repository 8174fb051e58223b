// A quote: two currencies and one amount, priced at this moment's rate for every way of paying in.
// A few reads at once and one insert, because every transfer begins here.

import { findStandard } from '../balances/index.ts'
import { type PayIn, type PayOut, PRICE_SET_ID, payInOptions } from '../corridors/index.ts'
import type { Caller, UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import type { WriteStep } from '../kernel/database/write-step.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { findRecipient, type RecipientRow } from '../recipients/index.ts'
import { type PartnerPrice, partnerPriceOf } from '../users/index.ts'
import { expiryOf, type Notice, type PricedOption, type QuoteRow } from './model.ts'
import { noticesOf } from './pricing/notices.ts'
import { type Asked, type Order, readOrder, routeOf } from './pricing/order.ts'
import { type PriceRequest, priceOptions } from './pricing/price-options.ts'
import { payOutTo, routeFaults, strangerFaults, unsuitable } from './pricing/recipient.ts'
import { type RateBook, ratesNow } from './rates/rates.ts'
import * as store from './store.ts'

export const DEFAULT_PAY_OUT: PayOut = 'BANK_TRANSFER'

export type QuoteRequest = Asked & {
  readonly targetAccount?: Id<'recipient'> | undefined
  readonly payOut?: PayOut | undefined
  readonly preferredPayIn?: PayIn | undefined
}

export type QuoteInput = Pick<Context, 'now' | 'fresh' | 'settings'> & {
  readonly params: { readonly profileId: Id<'profile'> }
  readonly body: QuoteRequest
  readonly caller: UserCaller
}

/** Each of `extraWrites` returns a write step that is written together with the quote. */
export async function createQuote(
  tx: Tx,
  input: QuoteInput,
  ...extraWrites: readonly ((quoteId: string) => WriteStep)[]
): Promise<QuoteRow> {
  const { params, body, caller, now, fresh, settings } = input
  const { profileId } = params
  const { targetAccount: recipientId } = body
  const order = orRefuse(readOrder(body))
  const [book, partner, balance, recipient] = await Promise.all([
    ratesNow(tx, now),
    partnerOf(tx, caller),
    findStandard(tx, profileId, order.source),
    recipientId === undefined ? undefined : findRecipient(tx, [profileId], recipientId),
  ])
  const terms = { ...order, payOut: body.payOut, preferredPayIn: preferredPayInOf(order, body) }
  const priced = priceOrder({
    ...terms,
    currentPayOut: DEFAULT_PAY_OUT,
    payee: recipientId === undefined ? undefined : { recipient },
    book,
    rate: book.cross(order.source, order.target),
    partner: partner?.price ?? null,
    availableMinor: balance?.availableMinor,
    now,
  })
  const quote: store.NewQuote = {
    profileId,
    id: fresh.uuid(),
    userId: caller.userId,
    applicationId: caller.applicationId,
    clientId: partner?.clientKey ?? PERSONAL,
    partnerPrice: partner?.price ?? null,
    sourceCurrency: order.source,
    targetCurrency: order.target,
    provided: order.provided,
    providedMinor: order.providedMinor,
    rate: book.cross(order.source, order.target),
    preferredPayIn: terms.preferredPayIn,
    priceDecisionId: fresh.uuid(),
    ...priced,
    createdAt: now,
    expiresAt: expiryOf(now),
  }
  const max = settings.lockedRateTransfersMax
  const [inserted] = await tx.write(
    store.insertQuote(quote, max),
    ...extraWrites.map((write) => write(quote.id)),
  )
  return { ...quote, status: 'PENDING', version: 0, liveRate: inserted?.liveRate ?? false }
}

/**
 * Who asks for payOut BALANCE without naming a pay-in method pays from a balance (Spec A 2.4, rule 5), also
 * where the recipient's own pay-out method replaces BALANCE.
 */
export function preferredPayInOf(
  { source }: Order,
  { payOut, preferredPayIn }: Pick<QuoteRequest, 'payOut' | 'preferredPayIn'>,
): PayIn | null {
  if (preferredPayIn !== undefined) return preferredPayIn
  return payOut === 'BALANCE' && payInOptions(source).includes('BALANCE') ? 'BALANCE' : null
}

/** The `clientId` of what a personal token made (D107). */
const PERSONAL = 'personal'

/** The application whose user asks. A personal token belongs to none. */
export async function partnerOf(db: Reader, caller: Caller): Promise<PartnerPrice | undefined> {
  if (caller.kind === 'none' || caller.applicationId === null) return undefined
  return partnerPriceOf(db, caller.applicationId)
}

type PriceOrder = Order &
  Pick<PriceRequest, 'rate' | 'preferredPayIn' | 'partner' | 'availableMinor' | 'now'> & {
    /** The way out that this request asks for; `currentPayOut` holds when it asks for none. */
    readonly payOut: PayOut | undefined
    readonly currentPayOut: PayOut
    /** The recipient that was named; undefined in it when there is no such one. */
    readonly payee: { readonly recipient: RecipientRow | undefined } | undefined
    readonly book: RateBook
  }

/** The fields of a quote that its price and its recipient decide. */
export type PricedFields = Pick<
  QuoteRow,
  'payOut' | 'targetAccount' | 'targetAccountOwned' | 'payOutCountry' | 'priceSetId'
> & { readonly options: readonly PricedOption[]; readonly notices: readonly Notice[] }

/** Prices the order. Refuses with everything that speaks against the route or the recipient. */
export function priceOrder(order: PriceOrder): PricedFields {
  const { source, target, payOut: asked, currentPayOut, preferredPayIn, payee } = order
  const recipient = payee?.recipient
  const stranger = payee ? strangerFaults(target, recipient) : []
  const suits = recipient && stranger.length === 0
  const payOut = suits ? payOutTo(recipient, asked, currentPayOut) : (asked ?? currentPayOut)
  const route = routeOf(order, payOut ?? currentPayOut, preferredPayIn)
  if ('faults' in route || stranger.length > 0 || payOut === undefined)
    return refuseFor([
      ...('faults' in route ? route.faults : []),
      ...stranger,
      ...(payOut === undefined && asked !== undefined ? unsuitable(asked) : []),
    ])
  const { options, chosen } = orRefuse(priceOptions({ ...order, route, payOut }))
  const { sourceMinor } = chosen
  if (recipient)
    refuseAll(routeFaults(recipient, { source, target, sourceAmountMinor: sourceMinor }))
  return {
    payOut,
    targetAccount: recipient?.id ?? null,
    targetAccountOwned: recipient?.ownedByCustomer ?? null,
    payOutCountry: recipient?.country ?? null,
    priceSetId: PRICE_SET_ID,
    options,
    notices: noticesOf({ source, target, payOut, sourceMinor, perUsd: order.book.perUsd(source) }),
  }
}

/** The result, or the refusal for all its faults. */
export function orRefuse<T extends object>(result: T | { readonly faults: readonly Fault[] }): T {
  return 'faults' in result ? refuseFor(result.faults) : result
}

function refuseFor(faults: readonly Fault[]): never {
  refuseAll(faults)
  throw new Error('refused without a reason')
}
