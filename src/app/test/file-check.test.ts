// GODWIT_FILE_CHECK_URL, as the service calls it.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { samples } from '../../../test/support/multipart.ts'
import type { ReceivedFile } from '../../kernel/uploads.ts'
import { fileCheckAt } from '../outside/file-check.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serving(answer: (request: IncomingMessage, reply: ServerResponse) => void) {
  const server = createServer(answer)
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`
}

const file: ReceivedFile = {
  formPart: 'files',
  fileName: 'a.png',
  kind: 'png',
  bytes: samples.png,
  sha256: 'ab'.repeat(32),
}
const answering = (status: number, headers = {}) =>
  serving((request, reply) => {
    request.resume()
    reply.writeHead(status, headers).end('done')
  })

it('posts the bytes with their media type and hash', async () => {
  const seen: unknown[] = []
  const url = await serving((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { 'content-type': type, 'x-godwit-sha256': hash } = request.headers
      seen.push(request.method, type, hash, Buffer.concat(chunks))
      reply.end()
    })
  })
  expect(await fileCheckAt(url)(file)).toBe('accepted')
  expect(seen).toEqual(['POST', 'image/png', file.sha256, samples.png])
})

it.each([
  [200, 'accepted'],
  [204, 'accepted'],
  [422, 'rejected'],
  [400, 'unavailable'],
  [401, 'unavailable'],
  [500, 'unavailable'],
])('a reply with %i means %s', async (status, verdict) => {
  expect(await fileCheckAt(await answering(status))(file)).toBe(verdict)
})

it('does not follow a redirect to a page that accepts everything', async () => {
  const location = await answering(200)
  expect(await fileCheckAt(await answering(302, { location }))(file)).toBe('unavailable')
})

it('is unavailable when nothing listens, or no reply comes in time', async () => {
  expect(await fileCheckAt('http://127.0.0.1:1/')(file)).toBe('unavailable')
  const silent = await serving(() => undefined)
  expect(await fileCheckAt(silent, 100)(file)).toBe('unavailable')
})
