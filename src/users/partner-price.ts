// What an application charges on top, on the quotes of its users.

import type { Reader } from '../kernel/database/db.ts'
import { type Decimal, decimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { findApplicationById } from './store.ts'

/** `price` is a fraction of the source amount; zero when the application charges nothing. */
export type PartnerPrice = { readonly clientKey: string; readonly price: Decimal }

/** Undefined for an application that is not there. */
export async function partnerPriceOf(
  db: Reader,
  applicationId: Id<'application'>,
): Promise<PartnerPrice | undefined> {
  const application = await findApplicationById(db, applicationId)
  return (
    application && { clientKey: application.clientKey, price: decimal(application.partnerPrice) }
  )
}
