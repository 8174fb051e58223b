// A statement as a PDF document for people and banks: the oldest line first, as on paper statements.

import { decimalText } from '../../kernel/decimal.ts'
import { inBatches } from '../../kernel/documents/document.ts'
import type { PdfDocument, PdfRow } from '../../kernel/documents/pdf-model.ts'
import {
  amountWithCurrency,
  dayInWords,
  groupedAmount,
  momentInWords,
  timeOfDay,
} from '../../kernel/documents/people-format.ts'
import type { Money } from '../../kernel/money.ts'
import { dayOf } from '../../kernel/wire.ts'
import { footerLine, holderLines, issuer } from '../../profiles/index.ts'
import type { Line } from '../lines.ts'
import type { Statement } from '../read-statement.ts'
import { isDebit, totalsOf } from './totals.ts'

const columns = [
  { title: 'Date (UTC)', share: 0.12, align: 'left' },
  { title: 'Description', share: 0.31, align: 'left' },
  { title: 'Money out', share: 0.19, align: 'right' },
  { title: 'Money in', share: 0.19, align: 'right' },
  { title: 'Balance', share: 0.19, align: 'right' },
] as const

export function statementDocument(
  statement: Statement,
  mode: 'sandbox' | 'live',
): { document: PdfDocument; batches: Iterable<PdfRow[]> } {
  const { balance, interval, lines, openingMinor, closingMinor } = statement
  const { currency } = balance
  const [from, to] = [dayInWords(interval.from), dayInWords(interval.to)]
  const opening = { minor: openingMinor, currency }
  const closing = { minor: closingMinor, currency }
  const { credits, debits } = totalsOf(statement)
  const document: PdfDocument = {
    title: 'Account statement',
    subtitle: from === to ? `${currency}, ${from}` : `${currency}, ${from} to ${to}`,
    issuer,
    facts: [
      { label: 'Account holder', lines: holderLines(statement.profile) },
      {
        label: 'Account',
        lines: [
          balance.name ?? `${currency} balance`,
          `Number ${balance.id}`,
          `Currency ${currency}`,
        ],
      },
      { label: 'Opening balance', lines: [amountWithCurrency(opening)] },
      { label: 'Closing balance', lines: [amountWithCurrency(closing)] },
      { label: 'From (UTC)', lines: [momentInWords(interval.from)] },
      { label: 'To (UTC)', lines: [momentInWords(interval.to)] },
    ],
    columns,
    whenEmpty: '',
    totals: [totalsRow(debits.sum, credits.sum, closing)],
    notes: [
      `${linesInWords(lines.length)} Amounts are in ${currency} and include fees, unless a fee has a separate line.`,
      'This statement was produced by computer and is valid without a signature.',
    ],
    footer: footerLine(`Balance ${balance.id}`, mode),
  }
  return { document, batches: batchesOf(openingRow(interval.from, opening), lines) }
}

function linesInWords(count: number): string {
  if (count === 0) return 'No money moved in this period.'
  return count === 1 ? '1 line.' : `${count} lines.`
}

/** Generates rows on demand: `ENTRIES_MAX` of them in one turn of the event loop would block other requests (D116). */
function* batchesOf(opening: PdfRow, lines: readonly Line[]): Generator<PdfRow[]> {
  yield [opening]
  for (const batch of inBatches(lines.toReversed())) yield batch.map(rowOf)
}

function openingRow(from: Temporal.Instant, opening: Money): PdfRow {
  return {
    isBold: true,
    cells: [
      { text: dayOf(from).toString() },
      { text: 'Opening balance' },
      { text: '' },
      { text: '' },
      { text: groupedAmount(opening) },
    ],
  }
}

function totalsRow(out: Money, into: Money, closing: Money): PdfRow {
  return {
    isBold: true,
    cells: [
      { text: '' },
      { text: 'Totals and closing balance' },
      { text: groupedAmount(out) },
      { text: groupedAmount(into) },
      { text: groupedAmount(closing) },
    ],
  }
}

function rowOf(line: Line): PdfRow {
  const amountText = groupedAmount({
    ...line.amount,
    minor: isDebit(line) ? -line.amount.minor : line.amount.minor,
  })
  return {
    cells: [
      { text: dayOf(line.at).toString(), notes: [timeOfDay(line.at)] },
      { text: line.description, notes: notesOf(line) },
      { text: isDebit(line) ? amountText : '' },
      { text: isDebit(line) ? '' : amountText },
      { text: groupedAmount(line.runningBalance) },
    ],
  }
}

function notesOf({ referenceNumber, payee, paymentReference, exchange, fee }: Line): string[] {
  const lines = [
    [referenceNumber, paymentReference && `Reference: ${paymentReference}`],
    [payee?.account && `Account ${payee.account}`],
    [
      exchange && `${amountWithCurrency(exchange.forAmount)} at ${decimalText(exchange.rate)}`,
      fee.minor > 0n && `Fee ${groupedAmount(fee)}`,
    ],
  ]
  return lines.map((notes) => notes.filter(Boolean).join(' · ')).filter((line) => line !== '')
}
