// Rules of direct debits: the details of an account at another bank, and the return codes of its network.

import { DetailRequired, isAbaRoutingNumber } from '../../corridors/index.ts'
import type { Currency } from '../../kernel/money.ts'
import type { Fault } from '../../kernel/refusal.ts'
import { DetailInvalid } from '../errors.ts'
import { referenceOf } from '../model.ts'
import type { InitiationStatus } from '../states.ts'

/** In characters (A 8). */
export const REFERENCE_LENGTH_MAX = 10

/**
 * The reference of a direct debit whose request has no reference: B and the last digits of the id of the initiation, because
 * the ids of a cell (D128) are longer than a reference may be (gap 1360).
 */
export function defaultReference(initiationId: number): string {
  return referenceOf(initiationId % 10 ** (REFERENCE_LENGTH_MAX - 1))
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

type Rule = {
  readonly isValid: (text: string) => boolean
  /** The valid texts, in words. */
  readonly format: string
  readonly isOptional?: true
}
type Rules = Partial<Record<keyof DebitDetails, Rule>>

const matches = (pattern: RegExp, format: string): Rule => ({
  isValid: (text) => pattern.test(text),
  format,
})
const accountType = matches(/^(?:CHECKING|SAVINGS)$/, 'CHECKING or SAVINGS')

const rules: Readonly<Record<DebitType, Rules>> = {
  ACH: {
    routingNumber: {
      isValid: isAbaRoutingNumber,
      format: 'nine digits that end with a valid check digit',
    },
    accountNumber: matches(/^\d{4,17}$/, '4 to 17 digits'),
    accountType,
  },
  EFT: {
    institutionNumber: matches(/^\d{3}$/, 'three digits'),
    transitNumber: matches(/^\d{5}$/, 'five digits'),
    accountNumber: matches(/^\d{5,12}$/, '5 to 12 digits'),
    accountType: { ...accountType, isOptional: true },
  },
}

/** The details that the network uses; others are dropped. */
export function detailsFor(type: DebitType, details: DebitDetails): DebitDetails {
  const names = Object.keys(rules[type]) as (keyof DebitDetails)[]
  return Object.fromEntries(
    names.filter((name) => details[name] !== undefined).map((name) => [name, details[name]]),
  )
}

export function detailFaults(type: DebitType, details: DebitDetails): Fault[] {
  return (Object.entries(rules[type]) as [keyof DebitDetails, Rule][]).flatMap(
    ([name, { isValid, format, isOptional }]): Fault[] => {
      const value = details[name]
      const path = `details.${name}`
      if (value === undefined) return isOptional ? [] : [{ kind: DetailRequired, path }]
      if (isValid(value)) return []
      return [{ kind: DetailInvalid, path, message: `Send ${format}.`, arguments: [value] }]
    },
  )
}

/**
 * The return code of the network for a status (gap 131): insufficient funds for FAILED, a debit that the account holder did
 * not authorise for CHARGED_BACK, and success for the others.
 */
export function returnCode(type: DebitType, status: InitiationStatus): string {
  if (status === 'FAILED') return { ACH: 'R01', EFT: '901' }[type]
  if (status === 'CHARGED_BACK') return { ACH: 'R10', EFT: '915' }[type]
  return '200'
}
