// A statement as a table for spreadsheets (RFC 4180).

import { decimalText } from '../kernel/decimal.ts'
import { toText } from '../kernel/money.ts'
import type { Line } from './lines.ts'
import type { Statement } from './read-statement.ts'

const columns: Readonly<Record<string, (line: Line) => string>> = {
  ID: ({ referenceNumber }) => referenceNumber,
  Date: ({ at }) => dateText(at),
  Amount: ({ amount }) => toText(amount),
  Currency: ({ amount }) => amount.currency,
  Type: ({ type }) => type,
  Description: ({ description }) => description,
  'Payment Reference': ({ paymentReference = '' }) => paymentReference,
  'Running Balance': ({ running }) => toText(running),
  'Exchange To': ({ exchange }) => exchange?.forAmount.currency ?? '',
  'Exchange Amount': ({ exchange }) => (exchange ? toText(exchange.forAmount) : ''),
  'Exchange Rate': ({ exchange }) => (exchange ? decimalText(exchange.rate) : ''),
  'Payee Name': ({ payee }) => payee?.name ?? '',
  'Payee Account Number': ({ payee }) => payee?.account ?? '',
  'Total fees': ({ fee }) => toText(fee),
}

export function csvOf({ lines }: Statement): string {
  const rows = [
    Object.keys(columns),
    ...lines.map((line) => Object.values(columns).map((cell) => cell(line))),
  ]
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function dateText(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: 'second' }).slice(0, 19).replace('T', ' ')
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Somebody else's text must not become a formula: it is made text by a leading apostrophe. */
export function cellOf(text: string): string {
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
