// In every format, the opening balance plus the lines of a statement is the closing balance.

import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { root } from '../../../test/architecture/source.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, MINOR_MAX, money, parseMoney, scaleOf } from '../../kernel/money.ts'
import { camtChunks } from '../formats/camt.ts'
import { csvChunks } from '../formats/csv.ts'
import { formatStatement } from '../formats/format-statement.ts'
import { statementDocument } from '../formats/print-statement.ts'
import type { Line, LineType } from '../lines.ts'
import { lineTypes } from '../lines.ts'
import type { Statement } from '../read-statement.ts'

const NOW = Temporal.Instant.from('2026-03-29T01:30:00Z')
const ID = '3f1c2d1e-0000-4000-8000-00000000000a'
/** In minor units. The sum of 30 such amounts stays below `MINOR_MAX`. */
const GENERATED_MINOR_MAX = 10 ** 12

/** Names that people have, and texts that attackers send. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    'Ďurčiansky',
    '田中太郎',
    'محمد علي',
    ']]><Ntry/>',
    '=1+1',
    '"a,b"\r\n',
    '\u0000\u0008',
  ),
)
const anyLine = fc.record({
  type: fc.constantFrom(...lineTypes),
  delta: fc.integer({ min: -GENERATED_MINOR_MAX, max: GENERATED_MINOR_MAX }),
  fee: fc.integer({ min: 0, max: 1000 }),
  text: anyText,
  exchange: fc.option(
    fc.record({ minor: fc.nat(GENERATED_MINOR_MAX), rate: fc.nat(10 ** 15), scale: fc.nat(12) }),
  ),
})
const anyStatement = fc
  .record({
    currency: fc.constantFrom<Currency>('GBP', 'JPY', 'KWD'),
    opening: fc.nat(GENERATED_MINOR_MAX),
    lines: fc.array(anyLine, { maxLength: 30 }),
  })
  .map(({ currency, opening, lines }) => statementOf(currency, BigInt(opening), lines))

type GeneratedLine = {
  type: LineType
  delta: number
  fee: number
  text: string
  exchange: { minor: number; rate: number; scale: number } | null
}

function statementOf(
  currency: Currency,
  openingMinor: bigint,
  generated: GeneratedLine[],
): Statement {
  let running = openingMinor
  const lines = generated.map(({ type, delta, fee, text, exchange }, n): Line => {
    running += BigInt(delta)
    return {
      type,
      sequence: n + 1,
      at: NOW.add({ seconds: n }),
      amount: money(BigInt(delta), currency),
      fee: money(BigInt(fee), currency),
      runningBalance: money(running, currency),
      description: text,
      referenceNumber: `TRANSFER-${n}`,
      ...(type === 'CARD'
        ? { merchant: { name: text, city: text, country: 'GB', category: 'General' } }
        : { payee: { name: text, account: text } }),
      paymentReference: text,
      exchange: exchange
        ? {
            forAmount: money(BigInt(exchange.minor), 'EUR'),
            rate: { digits: BigInt(exchange.rate), scale: exchange.scale },
            ...(type === 'CARD' && { unit: currency }),
          }
        : undefined,
    }
  })
  const input = {
    profileId: 1 as Id<'profile'>,
    balanceId: 2 as Id<'balance'>,
    currency,
    intervalStart: '2026-03-01',
    intervalEnd: '2026-03-31',
    type: 'COMPACT' as const,
  }
  return {
    input,
    interval: { from: NOW.subtract({ hours: 24 }), to: NOW.add({ hours: 24 }) },
    profile: {
      type: 'PERSONAL',
      details: { firstName: 'Ann', lastName: 'Sample' },
      addresses: [
        {
          role: 'PRIMARY',
          firstLine: '1 High Street',
          city: 'London',
          postCode: 'E1',
          country: 'GB',
        },
      ],
    } as unknown as Statement['profile'],
    balance: { id: 2, currency, name: null } as unknown as Statement['balance'],
    lines: lines.toReversed(),
    openingMinor,
    closingMinor: running,
  }
}

function textOf(chunks: Iterable<string | Uint8Array>): string {
  let text = ''
  for (const chunk of chunks) text += chunk
  return text
}

const camtOf = (statement: Statement) => textOf(camtChunks(statement, ID, NOW))

const minorOf = (text: string, currency: Currency) => {
  const amount = parseMoney(text, currency)
  if (amount === undefined) throw new Error(`${text} is not an amount of ${currency}`)
  return amount.minor
}
/** The indexes of the cells with amounts in a row of the table that PDF prints. */
const PDF_COLUMNS = { debit: 2, credit: 3, balance: 4 } as const
const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n)

