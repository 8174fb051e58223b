// Prepares the card of an order, with the write steps that issue the card.

import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { recordEvents } from '../../kernel/events.ts'
import { cellOf, type Id } from '../../kernel/ids.ts'
import { type DataKey, dataKey } from '../../kernel/keys/data-keys.ts'
import type { Settings } from '../../kernel/settings.ts'
import { expiryAndPurge, lockedUntilActive } from '../model.ts'
import { BY_SERVICE, statusEvent } from '../status-event.ts'
import type { BillingAddress, CardRow } from '../store.ts'
import { generateCardId, insertCard } from './issue-store.ts'
import { BIN_LENGTH, randomPan, randomPin } from './numbers.ts'
import type { CardProgram } from './programs.ts'
import { lockReservation, takeReservation } from './reservation-store.ts'

/** The number of last digits of a card number that replies show. */
const LAST_DIGITS_LENGTH = 4

type Input = {
  readonly profileId: Id<'profile'>
  readonly orderId: Id<'card-order'>
  readonly program: CardProgram
  /** The key of the application that ordered the card; `personal` for a personal token. */
  readonly clientId: string
  readonly cardHolderName: string
  readonly phoneNumber: string
  readonly billingAddress: BillingAddress
  /** In minor units of the currency of the program. */
  readonly lifetimeLimitMinor: bigint
  readonly now: Temporal.Instant
  readonly random: { uuid(): string; secret(): string }
  readonly settings: Pick<Settings, 'cardBins'>
}

/**
 * Prepares the card of a reserved order: a virtual card is ACTIVE, a physical one INACTIVE. Returns the card without its
 * position in the list of the profile, and the write steps that insert the card with its event and end the reservation. The
 * card is issued when the caller writes these steps. Returns undefined when the order has a card already. Locks the reservation
 * until the transaction ends. For the sandbox only: in live mode a processor issues cards (D86).
 */
export async function planCardIssue(
  tx: Tx,
  input: Input,
): Promise<
  { card: Omit<CardRow, 'number'>; steps: readonly [WriteStep, WriteStep, WriteStep] } | undefined
> {
  const { profileId, orderId, program, now, random, settings } = input
  const reservation = await lockReservation(tx, profileId, orderId)
  if (reservation === undefined) throw new Error(`the card order ${orderId} has no reservation`)
  if (reservation.cardId !== null) return undefined
  const key = await dataKey(tx, 'cards')
  const pin =
    reservation.pin === null
      ? randomPin(random)
      : (await key.open(reservation.pin, reservedPinLabel(orderId))).toString()
  const pan = randomPan(settings.cardBins[program.network], cellOf(profileId), random)
  const card = newCard(input, { id: await generateCardId(tx), pan, key })
  const sealed = {
    pan: key.seal(Buffer.from(pan), panLabel(card)),
    pin: key.seal(Buffer.from(pin), pinLabel(card)),
  }
  const steps = [
    insertCard(card, sealed),
    takeReservation(reservation, card.id),
    recordEvents(statusEvent(card, BY_SERVICE, now)),
  ] as const
  return { card, steps }
}

type GeneratedData = { readonly id: Id<'card'>; readonly pan: string; readonly key: DataKey }

function newCard(input: Input, { id, pan, key }: GeneratedData): Omit<CardRow, 'number'> {
  const { profileId, program, clientId, cardHolderName, phoneNumber } = input
  const { billingAddress, lifetimeLimitMinor, now, random } = input
  const isPhysical = program.type === 'PHYSICAL'
  const locked = isPhysical ? lockedUntilActive : []
  return {
    profileId,
    id,
    clientId,
    cardHolderName,
    phoneNumber,
    billingAddress,
    lifetimeLimitMinor,
    ...program,
    ...expiryAndPurge(now),
    token: random.uuid(),
    status: isPhysical ? 'INACTIVE' : 'ACTIVE',
    statusBefore: null,
    bin: pan.slice(0, BIN_LENGTH),
    lastDigits: pan.slice(-LAST_DIGITS_LENGTH),
    panIndex: key.index(pan, 'pan'),
    disabledPermissions: locked,
    lockedPermissions: locked,
    transactionLimitMinor: null,
    dailyLimitMinor: null,
    monthlyLimitMinor: null,
    version: 1,
    eventCount: 1,
    createdAt: now,
    modifiedAt: now,
    activatedAt: isPhysical ? null : now,
  }
}

type Token = Pick<CardRow, 'token'>

// Encrypted data is bound to its card or order and its field, so that it cannot be read from another row.
export const panLabel = ({ token }: Token) => ({ owner: `card:${token}`, field: 'pan' })
export const pinLabel = ({ token }: Token) => ({ owner: `card:${token}`, field: 'pin' })
export const reservedPinLabel = (orderId: Id<'card-order'>) => ({
  owner: `card-order:${orderId}`,
  field: 'pin',
})
