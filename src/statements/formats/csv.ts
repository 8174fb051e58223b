// A statement as a table for spreadsheets (RFC 4180).

import { decimalText } from '../../kernel/decimal.ts'
import { inBatches } from '../../kernel/documents/document.ts'
import { toText } from '../../kernel/money.ts'
import { toSecond } from '../../kernel/wire.ts'
import type { Line } from '../lines.ts'
import type { Statement } from '../read-statement.ts'

const columns: Readonly<Record<string, (line: Line) => string>> = {
  ID: ({ referenceNumber }) => referenceNumber,
  Date: ({ at }) => toSecond(at),
  Amount: ({ amount }) => toText(amount),
  Currency: ({ amount }) => amount.currency,
  Type: ({ type }) => type,
  Description: ({ description }) => description,
  'Payment Reference': ({ paymentReference = '' }) => paymentReference,
  'Running Balance': ({ runningBalance }) => toText(runningBalance),
  'Exchange To': ({ exchange }) => exchange?.forAmount.currency ?? '',
  'Exchange Amount': ({ exchange }) => (exchange ? toText(exchange.forAmount) : ''),
  'Exchange Rate': ({ exchange }) => (exchange ? decimalText(exchange.rate) : ''),
  'Payee Name': ({ payee }) => payee?.name ?? '',
  'Payee Account Number': ({ payee }) => payee?.account ?? '',
  'Total fees': ({ fee }) => toText(fee),
}

export function* csvChunks({ lines }: Statement): Generator<string> {
  yield rowOf(Object.keys(columns))
  for (const batch of inBatches(lines))
    yield batch.map((line) => rowOf(Object.values(columns).map((cell) => cell(line)))).join('')
}

const rowOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

const NUMBER = /^-?\d+(?:\.\d+)?$/
/** A spreadsheet treats text that begins like this as a formula; the wide characters count only with some languages. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Where the decimal separator is a comma, a spreadsheet begins a new cell after a semicolon. */
const FORMULA_AFTER_SEMICOLON = /;(?=\s*[=+\-@＝＋－＠])/g

/**
 * A cell of the table, in quotation marks where RFC 4180 requires them. Text from other people must not run as a formula in a
 * spreadsheet: an apostrophe before the text prevents that.
 */
export function cellOf(text: string): string {
  const escapedStart = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  const escaped = escapedStart.replaceAll(FORMULA_AFTER_SEMICOLON, ";'")
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
