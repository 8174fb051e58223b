// Why an authorisation is declined: the first reason that applies (D68).

import isoCountries from 'i18n-iso-countries'
import {
  type CardWithUsage,
  exceededLimit,
  isPermitted,
  type LimitType,
  type PermissionType,
  type PosType,
  permissionFor,
  sandboxCodes,
  statusAt,
} from '../cards/index.ts'
import { excludedCountries } from '../corridors/index.ts'

export type Decline = { readonly reason: string; readonly detailedReason?: string | undefined }

/** The verification codes that the terminal sent: of the magnetic stripe, of the chip, and the printed one. */
export type Codes = Partial<Readonly<Record<'cvv1' | 'icvv' | 'cvv2', string>>>

/** The data from the terminal, besides the amount, for which a payment can be declined. */
export type Terminal = {
  readonly pos: PosType
  readonly isCashWithdrawal: boolean
  readonly codes: Codes
  /** The country of the merchant: ISO 3166-1, two or three letters. */
  readonly country: string | null
}

const detailedReasonByPermission: Readonly<Record<PermissionType, string>> = {
  ECOM: 'ECOM_DISABLED',
  POS_CHIP: 'CHIP_DISABLED',
  POS_MAGSTRIPE: 'MAGSTRIPE_DISABLED',
  POS_CONTACTLESS: 'CONTACTLESS_DISABLED',
  MOBILE_WALLETS: 'WALLET_DISABLED',
  ATM_WITHDRAWAL: 'UNKNOWN',
}

const declineByLimit: Readonly<Record<LimitType, Decline>> = {
  TRANSACTION: { reason: 'PAYMENT_METHOD_TRANSACTION_LIMIT_EXCEEDED' },
  DAILY: {
    reason: 'PAYMENT_METHOD_DAILY_LIMIT_EXCEEDED',
    detailedReason: 'CARD_GENERAL_DAILY_LIMIT_EXCEEDED_CHANGEABLE',
  },
  MONTHLY: {
    reason: 'PAYMENT_METHOD_MONTHLY_LIMIT_EXCEEDED',
    detailedReason: 'CARD_GENERAL_MONTHLY_LIMIT_EXCEEDED_CHANGEABLE',
  },
  LIFETIME: { reason: 'PAYMENT_METHOD_LIFETIME_LIMIT_EXCEEDED' },
}

/**
 * The first reason for which the card must not be used; undefined when only the balances decide about the payment.
 * `usageMinor` is the amount in minor units of the currency of the card.
 */
export function findCardDecline(
  card: CardWithUsage,
  terminal: Terminal,
  usageMinor: bigint,
  now: Temporal.Instant,
): Decline | undefined {
  const reason = statusReason(card, now) ?? codeReason(terminal.codes)
  if (reason !== undefined) return { reason }
  const permission = permissionFor(terminal.pos, terminal.isCashWithdrawal)
  if (!isPermitted(card, permission))
    return {
      reason: 'PAYMENT_METHOD_NOT_ALLOWED',
      detailedReason: detailedReasonByPermission[permission],
    }
  const limit = exceededLimit(card, usageMinor)
  if (limit !== undefined) return declineByLimit[limit]
  return isBlockedCountry(terminal.country) ? { reason: 'BLOCKED_COUNTRY' } : undefined
}

function statusReason(card: CardWithUsage, now: Temporal.Instant): string | undefined {
  const status = statusAt(card, now)
  if (status === 'ACTIVE') return undefined
  return status === 'PURGED' ? 'CARD_EXPIRED' : `CARD_${status}`
}

/** A code that was not sent is not compared. */
function codeReason({ cvv1, icvv, cvv2 }: Codes): string | undefined {
  const isWrong = (code: string | undefined, expected: string) =>
    code !== undefined && code !== expected
  if (isWrong(cvv1, sandboxCodes.cvv1) || isWrong(cvv2, sandboxCodes.cvv2)) return 'INCORRECT_CVV'
  return isWrong(icvv, sandboxCodes.icvv) ? 'INCORRECT_ICVV' : undefined
}

function isBlockedCountry(country: string | null): boolean {
  if (country === null) return false
  const code = country.toUpperCase()
  const alpha2 = code.length === 3 ? isoCountries.alpha3ToAlpha2(code) : code
  return alpha2 !== undefined && excludedCountries.has(alpha2)
}
