// Cards of test users, issued without an order, and their changes.

import { randomInt } from 'node:crypto'
import type { Person } from '../../../test/support/people.ts'
import { rowLock } from '../../../test/support/race.ts'
import type { TestService } from '../../../test/support/service.ts'
import { random } from '../../app/http/context.ts'
import { defaultSettings } from '../../app/settings.ts'
import type { Id } from '../../kernel/ids.ts'
import { dataKey } from '../../kernel/keys/data-keys.ts'
import { moveCard } from '../change-status.ts'
import { panLabel, pinLabel, planCardIssue } from '../issue/issue-card.ts'
import { findSealedCard } from '../issue/issue-store.ts'
import { programsOf } from '../issue/programs.ts'
import { reserveCard } from '../issue/reservation-store.ts'
import type { CardType } from '../model.ts'
import type { CardMove } from '../states.ts'
import { type CardRow, findCardById } from '../store.ts'

type CardOptions = {
  readonly type?: CardType
  /** 1,000 GBP by default. */
  readonly lifetimeLimitMinor?: bigint
  readonly orderId?: Id<'card-order'>
  readonly clientId?: string
}

type Holder = Pick<Person, 'personal'>

/** A random order id, from so many ids that two tests do not use the same one. */
function unusedOrderId(): Id<'card-order'> {
  return randomInt(1, 2 ** 40) as Id<'card-order'>
}

export async function reservesCard(
  service: Pick<TestService, 'db' | 'now'>,
  { personal }: Holder,
  orderId = unusedOrderId(),
): Promise<Id<'card-order'>> {
  await service.db.transact((tx) => tx.write(reserveCard(personal, orderId)))
  return orderId
}

/** Issues the reserved card of an order; undefined when the order has a card already. */
export function issuesReserved(
  service: Pick<TestService, 'db' | 'now'>,
  { personal: profileId }: Holder,
  orderId: Id<'card-order'>,
  {
    type = 'VIRTUAL_NON_UPGRADEABLE',
    lifetimeLimitMinor = 100_000n,
    clientId = 'personal',
  }: CardOptions = {},
): Promise<CardRow | undefined> {
  const holder = { country: 'GB', profileType: 'PERSONAL' } as const
  const program = programsOf(holder, 'sandbox').find((each) => each.type === type)
  if (program === undefined) throw new Error(`there is no program of type ${type}`)
  return service.db.transact(async (tx) => {
    const issued = await planCardIssue(tx, {
      profileId,
      orderId,
      program,
      lifetimeLimitMinor,
      clientId,
      random,
      cardHolderName: 'Nora Sample',
      phoneNumber: '+447700900123',
      billingAddress: {
        firstLine: '1 Sample Street',
        city: 'London',
        postCode: 'E1 6AN',
        country: 'GB',
      },
      now: service.now(),
      settings: defaultSettings,
    })
    if (issued === undefined) return undefined
    await tx.write(...issued.steps)
    return findCardById(tx, profileId, issued.card.id)
  })
}

/** A new card of the personal profile; by default virtual, with a lifetime limit of 1,000 GBP. */
export async function issuesCard(
  service: Pick<TestService, 'db' | 'now'>,
  ann: Holder,
  options: CardOptions = {},
): Promise<CardRow> {
  const orderId = await reservesCard(service, ann, options.orderId)
  const card = await issuesReserved(service, ann, orderId, options)
  if (card === undefined) throw new Error('the order has a card already')
  return card
}

/** The number and the PIN of a card, which only its holder may see. */
export async function secretsOf(service: Pick<TestService, 'db' | 'now'>, card: CardRow) {
  const sealed = await findSealedCard(service.db.reader, card)
  if (sealed === undefined) throw new Error('the data of the card is deleted')
  const key = await dataKey(service.db.reader, 'cards')
  const [pan, pin] = await Promise.all([
    key.open(sealed.pan, panLabel(card)),
    key.open(sealed.pin, pinLabel(card)),
  ])
  return { pan: String(pan), pin: String(pin) }
}

/** The card as it is stored now. */
export async function readsCard(
  service: Pick<TestService, 'db'>,
  { profileId, id }: Pick<CardRow, 'profileId' | 'id'>,
): Promise<CardRow> {
  const card = await findCardById(service.db.reader, profileId, id)
  if (card === undefined) throw new Error(`there is no card ${id}`)
  return card
}

export function movesCard(
  service: Pick<TestService, 'db' | 'now'>,
  card: CardRow,
  move: CardMove,
): Promise<CardRow> {
  const now = service.now()
  return service.db.transact((tx) => moveCard(tx, card, { move, changedBy: 'personal', now }))
}

/** Lets the card expire now; no sweep has run yet. */
export async function expiresCard(
  { db, now }: Pick<TestService, 'db' | 'now'>,
  { id }: Pick<CardRow, 'id'>,
): Promise<void> {
  await db.pool.query('update cards set expires_at = $1 where id = $2', [now().toString(), id])
}

/** The lock that changes of the card wait for. */
export const cardLock = ({ profileId, id }: Pick<CardRow, 'profileId' | 'id'>) =>
  rowLock('cards', { profile_id: profileId, id })

/** The lock that the issue of the card and the choice of its PIN wait for. */
export const reservationLock = ({ personal }: Holder, orderId: Id<'card-order'>) =>
  rowLock('card_reservations', { profile_id: personal, order_id: orderId })
