// The thread that lays out PDF documents. Each document has its own port, on which the printer sends one batch of rows at a
// time, so that a short document does not wait for a long one.

import { type MessagePort, parentPort } from 'node:worker_threads'
import type { PdfDocument, PdfRow } from '../../../kernel/documents/pdf-model.ts'
import { beginLayout, type PdfLayout } from './layout.ts'

export type FromPrinter = { readonly rows: readonly PdfRow[] } | 'end'
export type FromWorker =
  | 'ready'
  | { readonly chunks: readonly Uint8Array[] }
  | { readonly error: string }

parentPort?.on('message', ({ document, port }: { document: PdfDocument; port: MessagePort }) => {
  const answer = (message: FromWorker) => port.postMessage(message)
  const attempt = (work: () => FromWorker | Promise<FromWorker>) =>
    Promise.resolve()
      .then(work)
      .catch((error: unknown): FromWorker => ({ error: String((error as Error)?.stack ?? error) }))
      .then(answer)
  let layout: PdfLayout | undefined
  port.on('message', (message: FromPrinter) =>
    attempt(async () => {
      layout ??= beginLayout(document)
      if (message === 'end') return { chunks: await layout.finish() }
      layout.addRows(message.rows)
      return 'ready'
    }),
  )
})