describe('D106: the lines of a statement add up to the difference of its balances', () => {
  it('as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(anyStatement, async (statement) => {
        const print = () => Promise.reject(new Error('nothing is printed'))
        const options = { id: ID, now: NOW, mode: 'sandbox', print } as const
        const { chunks } = await formatStatement(statement, 'json', options)
        const shown = JSON.parse(textOf(chunks))
        const { currency } = statement.balance
        const minor = (value: number) => minorOf(value.toFixed(scaleOf(currency)), currency)
        const lines = shown.transactions.map((line: { amount: { value: number } }) =>
          minor(line.amount.value),
        )
        expect(shown.transactions).toHaveLength(statement.lines.length)
        expect(minor(shown.startOfStatementBalance.value) + sum(lines)).toBe(
          minor(shown.endOfStatementBalance.value),
        )
      }),
    )
  })

  it('as CSV', () => {
    fc.assert(
      fc.property(anyStatement, (statement) => {
        const [head, ...rows] = recordsOf(textOf(csvChunks(statement)))
        const amountColumn = head?.indexOf('Amount') ?? -1
        const { currency } = statement.balance
        expect(rows).toHaveLength(statement.lines.length)
        expect(
          statement.openingMinor +
            sum(rows.map((row) => minorOf(row[amountColumn] ?? '', currency))),
        ).toBe(statement.closingMinor)
      }),
    )
  })

  it('as the table that PDF prints', () => {
    fc.assert(
      fc.property(anyStatement, (statement) => {
        const { document, batches } = statementDocument(statement, 'live')
        const rows = [...batches].flat()
        const { currency } = statement.balance
        const minorIn = (
          row: (typeof rows)[number] | undefined,
          column: keyof typeof PDF_COLUMNS,
        ) => minorOf(row?.cells[PDF_COLUMNS[column]]?.text.replaceAll(',', '') || '0', currency)
        const [opening, ...lines] = rows
        const [totals] = document.totals
        let running = minorIn(opening, 'balance')
        for (const line of lines) {
          running += minorIn(line, 'credit') - minorIn(line, 'debit')
          expect(minorIn(line, 'balance')).toBe(running)
        }
        expect(minorIn(totals, 'balance')).toBe(running)
        const difference = minorIn(totals, 'credit') - minorIn(totals, 'debit')
        expect(minorIn(opening, 'balance') + difference).toBe(running)
      }),
    )
  })

  it('as camt.053', () => {
    fc.assert(
      fc.property(anyStatement, (statement) => {
        const xml = camtOf(statement)
        const { currency } = statement.balance
        using parsed = XmlDocument.fromString(xml)
        const texts = (path: string) =>
          parsed
            .find(path.replace(/(\w+)(?=\/|$|\[)/g, 'c:$1'), { c: NAMESPACE })
            .map((node) => node.content)
        const signed = (path: string) => {
          const directions = texts(`${path}/CdtDbtInd`)
          return texts(`${path}/Amt`).map((text, n) =>
            directions[n] === 'DBIT' ? -minorOf(text, currency) : minorOf(text, currency),
          )
        }
        const [opening = 0n, closing] = signed('//Bal')
        const entries = signed('//Ntry')
        expect(entries).toHaveLength(statement.lines.length)
        expect(opening + sum(entries)).toBe(closing)
        expect(signed('//TtlNetNtry')).toEqual([sum(entries)])
      }),
    )
  })
})

describe('sums with more digits than an amount may have', () => {
  const greatest = Number(MINOR_MAX)
  const generated = (lines: number): GeneratedLine[] =>
    Array.from({ length: lines }, (_, n) => ({
      type: 'TRANSFER',
      delta: n % 2 === 0 ? greatest : -greatest,
      fee: 0,
      text: 'x',
      exchange: null,
    }))

  it('are complete in PDF, and omitted from camt.053 when they exceed its schema', () => {
    const { document } = statementDocument(statementOf('JPY', 0n, generated(300)), 'live')
    expect(document.totals[0]?.cells[PDF_COLUMNS.debit]?.text).toBe('149,999,999,999,999,850')
    expect(camtOf(statementOf('JPY', 0n, generated(300)))).toContain(
      '<Sum>299999999999999700</Sum>',
    )
    expect(camtOf(statementOf('JPY', 0n, generated(3000)))).not.toContain('TxsSummry')
  })
})

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.12'
/** Download the schema from iso20022.org to this path, next to the project, to run the tests that need it. */
const SCHEMA = `${root}/../shared/data/iso20022/camt.053.001.12.xsd`

describe.skipIf(!existsSync(SCHEMA))(
  'D106: camt.053 (skipped without the schema file, which may not be copied into the project)',
  () => {
    it('conforms to the schema of version 001.12 with any names and texts', () => {
      using schema = XmlDocument.fromBuffer(readFileSync(SCHEMA))
      using validator = XsdValidator.fromDoc(schema)
      fc.assert(
        fc.property(anyStatement, (statement) => {
          using parsed = XmlDocument.fromString(camtOf(statement))
          expect(() => validator.validate(parsed)).not.toThrow()
        }),
      )
    })

    it('the validator rejects a document that does not conform', () => {
      using schema = XmlDocument.fromBuffer(readFileSync(SCHEMA))
      using validator = XsdValidator.fromDoc(schema)
      const xml = camtOf(statementOf('GBP', 0n, [])).replace('<Ccy>GBP', '<Ccy>pounds')
      using parsed = XmlDocument.fromString(xml)
      expect(() => validator.validate(parsed)).toThrow(XmlValidateError)
    })
  },
)

/** Parses CSV (RFC 4180) into records of cells. */
function recordsOf(csv: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
