// The rules of the reference, the text that reaches the recipient's bank statement (A 8, Facts 16).

import type { Currency } from '../../kernel/money.ts'
import { receiveOf } from './catalogue/index.ts'
import type { PayOut } from './routes.ts'

// The limit of a network whose catalogue entry has no `reference`, in characters (gap 24).
const DEFAULT_LENGTH_MAX = 35

// A SWIFT payment has four lines of 35 characters for the reference.
const SWIFT_LENGTH_MAX = 140

type ReferenceRule = {
  readonly isAllowed: boolean
  readonly lengthMax: number
  /** A regular expression that the whole reference must match; null when any text is allowed. */
  readonly pattern: string | null
}

const NOT_ALLOWED: ReferenceRule = { isAllowed: false, lengthMax: 0, pattern: null }
const SWIFT: ReferenceRule = { isAllowed: true, lengthMax: SWIFT_LENGTH_MAX, pattern: null }

/** The rule of the payment network that pays out. Throws for a currency that nothing can be sent to. */
export function referenceRule(target: Currency, payOut: PayOut = 'BANK_TRANSFER'): ReferenceRule {
  const { reference } = receiveOf(target)
  if (payOut === 'SWIFT' || payOut === 'SWIFT_OUR') return SWIFT
  if (reference === 'not-allowed') return NOT_ALLOWED
  return {
    isAllowed: true,
    lengthMax: reference?.lengthMax ?? DEFAULT_LENGTH_MAX,
    pattern: reference?.pattern ?? null,
  }
}
