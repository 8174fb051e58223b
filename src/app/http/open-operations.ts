// The operations about the service itself, which take no token (D3): health, readiness, metrics and documentation. Only
// readiness uses the database, so the others answer even when the database is unreachable.

import { readdirSync } from 'node:fs'
import fastify, { type FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type Reader, sql } from '../../kernel/database/db.ts'
import { type Endpoint, reads } from '../../kernel/endpoint.ts'
import { isReadyReply, type ReadyReply, readyReply } from '../../kernel/ready-reply.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import { oneOf } from '../../kernel/wire.ts'
import { endpoints, eventKinds } from '../declarations.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import { docsPage, docsPolicy, docsScriptLoader, SCRIPT_PATH } from '../openapi/docs-page.ts'
import { type DocumentFor, openApi } from '../openapi/document.ts'
import { migrationsDir } from '../postgres/migrate.ts'
import { endpointInDialect, eventKindInDialect } from './dialect/dialect.ts'
import type { Dialect } from './dialect/file.ts'
import { baseUrlOf, setEndpoint } from './headers.ts'
import { sendReady } from './replies/send-ready.ts'
import { contentTypeOf, serializerOf } from './replies/serializer.ts'

const NotReady: ErrorKind = {
  code: 'not.ready',
  status: 503,
  message:
    'The database cannot be reached, or its schema is older than this program. Try again later.',
}

/** A database that answers later counts as unreachable; a choice of this project. */
const READY_TIMEOUT_MS = 2000

const countMigrationsSql = sql<{ count: number }>('select count(*) as count from migrations')

const withoutToken = { access: { token: 'none' } as const, spec: 'D3' }

const health = reads(
  {
    ...withoutToken,
    id: 'app.health',
    operationId: 'getHealth',
    route: 'GET /health',
    summary: 'Check whether the process is running.',
    reply: Type.Object(
      { status: oneOf(['up'], 'The process answers requests') },
      { title: 'Health', description: 'The process is running' },
    ),
    errors: [],
  },
  async () => ({ status: 'up' as const }),
)

const readiness = (): Endpoint => {
  const isReady = readinessCheck()
  return reads(
    {
      ...withoutToken,
      id: 'app.ready',
      operationId: 'getReadiness',
      route: 'GET /ready',
      summary:
        'Check whether the service can serve requests: the database is reachable and its schema is current.',
      reply: Type.Object(
        { status: oneOf(['ready'], 'Requests can be served') },
        { title: 'Readiness', description: 'The service can serve requests' },
      ),
      errors: [NotReady],
    },
    async (db) => {
      if (!(await isReady(db))) refuse(NotReady)
      return { status: 'ready' as const }
    },
  )
}

const migrationFiles = readdirSync(migrationsDir).filter((file) => file.endsWith('.sql'))

/**
 * Concurrent requests share one query. Anybody may send them, and while the database does not answer, each query
 * would occupy a connection.
 */
function readinessCheck(): (db: Reader) => Promise<boolean> {
  let inProgress: Promise<boolean> | undefined
  return (db) => {
    inProgress ??= checkMigrations(db).finally(() => {
      inProgress = undefined
    })
    return inProgress
  }
}

async function checkMigrations(db: Reader): Promise<boolean> {
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), READY_TIMEOUT_MS).unref()
  })
  const row = await Promise.race([db.row(countMigrationsSql).catch(() => undefined), timeout])
  return row !== undefined && row.count >= migrationFiles.length
}

const openApiDocument = (dialect: Dialect | undefined): Endpoint => {
  const replyAt = documentRepliesOf(dialect)
  return reads(
    {
      ...withoutToken,
      id: 'app.openapi',
      operationId: 'getOpenApiDocument',
      route: 'GET /openapi.json',
      summary: 'Get the description of all operations (OpenAPI 3.1).',
      takesHeaders: {
        'If-None-Match':
          'The ETag of an earlier reply; the reply is 304 while the earlier reply is current',
      },
      reply: Type.Record(Type.String(), Type.Unknown(), {
        title: 'OpenApiDocument',
        description: 'An OpenAPI 3.1 document',
      }),
      replyHeaders: ['ETag'],
      errors: [],
    },
    (_db, { baseUrl, mode }) => replyAt(baseUrl(), mode),
  )
}

// One reply where the base URL is configured, otherwise one for each address of this machine that clients use.
const REPLIES_MAX = 4

/**
 * Returns a function that returns the reply for a base URL. Each reply is created at its first request and kept, until
 * `REPLIES_MAX` replies are kept and another base URL is used.
 */
