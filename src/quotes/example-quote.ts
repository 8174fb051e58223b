// Prices an example: a quote without an id, which is not stored and cannot be used.

import type { Caller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { QuoteRow } from './model.ts'
import { type OrderInput, readOrder } from './pricing/order.ts'
import { findPartnerPrice, type Methods, orRefuse, priceNewOrder } from './pricing/price-order.ts'
import { currentRates } from './rates/rates.ts'

export type Example = Omit<QuoteRow, 'profileId' | 'id' | 'userId'> & {
  /** Null without a user's token. */
  readonly userId: QuoteRow['userId'] | null
}

type Input = Pick<Context, 'now' | 'random'> & {
  readonly body: OrderInput & Methods
  readonly caller: Caller
}

export async function exampleQuote(db: Reader, input: Input): Promise<Example> {
  const { body, caller, now, random } = input
  const order = orRefuse(readOrder(body))
  // The application's own price applies only to a request with the application's own token (D14).
  const client = caller.kind === 'client' ? caller : ({ kind: 'none' } as const)
  const [rates, partner] = await Promise.all([currentRates(db, now), findPartnerPrice(db, client)])
  const priced = priceNewOrder(order, body, {
    rates,
    partner: partner?.price ?? null,
    payee: undefined,
    availableMinor: undefined,
    now,
  })
  return {
    ...priced,
    userId: caller.kind === 'user' ? caller.userId : null,
    applicationId: client.kind === 'client' ? client.applicationId : null,
    clientId: partner?.clientKey ?? null,
    status: 'PENDING',
    priceDecisionId: random.uuid(),
    version: 0,
    hasLiveRate: false,
  }
}
