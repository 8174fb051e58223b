// What a quote would be, for whoever asks. It is not kept, so it has no id and cannot be used.

import type { PayIn, PayOut } from '../corridors/index.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import {
  DEFAULT_PAY_OUT,
  orRefuse,
  partnerOf,
  preferredPayInOf,
  priceOrder,
} from './create-quote.ts'
import { expiryOf, type QuoteRow } from './model.ts'
import { type Asked, readOrder } from './pricing/order.ts'
import { ratesNow } from './rates/rates.ts'

export type Example = Omit<QuoteRow, 'profileId' | 'id' | 'userId'> & {
  /** Null when nobody shows a user's token. */
  readonly userId: QuoteRow['userId'] | null
}

type Input = Pick<Context, 'now' | 'fresh'> & {
  readonly body: Asked & {
    readonly payOut?: PayOut | undefined
    readonly preferredPayIn?: PayIn | undefined
  }
  readonly caller: Caller
}

export async function exampleQuote(db: Reader, input: Input): Promise<Example> {
  const { body, caller, now, fresh } = input
  const order = orRefuse(readOrder(body))
  // The application's own price is in it exactly when the application itself asks (D14).
  const client = caller.kind === 'client' ? caller : ({ kind: 'none' } as const)
  const [book, partner] = await Promise.all([ratesNow(db, now), partnerOf(db, client)])
  const rate = book.cross(order.source, order.target)
  const preferredPayIn = preferredPayInOf(order, body)
  const priced = priceOrder({
    ...order,
    payOut: body.payOut,
    currentPayOut: DEFAULT_PAY_OUT,
    preferredPayIn,
    payee: undefined,
    book,
    rate,
    partner: partner?.price ?? null,
    availableMinor: undefined,
    now,
  })
  return {
    ...priced,
    userId: caller.kind === 'user' ? caller.userId : null,
    applicationId: client.kind === 'client' ? client.applicationId : null,
    clientId: partner?.clientKey ?? null,
    partnerPrice: partner?.price ?? null,
    sourceCurrency: order.source,
    targetCurrency: order.target,
    provided: order.provided,
    providedMinor: order.providedMinor,
    rate,
    status: 'PENDING',
    preferredPayIn,
    priceDecisionId: fresh.uuid(),
    version: 0,
    liveRate: false,
    createdAt: now,
    expiresAt: expiryOf(now),
  }
}
