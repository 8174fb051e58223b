// The layout of a PDF document: A4, a letterhead, facts in two columns, and one table over as many pages as it needs.

import PDFDocument from 'pdfkit'
import type {
  PdfCell,
  PdfColumn,
  PdfDocument,
  PdfFact,
  PdfRow,
} from '../../../kernel/documents/pdf-model.ts'
import { type Style, type Texts, textsOf, widthIn, wrap } from './text.ts'

// Lengths are in points: 1/72 inch.
const A4 = { width: 595.28, height: 841.89 }
const MARGIN = { side: 48, top: 48, bottom: 64 }
const WIDTH = A4.width - 2 * MARGIN.side
const BOTTOM = A4.height - MARGIN.bottom

const INK = '#1b2430'
const GREY = '#5b6673'
const LINE = '#c9d0d8'
const styles = {
  title: { size: 18, weight: 'bold', color: INK },
  subtitle: { size: 10, weight: 'regular', color: GREY },
  issuer: { size: 11, weight: 'bold', color: INK },
  label: { size: 7.5, weight: 'regular', color: GREY },
  body: { size: 9, weight: 'regular', color: INK },
  head: { size: 7.5, weight: 'bold', color: GREY },
  cell: { size: 8, weight: 'regular', color: INK },
  total: { size: 8, weight: 'bold', color: INK },
  note: { size: 7, weight: 'regular', color: GREY },
} as const satisfies Record<string, Style>

/** The height of a line, as a multiple of the size of its letters. */
const LEADING = 1.35
/** The shares of the page's width for the title next to the issuer, and for the footer next to the page number. */
const TITLE_SHARE = 0.55
const FOOTER_SHARE = 0.8
const GAP = 8
const RULE_WIDTH = 0.5
const CELL_PADDING = 4
const COLUMN_GAP = 8
/** Longer cells are cut with an ellipsis, because otherwise one name could fill a page. */
const CELL_LINES_MAX = 12
const FOOTER_LINES_MAX = 2

/** In characters. Longer texts are cut before they are wrapped, which bounds the time that one cell takes. */
const TEXT_LENGTH_MAX = 2_000

const heightOf = ({ size }: Style, lines: number) => lines * size * LEADING

type Line = { readonly text: string; readonly style: Style }
type RowLayout = { readonly cells: readonly (readonly Line[])[]; readonly height: number }

type Pdf = InstanceType<typeof PDFDocument>

/** A document that is being written. The next line is drawn at `y`. */
type Sheet = {
  readonly pdf: Pdf
  readonly texts: Texts
  readonly document: PdfDocument
  y: number
  rowCount: number
}

export type PdfLayout = {
  addRows(rows: readonly PdfRow[]): void
  finish(): Promise<Uint8Array[]>
}

/** Begins a document. Rows are added in batches, so that the thread can alternate between documents. */
export function beginLayout(document: PdfDocument): PdfLayout {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // Every footer shows the number of pages, which is known only at the end.
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: document.title, Author: document.issuer.name },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.once('end', resolve))
  const sheet: Sheet = { pdf, texts: textsOf(pdf), document, y: MARGIN.top, rowCount: 0 }
  newPage(sheet)
  drawLetterhead(sheet)
  drawFacts(sheet, document.facts)
  if (document.columns.length > 0) drawHead(sheet)
  return {
    addRows: (rows) => {
      for (const row of rows) addRow(sheet, layOutRow(sheet, row))
      sheet.rowCount += rows.length
    },
    finish: async () => {
      drawEnd(sheet)
      pdf.end()
      await ended
      return chunks
    },
  }
}

function drawEnd(sheet: Sheet): void {
  const { columns, whenEmpty, notes } = sheet.document
  if (sheet.rowCount === 0 && columns.length > 0) drawParagraph(sheet, whenEmpty, styles.cell)
  drawTotals(sheet)
  sheet.y += GAP
  for (const note of notes) drawParagraph(sheet, note, styles.note)
  drawFooters(sheet)
}

