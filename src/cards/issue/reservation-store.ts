// Every SQL statement about reservations: the cards that orders will get, and the PINs that were chosen for them.

import { lookup, type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'

export type ReservationRow = {
  readonly profileId: Id<'profile'>
  readonly orderId: Id<'card-order'>
  readonly hasPin: boolean
  /** Null until the card is issued. */
  readonly cardId: Id<'card'> | null
}

const columns = `r.profile_id, r.order_id, r.pin is not null as has_pin, r.card_id`

const reserveCardStep = writeStep({
  name: 'card_reserved',
  input: { profileId: 'bigint', orderId: 'bigint' },
  tenant: 'profileId',
  sql: ({ input }) => `card_reserved as (
    insert into card_reservations (profile_id, order_id)
    select profile_id, order_id from ${input}
    returning order_id)`,
})

/** The write step that reserves the card of a new order. Until the card is issued a PIN may be chosen for it. */
export function reserveCard(profileId: Id<'profile'>, orderId: Id<'card-order'>): WriteStep {
  return reserveCardStep({ profileId, orderId })
}

const findReservationSql = lookup<ReservationRow>(
  ['bigint', 'bigint'],
  `select ${columns} from card_reservations r where r.profile_id = $1 and r.order_id = $2`,
)

export function findReservation(
  db: Reader,
  profileId: Id<'profile'>,
  orderId: Id<'card-order'>,
): Promise<ReservationRow | undefined> {
  return db.row(findReservationSql, [profileId, orderId])
}

const findReservationOfProfilesSql = sql<ReservationRow>(`
  select ${columns} from card_reservations r
   where r.profile_id = any($1::bigint[]) and r.order_id = $2`)

/** Finds the reservation of an order of any of these profiles, for requests without a profile in their path. */
export function findReservationOfProfiles(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  orderId: Id<'card-order'>,
): Promise<ReservationRow | undefined> {
  return db.row(findReservationOfProfilesSql, [profileIds, orderId])
}

/** `pin` is encrypted; null when no PIN was chosen. */
type ReservationWithPin = ReservationRow & { readonly pin: Buffer | null }

const lockReservationSql = sql<ReservationWithPin>(`
  select ${columns}, r.pin from card_reservations r
   where r.profile_id = $1 and r.order_id = $2 for no key update`)

/** Locks the reservation until the transaction ends. */
export function lockReservation(
  tx: Tx,
  profileId: Id<'profile'>,
  orderId: Id<'card-order'>,
): Promise<ReservationWithPin | undefined> {
  return tx.row(lockReservationSql, [profileId, orderId])
}

const setReservedPinSql = sql<never>(`
  update card_reservations set pin = $3 where profile_id = $1 and order_id = $2`)

/** Stores the encrypted PIN of a locked reservation. */
export async function setReservedPin(
  tx: Tx,
  { profileId, orderId }: Pick<ReservationRow, 'profileId' | 'orderId'>,
  pin: Buffer,
): Promise<void> {
  await tx.rows(setReservedPinSql, [profileId, orderId, pin])
}

const takeReservationStep = writeStep({
  name: 'card_reservation_used',
  input: { profileId: 'bigint', orderId: 'bigint', cardId: 'bigint' },
  tenant: 'profileId',
  sql: ({ input }) => `card_reservation_used as (
    update card_reservations r set card_id = input.card_id, pin = null
      from ${input}
     where r.profile_id = input.profile_id and r.order_id = input.order_id and r.card_id is null
    returning input.request_index)`,
  onGuardFailed: 'retry',
})

/** The write step that ends a reservation. The use case is retried when the order has a card already. */
export function takeReservation(
  { profileId, orderId }: Pick<ReservationRow, 'profileId' | 'orderId'>,
  cardId: Id<'card'>,
): WriteStep {
  return takeReservationStep({ profileId, orderId, cardId })
}
