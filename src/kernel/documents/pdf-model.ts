// What a PDF document says, without how it looks. Plain data, so that it can be sent to another thread.

export type PdfFact = { readonly label: string; readonly lines: readonly string[] }

export type PdfColumn = {
  readonly title: string
  /** Of the width of the page; the shares of a table add up to 1. */
  readonly share: number
  readonly align: 'left' | 'right'
}

export type PdfCell = {
  readonly text: string
  /** Lines below it, in small print. */
  readonly notes?: readonly string[]
}

export type PdfRow = { readonly cells: readonly PdfCell[]; readonly isBold?: boolean }

export type PdfDocument = {
  readonly title: string
  readonly subtitle: string
  readonly issuer: { readonly name: string; readonly lines: readonly string[] }
  /** Side by side, two in a line. */
  readonly facts: readonly PdfFact[]
  readonly columns: readonly PdfColumn[]
  /** What stands in place of a table without rows. */
  readonly whenEmpty: string
  /** Rows after all others, which are not separated from each other by a page break. */
  readonly totals: readonly PdfRow[]
  readonly notes: readonly string[]
  /** At the foot of each page, before its number. */
  readonly footer: string
}

/**
 * Makes a document of its rows, which are asked for batch by batch. Refuses when too many documents are being
 * made, of this tenant or in all.
 */
export type Print = (
  tenant: number,
  document: PdfDocument,
  batches: Iterable<readonly PdfRow[]>,
) => Promise<readonly Uint8Array[]>
