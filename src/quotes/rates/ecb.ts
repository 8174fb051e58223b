// Reads the European Central Bank's reference rates: units of each currency for one euro, published each
// working day around 16:00 Frankfurt time. The file is a flat list of `<Cube currency='USD' rate='1.1'/>`
// under one `<Cube time='2026-11-20'>`, after a heading that is not read. The attributes contain no XML entities, so regular
// expressions can read them; an XML parser would be the larger risk.

import { readFile } from 'node:fs/promises'
import { type Decimal, decimal, parseDecimal, quotient } from '../../kernel/decimal.ts'
import type { RatePoint, RateSource } from './rates.ts'

const SOURCE = 'ecb'
/** The longest time that a download may take; a choice of this project. */
const TIMEOUT_MS = 10_000
/** More digits than the bank publishes. */
const SIGNIFICANT_DIGITS = 10
// 16:00 in Frankfurt is 15:00 UTC in winter and 14:00 UTC in summer. The later time is used, so that a rate
// never applies before it was published.
const PUBLISHED_AT = 'T15:00:00Z'
const ONE = decimal('1')

const DAY = /<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1/
const RATE = /<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])([\d.]+)\3\s*\/>/g

/** The source of rates that reads the daily file from an http(s) URL or a file path. */
export function ecbRates(urlOrFile: string): RateSource {
  return { name: SOURCE, read: async () => parseEcb(await load(urlOrFile)) }
}

async function load(urlOrFile: string): Promise<string> {
  if (!/^https?:\/\//.test(urlOrFile)) return readFile(urlOrFile, 'utf8')
  const reply = await fetch(urlOrFile, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`${urlOrFile} returned status ${reply.status}`)
  return reply.text()
}

/** The rates as units for one US dollar. Throws when the text is not the daily file, or when a rate is not positive. */
export function parseEcb(xml: string): Omit<RatePoint, 'source'>[] {
  const day = DAY.exec(xml)?.[2]
  const perEuro = new Map<string, Decimal>()
  for (const [, , currency = '', , rate = ''] of xml.matchAll(RATE)) {
    const parsed = parseDecimal(rate)
    if (parsed === undefined || parsed.digits === 0n)
      throw new Error(`the rate of ${currency} is not a positive number: ${rate}`)
    perEuro.set(currency, parsed)
  }
  const dollars = perEuro.get('USD')
  if (day === undefined || dollars === undefined)
    throw new Error(
      'this is not the daily file of reference rates: it has no day or no rate of the US dollar',
    )
  const at = Temporal.Instant.from(`${day}${PUBLISHED_AT}`)
  perEuro.set('EUR', ONE)
  perEuro.delete('USD')
  return [...perEuro].map(([currency, rate]) => ({
    currency,
    at,
    perUsd: quotient(rate, dollars, SIGNIFICANT_DIGITS),
  }))
}
