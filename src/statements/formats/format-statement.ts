// Renders a statement in the format that the client requested.

import { type Document, jsonChunks } from '../../kernel/documents/document.ts'
import type { Print } from '../../kernel/documents/pdf-model.ts'
import { dayOf } from '../../kernel/wire.ts'
import type { Statement } from '../read-statement.ts'
import { type StatementFormat, showLine, showStatement } from '../schemas.ts'
import { camtChunks } from './camt.ts'
import { csvChunks } from './csv.ts'
import { statementDocument } from './print-statement.ts'

type DocumentContext = {
  /** The id of this statement, a UUID. */
  readonly id: string
  readonly now: Temporal.Instant
  readonly mode: 'sandbox' | 'live'
  readonly print: Print
}

type Format = (statement: Statement, context: DocumentContext) => Document | Promise<Document>

const formats: Readonly<Record<StatementFormat, Format>> = {
  json: (statement, context) => ({
    mediaType: 'application/json',
    chunks: jsonChunks(
      showStatement(statement, context),
      'transactions',
      statement.lines,
      showLine,
    ),
  }),
  csv: (statement) => ({
    mediaType: 'text/csv',
    fileName: fileNameOf(statement, 'csv'),
    chunks: csvChunks(statement),
  }),
  xml: (statement, { id, now }) => ({
    mediaType: 'application/xml',
    fileName: fileNameOf(statement, 'xml'),
    chunks: camtChunks(statement, id, now),
  }),
  pdf: async (statement, { mode, print }) => {
    const { document, batches } = statementDocument(statement, mode)
    return {
      mediaType: 'application/pdf',
      fileName: fileNameOf(statement, 'pdf'),
      chunks: await print(statement.input.profileId, document, batches),
    }
  },
}

export function formatStatement(
  statement: Statement,
  format: StatementFormat,
  context: DocumentContext,
): Document | Promise<Document> {
  return formats[format](statement, context)
}

/** For example `statement_4711_GBP_2026-01-01_2026-01-31.pdf`. */
function fileNameOf({ balance, interval }: Statement, format: StatementFormat): string {
  const days = [interval.from, interval.to].map(dayOf)
  return `statement_${balance.id}_${balance.currency}_${days.join('_')}.${format}`
}
