// The rules of card orders: what an order must contain, how many cards a profile may have, and when a card arrives.

import { type CardProgram, type CardType, SPENDING_LIMIT_MAX } from '../cards/index.ts'
import { workingDayAfter } from '../corridors/index.ts'
import { parseMoney } from '../kernel/money.ts'
import { parsePhoneNumber } from '../kernel/phone-number.ts'
import type { Fault } from '../kernel/refusal.ts'
import { type Address, type AddressInput, checkAddress } from './addresses/check-address.ts'
import {
  AddressesDiffer,
  CardOrderNotSupported,
  OrderFieldNotValid,
  OrderFieldRequired,
} from './errors.ts'
import { EMBOSSED_NAME_LENGTH_MAX, HOLDER_NAME_LENGTH_MAX } from './name-lengths.ts'
import type { CardLimits } from './settings.ts'
import type { CardOrderStatus } from './states.ts'

export type OrderInput = {
  readonly cardHolderName: string
  readonly embossedName?: string | undefined
  readonly phoneNumber: string
  readonly address?: AddressInput | undefined
  readonly billingAddress?: AddressInput | undefined
  /** Decimal text. */
  readonly lifetimeLimit?: string | undefined
  readonly deliveryOption?: string | undefined
  readonly cardHolderProfileId?: unknown
  readonly replacementDetails?: unknown
}

/** The checked and normalised fields of an order. */
export type CheckedOrder = {
  readonly cardHolderName: string
  readonly embossedName: string | null
  readonly phoneNumber: string
  readonly address: Address
  /** In minor units of the currency of the program. */
  readonly lifetimeLimitMinor: bigint
}

const HOLDER_NAME = new RegExp(`^[\\p{Script=Latin}\\p{M} '.-]{1,${HOLDER_NAME_LENGTH_MAX}}$`, 'u')
const EMBOSSED_NAME = new RegExp(`^[A-Za-z0-9 '.&/-]{1,${EMBOSSED_NAME_LENGTH_MAX}}$`)
const WHOLE_NUMBER = new RegExp(`^\\d{1,${SPENDING_LIMIT_MAX.length}}$`)

export const holderNameForm = `1 to ${HOLDER_NAME_LENGTH_MAX} Latin letters, spaces, ' . and -`
export const embossedNameForm = `1 to ${EMBOSSED_NAME_LENGTH_MAX} of the characters A-Z, a-z, 0-9, space, ' - . & and /`

/**
 * Returns the order, and all faults together; with faults the order is incomplete. `program` decides whether a name is
 * embossed, and the currency of the limit.
 */
export function checkOrder(
  input: OrderInput,
  program: CardProgram,
): { readonly order: CheckedOrder; readonly faults: readonly Fault[] } {
  const cardHolderName = input.cardHolderName.trim()
  const phoneNumber = parsePhoneNumber(input.phoneNumber)
  const limitMinor = limitMinorOf(input.lifetimeLimit ?? '0', program)
  const embossed = checkEmbossedName(input, program.type)
  const { address, faults: addressFaults } = addressOf(input)
  return {
    order: {
      cardHolderName,
      embossedName: embossed.name,
      phoneNumber: phoneNumber ?? '',
      address,
      lifetimeLimitMinor: limitMinor ?? 0n,
    },
    faults: [
      ...(HOLDER_NAME.test(cardHolderName) ? [] : [notValid('cardHolderName', holderNameForm)]),
      ...embossed.faults,
      ...(phoneNumber === undefined
        ? [notValid('phoneNumber', 'a phone number with its country code, such as +447700900123')]
        : []),
      ...addressFaults,
      ...(limitMinor === undefined
        ? [notValid('lifetimeLimit', `a whole number from 0 to ${SPENDING_LIMIT_MAX}`)]
        : []),
    ],
  }
}

function notValid(path: string, form: string): Fault {
  return { kind: OrderFieldNotValid, path, message: `${path} must be ${form}` }
}

function checkEmbossedName({ embossedName = '' }: OrderInput, type: CardType) {
  const path = 'embossedName'
  const name = embossedName.trim()
  if (type !== 'PHYSICAL') return { name: null, faults: [] }
  if (name === '') return { name, faults: [{ kind: OrderFieldRequired, path }] }
  const isValid = EMBOSSED_NAME.test(name)
  return { name, faults: isValid ? [] : [notValid(path, embossedNameForm)] }
}

