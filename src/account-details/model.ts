// Rules of account details: the status of an order, the reasons of a return, and the spelling of stored account numbers.

import type { Fault } from '../kernel/refusal.ts'
import { ReturnInvalid } from './errors.ts'
import { isReturnReason } from './payments/return-reasons.ts'
import type { OrderStatus } from './states.ts'

/** The most sets of account details that one profile can get in one currency, ended ones included (D54). */
export const ACCOUNT_DETAILS_MAX = 5

export const requirementStatuses = ['PENDING_USER', 'PENDING_TW', 'DONE'] as const
export type RequirementStatus = (typeof requirementStatuses)[number]

export const requirementTypes = ['VERIFICATION', 'TOP_UP'] as const
type Requirement = {
  readonly type: (typeof requirementTypes)[number]
  readonly status: RequirementStatus
}

/** The requirements of an order. `topUp` is null for the order of a person, who pays no fee. */
export type Requirements = {
  readonly verification: RequirementStatus
  readonly topUp: RequirementStatus | null
}

export function requirementsOf({ verification, topUp }: Requirements): Requirement[] {
  return [
    { type: 'VERIFICATION', status: verification },
    ...(topUp === null ? [] : [{ type: 'TOP_UP' as const, status: topUp }]),
  ]
}

/** The status of an order (D54). With all requirements done, the status depends on whether an issuer is connected (D86). */
export function orderStatus(requirements: Requirements, hasIssuer: boolean): OrderStatus {
  const statuses = requirementsOf(requirements).map(({ status }) => status)
  if (statuses.includes('PENDING_USER')) return 'PENDING_USER'
  if (statuses.includes('PENDING_TW')) return 'PENDING_TW'
  return hasIssuer ? 'DONE' : 'REQUIREMENTS_FULFILLED'
}

/** The status in replies. B 2.8 has no REQUIREMENTS_FULFILLED; the service has to act, so it is PENDING_TW. */
export function shownStatus(status: OrderStatus): RequirementStatus {
  return status === 'REQUIREMENTS_FULFILLED' ? 'PENDING_TW' : status
}

/** DONE stays when the profile loses its verification (D42). `hasDocument` means a document that was not refused. */
export function verificationStatus(
  before: RequirementStatus,
  profile: { readonly verified: boolean; readonly hasDocument: boolean },
): RequirementStatus {
  if (before === 'DONE' || profile.verified) return 'DONE'
  return profile.hasDocument ? 'PENDING_TW' : 'PENDING_USER'
}

/** The most characters of a name, an address or a reference in the event of a SWIFT payment (Facts 2.3). */
export const PARTY_LENGTH_MAX = 140
/** The most characters of an account number in the event of a SWIFT payment (Facts 2.3). */
export const ACCOUNT_LENGTH_MAX = 36

export const paymentKinds = ['LOCAL', 'SWIFT'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/**
 * The faults of the reason of a return. The return of a SWIFT payment requires a reason, and every reason must be one of
 * `returnReasons`.
 */
export function reasonFaults(kind: PaymentKind, reason: string | undefined): Fault[] {
  const isValid = reason === undefined ? kind !== 'SWIFT' : isReturnReason(reason)
  return isValid ? [] : [{ kind: ReturnInvalid, arguments: reason === undefined ? [] : [reason] }]
}

/** The spelling in which the numbers of issued accounts are stored: in capitals, without blanks and dashes. */
export function storedNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}
