// Documents on their way to the client.

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Document } from '../../../kernel/documents/document.ts'

/** A client that reads slower than this loses its connection: what it has not read stays in memory. */
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

/** Other requests have their turn between two pieces, however fast the client reads (D116). */
export async function* inTurns<T>(pieces: Iterable<T>): AsyncGenerator<T> {
  for (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}
