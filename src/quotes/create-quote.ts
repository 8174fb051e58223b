// Creates a quote: two currencies and one amount, priced at the current rate by every pay-in method of the source currency.
// Every transfer begins here, so a quote takes only a few concurrent reads and one statement that writes.

import { findStandardBalance } from '../balances/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { WriteStep } from '../kernel/database/write-step.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { findRecipient } from '../recipients/index.ts'
import { verificationSteps } from '../verification/index.ts'
import type { QuoteRow } from './model.ts'
import { type Order, type OrderInput, readOrder } from './pricing/order.ts'
import { findPartnerPrice, type Methods, orRefuse, priceNewOrder } from './pricing/price-order.ts'
import { currentRates } from './rates/rates.ts'
import * as store from './store.ts'

/** The `clientId` of quotes that were created with a personal token (D107). */
const PERSONAL = 'personal'

type QuoteRequest = OrderInput & Methods & { readonly targetAccount?: Id<'recipient'> | undefined }

export type QuoteInput = Pick<Context, 'now' | 'random' | 'settings'> & {
  readonly params: { readonly profileId: Id<'profile'> }
  readonly body: QuoteRequest
  readonly caller: UserCaller
}

/**
 * Creates the quote. Refuses an order or a recipient that cannot be priced, as `orderErrors`, `priceErrors` and InvalidRecipient
 * declare. `extraWrites` create write steps that are sent in one statement with the quote.
 */
export async function createQuote(
  tx: Tx,
  input: QuoteInput,
  ...extraWrites: readonly ((quoteId: string) => WriteStep)[]
): Promise<QuoteRow> {
  const { params, body, caller, now, random, settings } = input
  const order = orRefuse(readOrder(body))
  const { rates, partner, balance, payee, verification } = await loadFacts(tx, input, order)
  const priced = priceNewOrder(order, body, {
    rates,
    partner: partner?.price ?? null,
    payee,
    availableMinor: balance?.availableMinor,
    now,
  })
  const quote: store.NewQuote = {
    profileId: params.profileId,
    id: random.uuid(),
    userId: caller.userId,
    applicationId: caller.applicationId,
    clientId: partner?.clientKey ?? PERSONAL,
    priceDecisionId: random.uuid(),
    ...priced,
  }
  const [inserted] = await tx.write(
    store.insertQuote(quote, settings.lockedRateTransfersMax),
    ...extraWrites.map((write) => write(quote.id)),
    ...verification,
  )
  return { ...quote, status: 'PENDING', version: 0, hasLiveRate: inserted?.hasLiveRate ?? false }
}

/** Everything that the price depends on, and the write steps of a verification that the quote may require. */
async function loadFacts(tx: Tx, { params, body, caller, now }: QuoteInput, { source }: Order) {
  const { profileId } = params
  const { targetAccount: recipientId } = body
  const [rates, partner, balance, recipient, verification] = await Promise.all([
    currentRates(tx, now),
    findPartnerPrice(tx, caller),
    findStandardBalance(tx, profileId, source),
    recipientId === undefined ? undefined : findRecipient(tx, [profileId], recipientId),
    verificationSteps(tx, { caller, profileId, sourceCurrency: source, now }),
  ])
  const payee = recipientId === undefined ? undefined : { recipient }
  return { rates, partner, balance, payee, verification }
}
