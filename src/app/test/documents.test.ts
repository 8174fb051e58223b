import { describe, expect, it } from 'vitest'
import { inBatches, jsonChunks } from '../../kernel/documents/document.ts'
import type { PdfDocument, PdfRow } from '../../kernel/documents/pdf-model.ts'
import { xmlBegin, xmlEnd, xmlOf } from '../../kernel/documents/xml.ts'
import { beginLayout } from '../http/pdf/layout.ts'
import { createPdfPrinter } from '../http/pdf/printer.ts'
import { inTurns } from '../http/replies/send-document.ts'

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
  cells: [text, '1.00', '', '2.00'].map((each) => ({ text: each })),
})
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => row(`Line ${n}`))
const textOf = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks).toString('latin1')
const pagesOf = (pdf: string) => [...pdf.matchAll(/\/Type \/Page\b/g)].length

async function pdfOf(rows: readonly PdfRow[], of: PdfDocument = document): Promise<string> {
  const layout = beginLayout(of)
  layout.addRows(rows)
  return textOf(await layout.finish())
}

describe('D106: a PDF document', () => {
  it.each([
    [0, 1, 'a page says that nothing happened'],
    [10, 1, 'few rows fit on one'],
    [300, 9, 'a page holds about 35 rows'],
  ])('of %i rows has %i pages because %s', async (rows, pages) => {
    expect(pagesOf(await pdfOf(rowsOf(rows)))).toBe(pages)
  })

  it.each([
    ['Łódź Ωμέγα Привет Nguyễn नमस्ते', /NotoSans/],
    ['محمد علي שלום Հայ ქართ', /DejaVuSans/],
    ['สมชาย', /NotoSansThai/],
    ['田中 陈 タナカ', /NotoSansSC/],
    ['김철수', /NotoSansKR/],
    ['👍 \u0000 \u202e', /NotoSans-Regular/],
  ])('holds the letters of %s', async (text, font) => {
    expect(await pdfOf([row(text)])).toMatch(font)
  })

  it('has room for fifteen digits in one line, and breaks a word that is too long', async () => {
    const digits = '9,999,999,999,999.99'
    const wide: PdfRow = { cells: ['x', digits, digits, digits].map((text) => ({ text })) }
    const narrow = await pdfOf(Array.from({ length: 30 }, () => wide))
    expect(pagesOf(narrow)).toBe(1)
    const broken = await pdfOf(Array.from({ length: 30 }, () => row('W'.repeat(300))))
    expect(pagesOf(broken)).toBeGreaterThan(3)
  })

  it('is cut where one cell would fill pages', async () => {
    expect(pagesOf(await pdfOf([row('word '.repeat(100_000))]))).toBe(1)
  }, 20_000)
})

describe('a printer', () => {
  it('refuses a fifth document of one tenant, and a seventeenth of all', async () => {
    const printer = createPdfPrinter()
    const print = (tenant: number) =>
      printer.print(tenant, document, []).then(
        () => 'made',
        (error: unknown) => (error as { status?: number }).status,
      )
    try {
      const made = await Promise.all(
        [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5].map(print),
      )
      expect(made.map((each, n) => (each === 'made' ? -1 : n)).filter((n) => n >= 0)).toEqual([
        4, 17,
      ])
      expect(made.filter((each) => each === 503)).toHaveLength(2)
      expect(await print(1)).toBe('made')
    } finally {
      await printer.close()
    }
  }, 60_000)

  it('goes on with a new thread when one has ended, and does not hang', async () => {
    const printer = createPdfPrinter()
    try {
      const lost = printer.print(1, document, inBatches(rowsOf(2000)))
      await Promise.all([expect(lost).rejects.toThrow('has ended'), printer.close()])
      expect(pagesOf(textOf(await printer.print(1, document, inBatches(rowsOf(1)))))).toBe(1)
    } finally {
      await printer.close()
    }
  }, 60_000)

  it('makes a short document while a long one is being made', async () => {
    const printer = createPdfPrinter()
    try {
      const order: string[] = []
      const long = printer
        .print(1, document, inBatches(rowsOf(3000)))
        .then(() => order.push('long'))
      const short = printer.print(2, document, inBatches(rowsOf(3))).then(() => order.push('short'))
      await Promise.all([long, short])
      expect(order).toEqual(['short', 'long'])
    } finally {
      await printer.close()
    }
  }, 60_000)
})

describe('D116: what is written piece by piece', () => {
  it('lets others have their turn between two batches', async () => {
    const turns: number[] = []
    let stopped = false
    const others = (async () => {
      for (let n = 0; !stopped; n++) {
        turns.push(n)
        await new Promise(setImmediate)
      }
    })()
    const batches: number[] = []
    for await (const batch of inTurns(inBatches(Array.from({ length: 1000 }))))
      batches.push(batch.length)
    stopped = true
    await others
    expect(batches).toEqual(Array.from({ length: 10 }, () => 100))
    expect(turns.length).toBeGreaterThanOrEqual(batches.length)
  })

  it.each([[[]], [[1]], [Array.from({ length: 250 }, (_, n) => n)]])(
    'is the JSON of the whole: %#',
    (items) => {
      let text = ''
      const shown = { a: '"', list: [], z: null }
      for (const chunk of jsonChunks(shown, 'list', items, (n) => ({ n }))) text += chunk
      expect(text).toBe(JSON.stringify({ ...shown, list: items.map((n) => ({ n })) }))
    },
  )

  it('is XML in which a text cannot become an element', () => {
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
