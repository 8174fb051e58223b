// Rules of batch groups and of direct debits that need nothing but their arguments.

import { abaRouting, DetailRequired } from '../corridors/index.ts'
import { isAfter } from '../kernel/instant.ts'
import type { Currency } from '../kernel/money.ts'
import type { Fault } from '../kernel/refusal.ts'
import { DetailInvalid } from './errors.ts'
import type { GroupStatus, InitiationStatus } from './states.ts'

/** Facts 11. */
export const MEMBERS_MAX = 1000
/** Spec A 8. */
export const NAME_LENGTH_MAX = 100
export const REFERENCE_LENGTH_MAX = 10

/** What a payment by bank transfer must say, and a direct debit says when it was told nothing else. */
export function referenceOf(number: number): string {
  return `B${number}`
}

type Cost = { readonly sourceMinor: bigint }

/** What a bank is asked to pay for a member: where no bank can pay for it, what it costs as it was made. */
export function askedMinorOf(byBank: Cost | undefined, asMade: Cost): bigint {
  return (byBank ?? asMade).sourceMinor
}

type Payable = {
  readonly status: GroupStatus
  readonly paid: boolean
  readonly debited: boolean
  readonly lapsesAt: Temporal.Instant | null
}

/**
 * Whether members have waited too long at `now`. While a direct debit is under way they wait for it:
 * what it brings must be what it was asked for.
 */
export function isLapsing({ status, paid, debited, lapsesAt }: Payable, now: Temporal.Instant) {
  const isOpen = (status === 'NEW' || status === 'COMPLETED') && !paid && !debited
  return isOpen && lapsesAt !== null && !isAfter(lapsesAt, now)
}

export const debitTypes = ['ACH', 'EFT'] as const
export type DebitType = (typeof debitTypes)[number]

export const debitCurrencies: Readonly<Record<DebitType, Currency>> = { ACH: 'USD', EFT: 'CAD' }

export type DebitDetails = {
  readonly routingNumber?: string
  readonly institutionNumber?: string
  readonly transitNumber?: string
  readonly accountNumber?: string
  readonly accountType?: string
}

type Check = { readonly holds: (text: string) => boolean; readonly optional?: true }
type Checks = Partial<Record<keyof DebitDetails, Check>>

const matches = (pattern: RegExp): Check => ({ holds: (text) => pattern.test(text) })
const accountType = matches(/^(?:CHECKING|SAVINGS)$/)

const checks: Readonly<Record<DebitType, Checks>> = {
  ACH: {
    routingNumber: { holds: abaRouting },
    accountNumber: matches(/^\d{4,17}$/),
    accountType,
  },
  EFT: {
    institutionNumber: matches(/^\d{3}$/),
    transitNumber: matches(/^\d{5}$/),
    accountNumber: matches(/^\d{5,12}$/),
    accountType: { ...accountType, optional: true },
  },
}

/** The details that the type has, without any others. */
export function detailsFor(type: DebitType, given: DebitDetails): DebitDetails {
  const names = Object.keys(checks[type]) as (keyof DebitDetails)[]
  return Object.fromEntries(
    names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  )
}

export function detailFaults(type: DebitType, given: DebitDetails): Fault[] {
  return (Object.entries(checks[type]) as [keyof DebitDetails, Check][]).flatMap(
    ([name, { holds, optional }]): Fault[] => {
      const value = given[name]
      const path = `details.${name}`
      if (value === undefined) return optional ? [] : [{ kind: DetailRequired, path }]
      return holds(value) ? [] : [{ kind: DetailInvalid, path, arguments: [value] }]
    },
  )
}

/** How a payment system words a status: no funds, and not authorised, in the codes of its network. */
export function returnCode(type: DebitType, status: InitiationStatus): string {
  if (status === 'FAILED') return { ACH: 'R01', EFT: '901' }[type]
  if (status === 'CHARGED_BACK') return { ACH: 'R10', EFT: '915' }[type]
  return '200'
}
