// Sums over the lines of a statement.

import type { Money } from '../../kernel/money.ts'
import type { Line } from '../lines.ts'
import type { Statement } from '../read-statement.ts'

type Totals = {
  readonly credits: { readonly count: number; readonly sum: Money }
  readonly debits: { readonly count: number; readonly sum: Money }
}

/** Neither sum is negative. A line of zero counts as a credit. */
export function totalsOf({ lines, balance }: Pick<Statement, 'lines' | 'balance'>): Totals {
  const [debits, credits] = [lines.filter(isDebit), lines.filter((line) => !isDebit(line))]
  const totalOf = (side: readonly Line[]) => {
    const minor = side.reduce((total, { amount }) => total + amount.minor, 0n)
    // Built without `money`, which refuses amounts over 10^15-1: the sum of all lines may be larger.
    const sum: Money = { minor: minor < 0n ? -minor : minor, currency: balance.currency }
    return { count: side.length, sum }
  }
  return { credits: totalOf(credits), debits: totalOf(debits) }
}

export const isDebit = ({ amount }: Line) => amount.minor < 0n