function documentRepliesOf(dialect: Dialect | undefined) {
  let document: DocumentFor | undefined
  const replies = new Map<string, Promise<ReadyReply>>()
  return (baseUrl: string, mode: 'sandbox' | 'live'): Promise<ReadyReply> => {
    const created = replies.get(baseUrl)
    if (created !== undefined) return created
    document ??= documentOf(mode, dialect)
    if (replies.size >= REPLIES_MAX) replies.clear()
    const reply = readyReply([document(baseUrl)], (item) => JSON.stringify(item))
    replies.set(baseUrl, reply)
    return reply
  }
}

function documentOf(mode: 'sandbox' | 'live', dialect: Dialect | undefined): DocumentFor {
  const operations = everyEndpoint.map((endpoint) =>
    dialect ? endpointInDialect(endpoint, dialect) : endpoint,
  )
  const events = eventKinds.map((kind) => (dialect ? eventKindInDialect(kind, dialect) : kind))
  return openApi(operations, { mode, events })
}

const docs = reads(
  {
    ...withoutToken,
    id: 'app.docs',
    operationId: 'getDocsPage',
    route: 'GET /docs',
    summary: 'Get the description of all operations as a page, which works without the internet.',
    reply: Type.String({ description: 'The description, as HTML' }),
    replies: 'text/html',
    replyHeaders: ['content-security-policy'],
    errors: [],
  },
  async (_db, { setHeader }) => {
    setHeader('content-security-policy', docsPolicy)
    return docsPage
  },
)

const metricsOperation = (metrics: Metrics): Endpoint =>
  reads(
    {
      ...withoutToken,
      id: 'app.metrics',
      operationId: 'getMetrics',
      route: 'GET /metrics',
      summary:
        'Get counts and durations for Prometheus (live: at ADMIN_PORT, on the machine only).',
      sandboxOnly: true,
      reply: Type.String({ description: 'The metrics, in the text format of Prometheus' }),
      replies: 'text/plain',
      errors: [],
    },
    () => metrics.text(),
  )

function openOperations(metrics: Metrics, dialect?: Dialect): readonly Endpoint[] {
  return [health, readiness(), metricsOperation(metrics), openApiDocument(dialect), docs]
}

/** All operations of the service, for the OpenAPI document, the printed documents and the tests that enumerate operations. */
export const everyEndpoint: readonly Endpoint[] = [...endpoints, ...openOperations(createMetrics())]

type OpenOperationsApp = {
  readonly reader: Reader
  readonly mode: 'sandbox' | 'live'
  readonly baseUrl: string | undefined
  readonly dialect?: Dialect | undefined
  readonly metrics: Metrics
}

/** Measures all requests. A request that belongs to no declared endpoint counts as the operation `none`. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const seconds = (performance.now() - request.startedMs) / 1000
    metrics.countRequest(request.endpoint?.id ?? 'none', reply.statusCode, seconds)
    done()
  })
}

export function mountOpenOperations(
  server: FastifyInstance,
  { reader, mode, baseUrl, dialect, metrics }: OpenOperationsApp,
): void {
  for (const endpoint of openOperations(metrics, dialect))
    if (mode === 'sandbox' || !endpoint.sandboxOnly)
      mountOpen(server, endpoint, { reader, mode, baseUrl })
  const docsScript = docsScriptLoader()
  server.get(SCRIPT_PATH, async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        // An hour, in seconds, because an update of Godwit may change the script at this path.
        'cache-control': 'max-age=3600',
      })
      .send(await docsScript()),
  )
}

type Handle = (db: Reader, input: object) => Promise<unknown>

function mountOpen(
  server: FastifyInstance,
  endpoint: Endpoint,
  { reader, mode, baseUrl }: Omit<OpenOperationsApp, 'metrics' | 'dialect'>,
): void {
  const [serialize, contentType] = [serializerOf(endpoint), contentTypeOf(endpoint)]
  server.get(endpoint.route.slice('GET '.length), {
    onRequest: (request, reply, done) => {
      setEndpoint(endpoint, request, reply)
      done()
    },
    handler: async (request, reply) => {
      const body = await (endpoint.handle as Handle)(reader, {
        mode,
        baseUrl: () => baseUrlOf(baseUrl, request),
        setHeader: (name: string, value: string) => {
          reply.header(name, value)
        },
      })
      if (isReadyReply(body)) sendReady(body, contentType, request, reply)
      else reply.type(contentType).send(serialize(body))
      return reply
    },
  })
}

/** Serves GET /metrics only, for a port that only this machine can reach. */
export function serveMetrics(metrics: Metrics): FastifyInstance {
  const server = fastify()
  server.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
  return server
}
