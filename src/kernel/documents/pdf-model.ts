// The content of a PDF document, without its layout. Plain data, so that it can be sent to another thread.

export type PdfFact = { readonly label: string; readonly lines: readonly string[] }

export type PdfColumn = {
  readonly title: string
  /** The share of the page's width. The shares of a table add up to 1. */
  readonly share: number
  readonly align: 'left' | 'right'
}

export type PdfCell = {
  readonly text: string
  /** Lines below `text`, in small print. */
  readonly notes?: readonly string[]
}

export type PdfRow = { readonly cells: readonly PdfCell[]; readonly isBold?: boolean }

export type PdfDocument = {
  readonly title: string
  readonly subtitle: string
  readonly issuer: { readonly name: string; readonly lines: readonly string[] }
  /** Facts above the table, two in a line. */
  readonly facts: readonly PdfFact[]
  readonly columns: readonly PdfColumn[]
  /** The text that replaces a table without rows. */
  readonly whenEmpty: string
  /** Rows that follow all others, and are together on one page. */
  readonly totals: readonly PdfRow[]
  readonly notes: readonly string[]
  /** The text at the foot of each page, before the page number. */
  readonly footer: string
}

/**
 * Makes a document, reading its rows batch by batch. Refuses when too many documents of this tenant, or of all tenants
 * together, are in progress.
 */
export type Print = (
  tenant: number,
  document: PdfDocument,
  batches: Iterable<readonly PdfRow[]>,
) => Promise<readonly Uint8Array[]>
