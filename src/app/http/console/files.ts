// Serves the built console: one page for all its paths, and the files that the page loads.

import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consoleOrigin, consoleRefusals } from './origin.ts'

const distDir = fileURLToPath(new URL('../../../../console/dist', import.meta.url))

const pageHeaders = {
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

const assetHeaders = {
  ...pageHeaders,
  // The name contains a hash of the content, so a file of this name never changes.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

const NOT_BUILT = `The console is not built.

Run this in the folder of Godwit, then reload this page:

    npm run prepare
`

const FILE_NOT_FOUND =
  'The console has no file of this name. Reload the page: an update of Godwit may have renamed the file.\n'

type ServedPage = {
  readonly baseUrl: string | undefined
  /** The page that is sent for every path of the console. */
  readonly page: 'index.html' | 'operator.html'
  /** The folder with the built console. */
  readonly dir?: string
}

export function mountFiles(
  server: FastifyInstance,
  { baseUrl, page, dir = distDir }: ServedPage,
): void {
  const sendPage = async (host: string | undefined, reply: FastifyReply) => {
    reply.headers(pageHeaders)
    if (consoleOrigin(host, baseUrl) === undefined)
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .send(`${consoleRefusals.host.message}\n`)
    const html = await readIfPresent(join(dir, page))
    if (html === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    return reply.type('text/html; charset=utf-8').send(html)
  }
  server.get('/console', ({ headers }, reply) => sendPage(headers.host, reply))
  server.get('/console/*', ({ headers }, reply) => sendPage(headers.host, reply))
  /** The compressed copy of the file if there is one and the client accepts it; undefined without such a file. */
  const readAsset = async (file: string, request: FastifyRequest) => {
    const path = join(dir, 'assets', file)
    const compressed = acceptsGzip(request) ? await readIfPresent(`${path}.gz`) : undefined
    const bytes = compressed ?? (await readIfPresent(path))
    return bytes && { bytes, isCompressed: compressed !== undefined }
  }
  server.get<{ Params: { file: string } }>('/console/assets/:file', async (request, reply) => {
    const { file } = request.params
    const type = contentTypes[extname(file)]
    const content = type && FILE_NAME.test(file) ? await readAsset(file, request) : undefined
    if (type === undefined || content === undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send(FILE_NOT_FOUND)
    if (content.isCompressed) reply.header('content-encoding', 'gzip')
    return reply.headers(assetHeaders).type(type).send(content.bytes)
  })
}

// Browsers send `gzip` without a weight. A client that sends a weight gets the uncompressed file.
function acceptsGzip({ headers }: FastifyRequest): boolean {
  const encodings = String(headers['accept-encoding'] ?? '').split(',')
  return encodings.some((encoding) => encoding.trim() === 'gzip')
}

/** A name without a slash and without a leading dot, so that the path stays inside the folder. */
const FILE_NAME = /^\w[\w.-]*$/

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}
