// Makes PDF documents on a separate thread: laying out a page takes milliseconds, opening a font takes tens of
// milliseconds, and on the main thread all requests would wait. The thread starts with the first document and ends when
// it has been idle for `IDLE_MS_MAX`.

import events from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { countsByKey } from '../../../kernel/counts.ts'
import type { PdfDocument, PdfRow, Print } from '../../../kernel/documents/pdf-model.ts'
import { refuseTryLater } from '../../../kernel/try-later.ts'
import type { FromPrinter, FromWorker } from './worker.ts'

/** Documents in progress. A further request is refused with 503, because the thread uses one core at most. */
const DOCUMENTS_MAX = 16
/** Documents in progress for one tenant, so that no tenant can take all `DOCUMENTS_MAX`. */
const DOCUMENTS_PER_TENANT_MAX = 4
const IDLE_MS_MAX = 30_000
/** A document that takes longer fails. The longest document takes a few seconds on an idle core. */
const DOCUMENT_MS_MAX = 60_000
/** The heap of the thread. When a document needs more, the thread ends and its documents fail. */
const WORKER_MIB_MAX = 512

type PdfPrinter = { readonly print: Print; close(): Promise<void> }

// TypeScript in the repository, JavaScript in the published package.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const WORKER_FILE = new URL(`./worker.${extension}`, import.meta.url)

export function createPdfPrinter(): PdfPrinter {
  const byTenant = countsByKey<number>()
  let documentCount = 0
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const beginDocument = (tenant: number): Worker => {
    if (documentCount >= DOCUMENTS_MAX || byTenant.of(tenant) >= DOCUMENTS_PER_TENANT_MAX)
      refuseTryLater('too many documents at the same time')
    byTenant.add(tenant)
    documentCount++
    clearTimeout(idle)
    worker ??= startWorker()
    return worker
  }
  const endDocument = (tenant: number) => {
    byTenant.remove(tenant)
    documentCount--
    if (documentCount === 0) idle = setTimeout(() => void close(), IDLE_MS_MAX).unref()
  }
  const startWorker = (): Worker => {
    const thread = startThread()
    // Whatever ends this thread, the next document starts a new one.
    thread.once('exit', () => {
      if (worker === thread) worker = undefined
    })
    return thread
  }
  const close = async () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  return {
    close,
    print: async (tenant, document, batches) => {
      const thread = beginDocument(tenant)
      try {
        return await printOn(thread, document, batches)
      } finally {
        endDocument(tenant)
      }
    },
  }
}

function startThread(): Worker {
  const thread = new Worker(WORKER_FILE, {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MIB_MAX },
  })
  thread.unref()
  // Each document in progress listens for the failure of the thread.
  thread.setMaxListeners(0)
  thread.on('error', () => undefined)
  return thread
}

async function printOn(
  worker: Worker,
  document: PdfDocument,
  batches: Iterable<readonly PdfRow[]>,
): Promise<readonly Uint8Array[]> {
  const { port1: port, port2 } = new MessageChannel()
  const finished = new AbortController()
  const signal = AbortSignal.any([finished.signal, AbortSignal.timeout(DOCUMENT_MS_MAX)])
  const failed = failureOf(worker, signal)
  failed.catch(() => undefined)
  const send = (message: FromPrinter) => Promise.race([answerTo(port, message, signal), failed])
  try {
    worker.postMessage({ document, port: port2 }, [port2])
    for (const rows of batches) await send({ rows })
    const answer = await send('end')
    if (answer === 'ready') throw new Error('a document ended without pages')
    return answer.chunks
  } finally {
    finished.abort()
    port.close()
  }
}

/** Sends a message to the thread and returns its answer. Throws when the answer is an error. */
async function answerTo(
  port: MessagePort,
  message: FromPrinter,
  signal: AbortSignal,
): Promise<Exclude<FromWorker, { readonly error: string }>> {
  const answered = events.once(port, 'message', { signal })
  port.postMessage(message)
  const [answer] = (await answered) as [FromWorker]
  if (typeof answer === 'object' && 'error' in answer) throw new Error(answer.error)
  return answer
}

async function failureOf(worker: Worker, signal: AbortSignal): Promise<never> {
  const [error] = await Promise.race([
    events.once(worker, 'error', { signal }),
    events.once(worker, 'exit', { signal }),
  ])
  throw new Error('the thread that makes documents has ended', { cause: error })
}
