// Draws text in fonts that have its letters: Noto Sans for Latin, Greek, Cyrillic and Devanagari, and others for other
// scripts. Names of customers are in any script, and a box instead of a letter would make them unreadable.

import { readFileSync } from 'node:fs'
import { create, type Font, type GlyphRun } from 'fontkit'
import type PDFDocument from 'pdfkit'

type Pdf = InstanceType<typeof PDFDocument>
type Weight = 'regular' | 'bold'
export type Style = { readonly size: number; readonly weight: Weight; readonly color: string }

const primaryFonts = { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' } as const
/** In order of preference. The Chinese font is before the Japanese one, because it has the characters of more names. */
const otherFonts = [
  'DejaVuSans.ttf',
  'NotoSansThai-Regular.woff',
  'NotoSansSC-Regular.woff',
  'NotoSansJP-Regular.woff',
  'NotoSansTC-Regular.woff',
  'NotoSansKR-Regular.woff',
] as const
type FontFile = (typeof primaryFonts)[Weight] | (typeof otherFonts)[number]

/** Shown for a letter that no font has. */
const REPLACEMENT = '\ufffd'
/** Latin without combining marks, for which no search for a font is needed. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u017f\u2013\u2014\u2018-\u201d\u2022\u20ac]*$/
/** In characters. Longer texts do not fit on one line of a page. */
const LINE_LENGTH_MAX = 300

type Run = { readonly font: FontFile; readonly text: string }

const openedFonts = new Map<FontFile, Font>()

/** Reads a font when a letter needs it, once per thread, and replaces its layout of `PLAIN` text by `layOutPlain`. */
function openFont(file: FontFile): Font {
  const openedFont = openedFonts.get(file)
  if (openedFont !== undefined) return openedFont
  const font = create(readFileSync(new URL(`./fonts/${file}`, import.meta.url))) as Font
  const shape = font.layout.bind(font)
  font.layout = (text, ...rest) =>
    PLAIN.test(text) ? layOutPlain(font, text) : shape(text, ...rest)
  openedFonts.set(file, font)
  return font
}

/**
 * Lays out letters that neither join nor stack, at a tenth of the cost of shaping. The result has only the fields that
 * pdfkit reads.
 */
function layOutPlain(font: Font, text: string): GlyphRun {
  const glyphs = [...text].map((letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0))
  const positions = glyphs.map((glyph) => ({
    xAdvance: glyph.advanceWidth,
    yAdvance: 0,
    xOffset: 0,
    yOffset: 0,
  }))
  const advanceWidth = glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0)
  return { glyphs, positions, advanceWidth } as unknown as GlyphRun
}

const hasGlyph = (file: FontFile, point: number) => openFont(file).hasGlyphForCodePoint(point)

export type Texts = {
  /** Draws one line whose top is `y`. */
  drawLine(text: string, x: number, y: number, style: Style): void
}

export function textsOf(pdf: Pdf): Texts {
  const registered = new Set<FontFile>()
  const useFont = (file: FontFile) => {
    // pdfkit accepts an opened font too, which its types do not declare.
    if (!registered.has(file)) pdf.registerFont(file, openFont(file) as unknown as Buffer)
    registered.add(file)
    pdf.font(file)
  }
  return {
    drawLine: (text, x, y, style) => {
      let at = x
      for (const run of runsOf(text, style.weight)) {
        useFont(run.font)
        // With a list of features pdfkit does not cache the layout of each word. The amounts and references of a long
        // statement are all different, and a cache of them would fill the memory.
        pdf
          .fontSize(style.size)
          .fillColor(style.color)
          .text(run.text, at, y + style.size, {
            lineBreak: false,
            baseline: 'alphabetic',
            features: [],
          })
        at += widthOf(run, style.size)
      }
    },
  }
}

export function widthIn(text: string, { size, weight }: Style): number {
  return runsOf(text, weight).reduce((sum, run) => sum + widthOf(run, size), 0)
}

/** Breaks the text into lines that fit, between words or within a word that is too long. */
export function wrap(text: string, width: number, style: Style): string[] {
  if (text.length <= LINE_LENGTH_MAX && widthIn(text, style) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text)) {
    if (widthIn((line + word).trimEnd(), style) <= width) {
      line += word
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = word
    while (widthIn(line.trimEnd(), style) > width) {
      const piece = longestPiece(line, width, style)
      lines.push(piece)
      line = line.slice(piece.length)
    }
  }
  return line.trim() === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()]
}

/** Returns the longest beginning of the word that fits, but at least one letter, so that `wrap` always ends. */
function longestPiece(word: string, width: number, style: Style): string {
  let piece = ''
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && widthIn(piece + segment, style) > width) break
    piece += segment
  }
  return piece
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function widthOf({ font: file, text }: Run, size: number): number {
  const font = openFont(file)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size
}

/** Splits the text into words, each with the spaces after it. */
function wordsOf(text: string): string[] {
  return text.match(/\S*\s*/g)?.filter((word) => word !== '') ?? []
}

function runsOf(text: string, weight: Weight): Run[] {
  const font = primaryFonts[weight]
  if (PLAIN.test(text)) return text === '' ? [] : [{ font, text }]
  const runs: { font: FontFile; text: string }[] = []
  for (const letter of printableLetters(text)) {
    const last = runs.at(-1)
    const file = fontOf(letter, font, last?.font)
    if (last?.font === file) last.text += letter
    else runs.push({ font: file, text: letter })
  }
  return runs
}

/** Letters in composed form. Control characters become a space, and a letter that no font has becomes `REPLACEMENT`. */
function printableLetters(text: string): string[] {
  return [...text.normalize('NFC').replace(/[\p{Cc}\p{Cf}]+/gu, ' ')].map((letter) =>
    [primaryFonts.regular, ...otherFonts].some((file) => hasGlyph(file, letter.codePointAt(0) ?? 0))
      ? letter
      : REPLACEMENT,
  )
}

/** A space, a mark or a punctuation character keeps the font of the letter before it, if that font has the character. */
function fontOf(letter: string, font: FontFile, before: FontFile | undefined): FontFile {
  const point = letter.codePointAt(0) ?? 0
  const canStay = /[\s\p{M}\p{P}]/u.test(letter)
  if (canStay && before !== undefined && hasGlyph(before, point)) return before
  return [font, ...otherFonts].find((file) => hasGlyph(file, point)) ?? font
}
