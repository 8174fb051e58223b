// The calls of the service to GODWIT_FILE_CHECK_URL.

import { afterEach, expect, it } from 'vitest'
import { closeServers, startServer } from '../../../test/support/local-servers.ts'
import { samples } from '../../../test/support/multipart.ts'
import type { ReceivedFile } from '../../kernel/uploads.ts'
import { fileCheckAt } from '../outside/file-check.ts'

afterEach(closeServers)

const file: ReceivedFile = {
  formPart: 'files',
  fileName: 'a.png',
  kind: 'png',
  bytes: samples.png,
  sha256: 'ab'.repeat(32),
}
const serverWith = (status: number, headers = {}) =>
  startServer((request, reply) => {
    request.resume()
    reply.writeHead(status, headers).end('done')
  })

it('the file check posts the bytes with their media type and hash', async () => {
  const seen: unknown[] = []
  const url = await startServer((request, reply) => {
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
])('a reply of the file check with %i means %s', async (status, verdict) => {
  expect(await fileCheckAt(await serverWith(status))(file)).toBe(verdict)
})

it('the file check does not follow a redirect to a page that accepts everything', async () => {
  const location = await serverWith(200)
  expect(await fileCheckAt(await serverWith(302, { location }))(file)).toBe('unavailable')
})

it('the file check is unavailable when nothing listens, or no reply comes in time', async () => {
  expect(await fileCheckAt('http://127.0.0.1:1/')(file)).toBe('unavailable')
  const silent = await startServer(() => undefined)
  expect(await fileCheckAt(silent, 100)(file)).toBe('unavailable')
})
