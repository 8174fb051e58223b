// Pure rules of cards: what a card may be used for, and its dates.

import { isAfter } from '../kernel/instant.ts'
import { endOf } from '../kernel/timer.ts'
import { type CardStatus, cardStates } from './states.ts'
import { purgeDelay } from './timers.ts'

export const cardTypes = ['VIRTUAL_NON_UPGRADEABLE', 'PHYSICAL'] as const
export type CardType = (typeof cardTypes)[number]

/** The networks stand for two card networks whose names are configuration (`cardNetworks`, D58). */
export const networks = ['A', 'B'] as const
export type Network = (typeof networks)[number]

export const permissionTypes = [
  'ECOM',
  'POS_CHIP',
  'POS_MAGSTRIPE',
  'ATM_WITHDRAWAL',
  'POS_CONTACTLESS',
  'MOBILE_WALLETS',
] as const
export type PermissionType = (typeof permissionTypes)[number]

/** The kinds of use that a physical card allows only after its activation, which proves that the card has arrived (D65). */
export const lockedUntilActive: readonly PermissionType[] = ['POS_CONTACTLESS', 'POS_MAGSTRIPE']

/** How a terminal reads a card (C 4.3). */
export const posTypes = [
  'CHIP_AND_PIN',
  'CONTACTLESS_CARD',
  'E_COMMERCE',
  'MAGNETIC_STRIPE',
  'MINIMAL',
  'MOBILE_WALLET',
] as const
export type PosType = (typeof posTypes)[number]

const permissionOfPos: Readonly<Record<PosType, PermissionType>> = {
  CHIP_AND_PIN: 'POS_CHIP',
  CONTACTLESS_CARD: 'POS_CONTACTLESS',
  E_COMMERCE: 'ECOM',
  MAGNETIC_STRIPE: 'POS_MAGSTRIPE',
  MINIMAL: 'ECOM',
  MOBILE_WALLET: 'MOBILE_WALLETS',
}

/**
 * The permission that a transaction needs. A cash withdrawal needs ATM_WITHDRAWAL only, however the card is read (D65).
 */
export function permissionFor(pos: PosType, isCashWithdrawal: boolean): PermissionType {
  return isCashWithdrawal ? 'ATM_WITHDRAWAL' : permissionOfPos[pos]
}

type Permissions = { readonly disabledPermissions: readonly PermissionType[] }

export function isPermitted({ disabledPermissions }: Permissions, type: PermissionType): boolean {
  return !disabledPermissions.includes(type)
}

/** How long a card is valid after the month in which it is issued (D61). */
const VALID_FOR = { years: 5 }

/** `expiresAt` is the first instant after the month of expiry; at `purgesAt` the number and the PIN are deleted. */
export function expiryAndPurge(issuedAt: Temporal.Instant): {
  readonly expiresAt: Temporal.Instant
  readonly purgesAt: Temporal.Instant
} {
  const month = issuedAt.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth()
  const expiry = month.add(VALID_FOR).add({ months: 1 }).toPlainDate({ day: 1 })
  const expiresAt = expiry.toZonedDateTime('UTC').toInstant()
  return { expiresAt, purgesAt: endOf(purgeDelay, expiresAt) }
}

type Expiring = { readonly status: CardStatus; readonly expiresAt: Temporal.Instant }

const expirableStatuses: readonly CardStatus[] = cardStates.moves.expire.from

/** The status at `now`: from `expiresAt` on it is EXPIRED, even before the sweep has moved the card. */
export function statusAt({ status, expiresAt }: Expiring, now: Temporal.Instant): CardStatus {
  return expirableStatuses.includes(status) && !isAfter(expiresAt, now) ? 'EXPIRED' : status
}

const unchangeableStatuses: readonly CardStatus[] = ['BLOCKED', 'EXPIRED', 'PURGED']

/** Whether limits and permissions may change. */
export function isChangeable(card: Expiring, now: Temporal.Instant): boolean {
  return !unchangeableStatuses.includes(statusAt(card, now))
}

/** The month that is printed on the card. */
function printedMonth(expiresAt: Temporal.Instant): Temporal.PlainDate {
  return expiresAt.toZonedDateTimeISO('UTC').toPlainDate().subtract({ months: 1 })
}

/** `10/31`, as it is printed on the card. */
export function printedExpiry(expiresAt: Temporal.Instant): string {
  const { month, year } = printedMonth(expiresAt)
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
}

/** Year and month, as a terminal reads them. */
export function expiryYearMonth(
  expiresAt: Temporal.Instant,
): readonly [year: number, month: number] {
  const { month, year } = printedMonth(expiresAt)
  return [year, month]
}