function newPage(sheet: Sheet): void {
  sheet.pdf.addPage()
  sheet.y = MARGIN.top
}

function drawLetterhead(sheet: Sheet): void {
  const { issuer, title, subtitle } = sheet.document
  const titleWidth = WIDTH * TITLE_SHARE
  const top = sheet.y
  const left = { x: MARGIN.side, width: titleWidth }
  drawLines(sheet, wrapLines(title, titleWidth, styles.title), left)
  drawLines(sheet, wrapLines(subtitle, titleWidth, styles.subtitle), left)
  const titleBottom = sheet.y
  sheet.y = top
  const issuerWidth = WIDTH - titleWidth
  const issuerLines = [
    ...wrapLines(issuer.name, issuerWidth, styles.issuer),
    ...issuer.lines.flatMap((line) => wrapLines(line, issuerWidth, styles.label)),
  ]
  drawLines(sheet, issuerLines, {
    x: MARGIN.side + titleWidth,
    width: issuerWidth,
    align: 'right',
  })
  sheet.y = Math.max(titleBottom, sheet.y) + GAP
  drawRule(sheet, INK)
  sheet.y += GAP
}

function drawFacts(sheet: Sheet, facts: readonly PdfFact[]): void {
  for (let n = 0; n < facts.length; n += 2) {
    const top = sheet.y
    const bottoms = facts.slice(n, n + 2).map((fact, column) => {
      sheet.y = top
      drawFact(sheet, fact, MARGIN.side + (column * WIDTH) / 2)
      return sheet.y
    })
    sheet.y = Math.max(...bottoms) + GAP
  }
}

function drawFact(sheet: Sheet, { label, lines }: PdfFact, x: number): void {
  const width = WIDTH / 2 - COLUMN_GAP
  drawLines(sheet, wrapLines(label, width, styles.label), { x, width })
  const body = lines.flatMap((line) => wrapLines(line, width, styles.body))
  drawLines(sheet, body, { x, width })
}

function drawHead(sheet: Sheet): void {
  sheet.y += GAP
  const cells = sheet.document.columns.map(({ title }, n) =>
    wrapLines(title, columnWidth(sheet, n), styles.head),
  )
  drawRow(sheet, { cells, height: rowHeight(cells) })
  drawRule(sheet, INK)
}

function drawTotals(sheet: Sheet): void {
  const rows = sheet.document.totals.map((row) => layOutRow(sheet, row))
  const height = rows.reduce((sum, row) => sum + row.height, 0)
  if (rows.length === 0) return
  if (sheet.y + height > BOTTOM) nextPage(sheet)
  drawRule(sheet, INK)
  for (const row of rows) addRow(sheet, row)
}

function addRow(sheet: Sheet, row: RowLayout): void {
  if (sheet.y + row.height > BOTTOM) nextPage(sheet)
  drawRow(sheet, row)
  drawRule(sheet, LINE)
}

function nextPage(sheet: Sheet): void {
  packContent(sheet.pdf)
  newPage(sheet)
  drawHead(sheet)
}

function layOutRow(sheet: Sheet, { cells, isBold }: PdfRow): RowLayout {
  const style = isBold ? styles.total : styles.cell
  const laidOut = cells.map((cell, n) => cellLines(cell, columnWidth(sheet, n), style))
  return { cells: laidOut, height: rowHeight(laidOut) }
}

function cellLines({ text, notes = [] }: PdfCell, width: number, style: Style): Line[] {
  const lines = [
    ...wrapLines(text, width, style),
    ...notes.flatMap((note) => wrapLines(note, width, styles.note)),
  ]
  const last = lines[CELL_LINES_MAX - 1]
  if (lines.length <= CELL_LINES_MAX || last === undefined) return lines
  return [...lines.slice(0, CELL_LINES_MAX - 1), { ...last, text: `${last.text.slice(0, -1)}…` }]
}

