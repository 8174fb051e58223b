// The European Central Bank's reference rates: each working day around 16:00 Frankfurt time, what
// one euro is worth. Its file is a flat list of `<Cube currency='USD' rate='1.1'/>` under one
// `<Cube time='2026-11-20'>`, with no text, entities or sections between. So the elements are read by
// a pattern: an XML parser would be the larger risk for the same two attributes.

import { readFile } from 'node:fs/promises'
import { type Decimal, decimal, parseDecimal, quotient } from '../../kernel/decimal.ts'
import type { RatePoint, RateSource } from './rates.ts'

const SOURCE = 'ecb'
const TIMEOUT_MS = 10_000
const SIGNIFICANT_DIGITS = 10
// 16:00 in Frankfurt is 15:00 UTC in winter and 14:00 in summer; the later is never too early.
const PUBLISHED = 'T15:00:00Z'
const ONE = decimal('1')

const DAY = /<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1/
const RATE = /<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])([\d.]+)\3\s*\/>/g

/** The daily file at an http(s) address or a path. */
export function ecbRates(urlOrFile: string): RateSource {
  return { name: SOURCE, read: async () => parseEcb(await load(urlOrFile)) }
}

async function load(urlOrFile: string): Promise<string> {
  if (!/^https?:\/\//.test(urlOrFile)) return readFile(urlOrFile, 'utf8')
  const reply = await fetch(urlOrFile, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`${urlOrFile} answered ${reply.status}`)
  return reply.text()
}

/** The rates of one dollar. Throws when the text is not such a file: a rate is never guessed. */
export function parseEcb(xml: string): Omit<RatePoint, 'source'>[] {
  const day = DAY.exec(xml)?.[2]
  const perEuro = new Map<string, Decimal>()
  for (const [, , currency = '', , rate = ''] of xml.matchAll(RATE)) {
    const parsed = parseDecimal(rate)
    if (parsed === undefined || parsed.digits === 0n)
      throw new Error(`the rate of ${currency} is ${rate}`)
    perEuro.set(currency, parsed)
  }
  const dollars = perEuro.get('USD')
  if (day === undefined || dollars === undefined)
    throw new Error('this is not the daily file of reference rates: it has no day or no dollar')
  const at = Temporal.Instant.from(`${day}${PUBLISHED}`)
  perEuro.set('EUR', ONE)
  perEuro.delete('USD')
  return [...perEuro].map(([currency, rate]) => ({
    currency,
    at,
    perUsd: quotient(rate, dollars, SIGNIFICANT_DIGITS),
  }))
}
