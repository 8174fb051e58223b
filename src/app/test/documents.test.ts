import { describe, expect, it } from 'vitest'
import { inBatches, jsonChunks } from '../../kernel/documents/document.ts'
import type { PdfDocument, PdfRow } from '../../kernel/documents/pdf-model.ts'
import { xmlBegin, xmlEnd, xmlOf } from '../../kernel/documents/xml.ts'
import { beginLayout } from '../http/pdf/layout.ts'
import { createPdfPrinter } from '../http/pdf/printer.ts'
import { inTurns } from '../http/replies/send-document.ts'

/** Some tests print documents of thousands of lines. */
const TIMEOUT_MS = 60_000

const columns = [
  { title: 'Description', share: 0.4, align: 'left' },
  { title: 'Out', share: 0.2, align: 'right' },
  { title: 'In', share: 0.2, align: 'right' },
  { title: 'Balance', share: 0.2, align: 'right' },
] as const
const document: PdfDocument = {
  title: 'Account statement',
  subtitle: 'GBP',
  issuer: { name: 'Godwit Payments Ltd', lines: ['London'] },
  facts: [{ label: 'Account holder', lines: ['Ann Sample'] }],
  columns,
  whenEmpty: 'Nothing happened.',
  totals: [],
  notes: [],
  footer: 'Godwit',
}
const row = (text: string): PdfRow => ({
  cells: [text, '1.00', '', '2.00'].map((cell) => ({ text: cell })),
})
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => row(`Line ${n}`))
const textOf = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks).toString('latin1')
const pagesOf = (pdf: string) => [...pdf.matchAll(/\/Type \/Page\b/g)].length

async function pdfOf(rows: readonly PdfRow[]): Promise<string> {
  const layout = beginLayout(document)
  layout.addRows(rows)
  return textOf(await layout.finish())
}

describe('D106: a PDF document', () => {
  it.each([
    [0, 1, 'an empty document has a page with a note'],
    [10, 1, 'one page holds about 35 rows'],
    [300, 9, 'one page holds about 35 rows'],
  ])('with %i rows has %i pages, because %s', async (rows, pages) => {
    expect(pagesOf(await pdfOf(rowsOf(rows)))).toBe(pages)
  })

  it.each([
    ['Łódź Ωμέγα Привет Nguyễn नमस्ते', []],
    ['محمد علي שלום Հայ ქართ', ['DejaVuSans']],
    ['สมชาย', ['NotoSansThai-Regular']],
    ['田中 陈 タナカ', ['NotoSansSCThin-Regular']],
    ['김철수', ['NotoSansKRThin-Regular']],
    ['👍 \u0000 \u202e', []],
  ])('for the letters of %s embeds Noto Sans and also the fonts %j', async (text, others) => {
    const names = (await pdfOf([row(text)])).matchAll(/\/BaseFont \/[A-Z]{6}\+(\S+)/g)
    const fonts = new Set([...names].map(([, name]) => name))
    expect(fonts).toEqual(new Set(['NotoSans-Bold', 'NotoSans-Regular', ...others]))
  })

  it('fits an amount of fifteen digits on one line, and wraps a word that is too long for its column', async () => {
    const digits = '9,999,999,999,999.99'
    const wide: PdfRow = { cells: ['x', digits, digits, digits].map((text) => ({ text })) }
    const unbroken = await pdfOf(Array.from({ length: 30 }, () => wide))
    expect(pagesOf(unbroken)).toBe(1)
    const broken = await pdfOf(Array.from({ length: 30 }, () => row('W'.repeat(300))))
    expect(pagesOf(broken)).toBeGreaterThan(3)
  })

  it('truncates a cell that would need more than a page', async () => {
    expect(pagesOf(await pdfOf([row('word '.repeat(100_000))]))).toBe(1)
  })
})

describe('the PDF printer', () => {
  it(
    '503 for the fifth document in progress of a tenant, and for the seventeenth of the process',
    async () => {
      const printer = createPdfPrinter()
      const print = (tenant: number) =>
        printer.print(tenant, document, []).then(
          () => 'printed',
          (error: unknown) => (error as { status?: number }).status,
        )
      try {
        const results = await Promise.all(
          [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5].map(print),
        )
        expect(results.flatMap((result, n) => (result === 'printed' ? [] : [n]))).toEqual([4, 17])
        expect(results.filter((result) => result === 503)).toHaveLength(2)
        expect(await print(1)).toBe('printed')
      } finally {
        await printer.close()
      }
    },
    TIMEOUT_MS,
  )

  it(
    'rejects the documents of a thread that has ended, and prints the next one in a new thread',
    async () => {
      const printer = createPdfPrinter()
      try {
        const interrupted = printer.print(1, document, inBatches(rowsOf(2000)))
        await Promise.all([expect(interrupted).rejects.toThrow('has ended'), printer.close()])
        expect(pagesOf(textOf(await printer.print(1, document, inBatches(rowsOf(1)))))).toBe(1)
      } finally {
        await printer.close()
      }
    },
    TIMEOUT_MS,
  )

  it(
    'finishes a short document while a long one of another tenant is in progress',
    async () => {
      const printer = createPdfPrinter()
      try {
        const order: string[] = []
        const long = printer
          .print(1, document, inBatches(rowsOf(3000)))
          .then(() => order.push('long'))
        const short = printer
          .print(2, document, inBatches(rowsOf(3)))
          .then(() => order.push('short'))
        await Promise.all([long, short])
        expect(order).toEqual(['short', 'long'])
      } finally {
        await printer.close()
      }
    },
    TIMEOUT_MS,
  )
})

describe('D116: a document written in batches', () => {
  it('lets the event loop run other work between two batches', async () => {
    const turns: number[] = []
    let isStopped = false
    const otherWork = (async () => {
      for (let n = 0; !isStopped; n++) {
        turns.push(n)
        await new Promise(setImmediate)
      }
    })()
    const batches: number[] = []
    for await (const batch of inTurns(inBatches(Array.from({ length: 1000 }))))
      batches.push(batch.length)
    isStopped = true
    await otherWork
    expect(batches).toEqual(Array.from({ length: 10 }, () => 100))
    expect(turns.length).toBeGreaterThanOrEqual(batches.length)
  })

  it.each([0, 1, 250])(
    'in JSON with %i items equals JSON.stringify of the complete document',
    (count) => {
      const items = Array.from({ length: count }, (_, n) => n)
      let text = ''
      const shown = { a: '"', list: [], z: null }
      for (const chunk of jsonChunks(shown, 'list', items, (n) => ({ n }))) text += chunk
      expect(text).toBe(JSON.stringify({ ...shown, list: items.map((n) => ({ n })) }))
    },
  )

  it('in XML escapes text and attributes, so that neither becomes markup', () => {
    const written = xmlOf({
      b: ']]></a><c>\u0000&',
      empty: '',
      none: undefined,
      inner: { nothing: undefined },
      d: { attributes: { e: '">' }, text: '1' },
    })
    expect(xmlBegin(['a'], 'urn:x') + written + xmlEnd(['a'])).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><a xmlns="urn:x"><b>]]&gt;&lt;/a&gt;&lt;c&gt; &amp;</b><d e="&quot;&gt;">1</d></a>',
    )
  })
})