function rowHeight(cells: readonly (readonly Line[])[]): number {
  const heights = cells.map((lines) =>
    lines.reduce((sum, { style }) => sum + heightOf(style, 1), 0),
  )
  return Math.max(...heights) + 2 * CELL_PADDING
}

function drawRow(sheet: Sheet, { cells, height }: RowLayout): void {
  const top = sheet.y
  for (const [n, lines] of cells.entries()) {
    sheet.y = top + CELL_PADDING
    const { align } = columnAt(sheet, n)
    drawLines(sheet, lines, { x: columnLeft(sheet, n), width: columnWidth(sheet, n), align })
  }
  sheet.y = top + height
}

type TextBox = {
  readonly x: number
  readonly width: number
  readonly align?: PdfColumn['align']
}

function drawLines(
  sheet: Sheet,
  lines: readonly Line[],
  { x, width, align = 'left' }: TextBox,
): void {
  for (const { text, style } of lines) {
    const indent = align === 'right' ? width - widthIn(text, style) : 0
    sheet.texts.drawLine(text, x + indent, sheet.y, style)
    sheet.y += heightOf(style, 1)
  }
}

function drawParagraph(sheet: Sheet, text: string, style: Style): void {
  const lines = wrapLines(text, WIDTH, style)
  if (sheet.y + heightOf(style, lines.length) > BOTTOM) newPage(sheet)
  sheet.y += CELL_PADDING
  drawLines(sheet, lines, { x: MARGIN.side, width: WIDTH })
}

function wrapLines(text: string, width: number, style: Style): Line[] {
  return wrap(text.slice(0, TEXT_LENGTH_MAX), width, style).map((line) => ({ text: line, style }))
}

function columnAt(sheet: Sheet, n: number): PdfColumn {
  const column = sheet.document.columns[n]
  if (column === undefined) throw new Error('a row has more cells than the table has columns')
  return column
}

function columnLeft(sheet: Sheet, n: number): number {
  const before = sheet.document.columns.slice(0, n).reduce((sum, { share }) => sum + share, 0)
  return MARGIN.side + before * WIDTH
}

function columnWidth(sheet: Sheet, n: number): number {
  const isLast = n === sheet.document.columns.length - 1
  return columnAt(sheet, n).share * WIDTH - (isLast ? 0 : COLUMN_GAP)
}

function drawRule(sheet: Sheet, color: string): void {
  const right = MARGIN.side + WIDTH
  sheet.pdf.lineWidth(RULE_WIDTH).strokeColor(color)
  sheet.pdf.moveTo(MARGIN.side, sheet.y).lineTo(right, sheet.y).stroke()
}

function drawFooters(sheet: Sheet): void {
  const { count } = sheet.pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    sheet.pdf.switchToPage(page)
    sheet.y = A4.height - MARGIN.bottom + 2 * GAP
    drawRule(sheet, LINE)
    sheet.y += CELL_PADDING
    const top = sheet.y
    const width = WIDTH * FOOTER_SHARE
    const lines = wrapLines(sheet.document.footer, width, styles.note)
    drawLines(sheet, lines.slice(0, FOOTER_LINES_MAX), { x: MARGIN.side, width })
    sheet.y = top
    const number = [{ text: `Page ${page + 1} of ${count}`, style: styles.note }]
    drawLines(sheet, number, { x: MARGIN.side, width: WIDTH, align: 'right' })
  }
}

/**
 * Joins the drawing operators of the page. pdfkit keeps each operator in a separate buffer until the document ends; for
 * hundreds of pages these buffers take hundreds of megabytes.
 */
function packContent({ page }: Pdf): void {
  const content = page.content as unknown as { buffer?: unknown }
  if (Array.isArray(content.buffer)) content.buffer = [Buffer.concat(content.buffer)]
}
