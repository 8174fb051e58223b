// Loads the card, or the reservation of the card order, that a request about card data names in a header.

import { profileIds, type UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import { ID_MAX, type Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isUuid } from '../../kernel/wire.ts'
import { CardHeaderMissing, CardNotFound, OrderNotFound } from '../errors.ts'
import { findReservationOfProfiles, type ReservationRow } from '../issue/reservation-store.ts'
import { type CardRow, findCardOfProfiles } from '../store.ts'

export const CARD_HEADER = 'x-card-card-token'
export const ORDER_HEADER = 'x-card-order-id'
const ORDER_HEADER_ALIAS = 'x-card-card-order-id'

type Input = Pick<Context, 'headers'> & { readonly caller: UserCaller }

/** A card of any profile of the caller. Refuses with CardHeaderMissing or CardNotFound. */
export async function getCardByHeader(db: Reader, { headers, caller }: Input): Promise<CardRow> {
  const token = headerValue(headers, [CARD_HEADER])
  const card = isUuid(token)
    ? await findCardOfProfiles(db, profileIds(caller), token.toLowerCase())
    : undefined
  return card ?? refuse(CardNotFound, { path: CARD_HEADER, arguments: [token] })
}

/** The reservation of an order of any profile of the caller. Refuses with CardHeaderMissing or OrderNotFound. */
export async function getReservationByHeader(
  db: Reader,
  { headers, caller }: Input,
): Promise<ReservationRow> {
  const text = headerValue(headers, [ORDER_HEADER, ORDER_HEADER_ALIAS])
  const isId = /^\d{1,16}$/.test(text) && Number(text) <= ID_MAX
  const id = Number(text) as Id<'card-order'>
  const found = isId ? await findReservationOfProfiles(db, profileIds(caller), id) : undefined
  return found ?? refuse(OrderNotFound, { path: ORDER_HEADER, arguments: [text] })
}

/**
 * The value of a header. `names` are the header and its aliases. Refuses with CardHeaderMissing when the client sends none of
 * them, sends only empty values, or sends several with different values.
 */
function headerValue(headers: Context['headers'], names: readonly string[]): string {
  const values = names.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  const [value] = values
  const path = names[0]
  if (value === undefined || new Set(values).size > 1)
    return refuse(CardHeaderMissing, { path, arguments: values })
  return value
}
