// Rules of direct debits over the networks ACH and EFT: default references, currencies, details of accounts, and return codes.

import { DetailRequired, isAbaRoutingNumber } from '../../corridors/index.ts'
import type { Currency } from '../../kernel/money.ts'
import type { Fault } from '../../kernel/refusal.ts'
import { DetailInvalid } from '../errors.ts'
import { referenceOf } from '../model.ts'
import type { InitiationStatus } from '../states.ts'

/** In characters (A 8). */
export const REFERENCE_LENGTH_MAX = 10

/**
 * The reference of a direct debit whose request has no reference: B and the last nine digits of the id of the payment initiation.
 * The ids of cells other than 0 (D128) have more digits than fit, so two initiations may have the same reference (gap 1360).
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
  /** Completes the message "Send …". */
  readonly format: string
  readonly isOptional?: true
}
type Rules = Partial<Record<keyof DebitDetails, Rule>>

const patternRule = (pattern: RegExp, format: string): Rule => ({
  isValid: (text) => pattern.test(text),
  format,
})
const accountType = patternRule(/^(?:CHECKING|SAVINGS)$/, 'CHECKING or SAVINGS')

const rules: Readonly<Record<DebitType, Rules>> = {
  ACH: {
    routingNumber: {
      isValid: isAbaRoutingNumber,
      format: 'nine digits that end with a valid check digit',
    },
    accountNumber: patternRule(/^\d{4,17}$/, '4 to 17 digits'),
    accountType,
  },
  EFT: {
    institutionNumber: patternRule(/^\d{3}$/, 'three digits'),
    transitNumber: patternRule(/^\d{5}$/, 'five digits'),
    accountNumber: patternRule(/^\d{5,12}$/, '5 to 12 digits'),
    accountType: { ...accountType, isOptional: true },
  },
}

/** Drops the details that the network does not use. */
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
 * The return code of the network for a status (gap 131), by the lists of Nacha (ACH) and Payments Canada (EFT): insufficient funds for
 * FAILED, a debit that the account holder did not authorise for CHARGED_BACK, and success for the others.
 */
export function returnCode(type: DebitType, status: InitiationStatus): string {
  if (status === 'FAILED') return { ACH: 'R01', EFT: '901' }[type]
  if (status === 'CHARGED_BACK') return { ACH: 'R10', EFT: '915' }[type]
  return '200'
}