/** The limit in minor units of the program's currency; undefined unless it is a whole number up to `SPENDING_LIMIT_MAX`. */
function limitMinorOf(text: string, { currency }: CardProgram): bigint | undefined {
  if (!WHOLE_NUMBER.test(text) || BigInt(text) > BigInt(SPENDING_LIMIT_MAX)) return undefined
  return parseMoney(text, currency)?.minor
}

/** Older clients send `billingAddress`, newer ones `address` (C 2.2). If a request has both, they must be equal. */
function addressOf({ address, billingAddress }: OrderInput) {
  const sent = address ?? billingAddress
  if (sent === undefined)
    return { address: { country: '' }, faults: [{ kind: OrderFieldRequired, path: 'address' }] }
  const name = address === undefined ? 'billingAddress' : 'address'
  const checked = checkAddress(sent)
  const faults: Fault[] = checked.faults.map(({ field, kind, message }) => ({
    kind: kind === 'REQUIRED' ? OrderFieldRequired : OrderFieldNotValid,
    path: `${name}.${field}`,
    message,
  }))
  const other = address === undefined ? undefined : billingAddress
  const isAmbiguous =
    other !== undefined && !isSameAddress(checkAddress(other).address, checked.address)
  return {
    address: checked.address,
    faults: isAmbiguous ? [...faults, { kind: AddressesDiffer }] : faults,
  }
}

function isSameAddress(one: Address, other: Address): boolean {
  const text = (address: Address) => JSON.stringify(Object.entries(address).sort())
  return text(one) === text(other)
}

/** Faults for the fields that are refused instead of ignored (D76a). */
export function faultsOfUnsupportedFields({
  replacementDetails,
  cardHolderProfileId,
  deliveryOption,
}: OrderInput): Fault[] {
  const paths = [
    ...(replacementDetails === undefined ? [] : ['replacementDetails']),
    ...(cardHolderProfileId === undefined ? [] : ['cardHolderProfileId']),
    ...(deliveryOption === 'KIOSK_COLLECTION' ? ['deliveryOption'] : []),
  ]
  return paths.map((path) => ({ kind: CardOrderNotSupported, path }))
}

/**
 * By type, the cards that are not BLOCKED, EXPIRED or PURGED and the orders that have no card yet and are not cancelled; and the
 * virtual cards that were ordered today (UTC).
 */
export type CardCounts = {
  readonly virtual: number
  readonly physical: number
  readonly virtualToday: number
}

export function isAtLimit(type: CardType, counts: CardCounts, limits: CardLimits): boolean {
  if (type === 'PHYSICAL') return counts.physical >= limits.physical
  return counts.virtual >= limits.virtual || counts.virtualToday >= limits.virtualPerDay
}

/** How long the delivery of a physical card takes (D78a). */
const DELIVERY_ESTIMATE = { workingDays: 7 }

/** When a card arrives if the requirements of its order are fulfilled at `fulfilledAt` (D78a). A virtual card arrives at once. */
export function deliveryEstimate(
  { type, currency }: Pick<CardProgram, 'type' | 'currency'>,
  fulfilledAt: Temporal.Instant,
): Temporal.Instant {
  return type === 'PHYSICAL'
    ? workingDayAfter(currency, fulfilledAt, DELIVERY_ESTIMATE.workingDays)
    : fulfilledAt
}

/** The countries in which the vendor reports the delivery (D78a). */
const TRACKED_COUNTRIES: readonly string[] = ['US', 'CA', 'AU']

export type DeliveryDetails = {
  readonly deliveryVendor: string
  readonly trackingUrl: string
  readonly trackingNumber: string
}

/** The delivery of a physical card that is PRODUCED or COMPLETED; null for other orders, and where no vendor reports it. */
export function deliveryDetails(order: {
  readonly id: number
  readonly type: CardType
  readonly status: CardOrderStatus
  readonly address: Address
}): DeliveryDetails | null {
  const isSent = order.status === 'PRODUCED' || order.status === 'COMPLETED'
  if (order.type !== 'PHYSICAL' || !isSent) return null
  if (!TRACKED_COUNTRIES.includes(order.address.country)) return null
  const trackingNumber = `SC${String(order.id).padStart(10, '0')}`
  return {
    deliveryVendor: 'Sample Courier',
    trackingUrl: `https://courier.example.com/track/${trackingNumber}`,
    trackingNumber,
  }
}
