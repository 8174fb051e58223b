// Sends a document as a stream of chunks.

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Document } from '../../../kernel/documents/document.ts'

/**
 * A client that takes longer loses its connection, because the rows of the document stay in memory until its last chunk
 * is read.
 */
const SEND_MS_MAX = 120_000

export function sendDocument(reply: FastifyReply, { mediaType, fileName, chunks }: Document): void {
  const charset = mediaType === 'application/pdf' ? '' : '; charset=utf-8'
  if (fileName !== undefined)
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
  const stream = Readable.from(inTurns(chunks), { objectMode: false })
  const timer = setTimeout(
    () => stream.destroy(new Error('the client read too slowly')),
    SEND_MS_MAX,
  )
  stream.once('close', () => clearTimeout(timer))
  reply.type(`${mediaType}${charset}`).send(stream)
}

/** Lets other requests run between two chunks, however fast the client reads (D116). */
export async function* inTurns<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  for (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}
