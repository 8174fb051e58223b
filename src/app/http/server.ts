// The HTTP server. Every endpoint declaration becomes a route (`mount-endpoint.ts`), in live mode except those with
// `sandboxOnly`. Every request to these routes passes the same steps: admission, authentication, body, validation, request
// runner, reply. Modules do not use Fastify.

import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { feedStreams } from '../feed-streams.ts'
import { createMetrics } from '../metrics.ts'
import { parseBodies, replaceBadType } from './body/parse-body.ts'
import { bodyReader } from './body/read-body.ts'
import { mountConsole } from './console/console.ts'
import { mountInboxes, replyDelays } from './console/inboxes.ts'
import { type App, random } from './context.ts'
import { installDialect } from './dialect/dialect.ts'
import {
  allowedMethodsOf,
  installErrorHandler,
  isWithoutHost,
  sendBadUrl,
  sendHostMissing,
  sendUnknownRoute,
} from './errors.ts'
import { type ReplyHeaders, replyHeaders } from './headers.ts'
import { rawReplies, servers } from './limits/connections.ts'
import { defaultRequestLimits, isTrusted, type RequestLimits } from './limits/request-limits.ts'
import { type LogUnknownRoute, unknownRouteLog } from './log-hooks.ts'
import { mountEndpoint } from './mount-endpoint.ts'
import { measureRequests, mountOpenOperations } from './open-operations.ts'
import { mountOperatorConsole } from './operator/console.ts'
import { createPdfPrinter } from './pdf/printer.ts'
import { validateBySchemas } from './validation.ts'

/** In characters; a choice of this project. A longer path parameter matches no route, so the reply is 404. */
const PATH_PARAM_LENGTH_MAX = 500

export function serve(app: App, endpoints: readonly Endpoint[]): FastifyInstance {
  const { db, mode, settings, translation, metrics = createMetrics() } = app
  const headers = replyHeaders(settings, random.uuid())
  const limits = { ...defaultRequestLimits, ...app.requestLimits }
  const feed = feedStreams(db.reader, app.log, limits.heartbeatMs)
  const delays = replyDelays(limits.delayedRepliesMax)
  const server = createServer(limits, headers, () => {
    feed.close()
    delays.end()
  })
  const bodies = bodyReader(limits)
  parseBodies(server, app.openBody, bodies)
  installErrorHandler(server, app.log, app.securityLog)
  // A process with only the role worker has no endpoints, and its port must accept no log-ins either.
  const isApi = endpoints.length > 0
  beginRequests(server, { headers, logUnknownRoute: unknownRouteLog(app, endpoints), isApi })
  validateBySchemas(server)
  if (translation) installDialect(server, translation)
  measureRequests(server, metrics)
  mountOpenOperations(server, {
    reader: db.reader,
    mode,
    baseUrl: settings.publicUrl,
    dialect: translation?.dialect,
    metrics,
  })
  if (isApi && mode === 'sandbox') {
    mountConsole(server, app)
    mountInboxes(server, app, { reader: bodies, delays })
  } else if (isApi) mountOperatorConsole(server, app)
  const printer = createPdfPrinter()
  server.addHook('onClose', () => printer.close())
  for (const endpoint of endpoints)
    if (mode === 'sandbox' || !endpoint.sandboxOnly)
      mountEndpoint(server, { ...app, print: printer.print, feed }, endpoint)
  return server
}

function createServer(
  limits: RequestLimits,
  headers: ReplyHeaders,
  endReplies: () => void,
): FastifyInstance {
  const { trustedProxies } = limits
  const { create, close } = servers(limits, rawReplies(headers.forRawReply))
  const server = fastify({
    serverFactory: create,
    // The servers answer parser errors themselves, because Fastify handles the errors of its first server only.
    clientErrorHandler: () => undefined,
    ...(trustedProxies.rules.length > 0 && {
      trustProxy: (address: string) => isTrusted(trustedProxies, address),
    }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PATH_PARAM_LENGTH_MAX },
    // While the service stops, requests that have arrived are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The trace id identifies a request instead.
    genReqId: () => '',
    frameworkErrors: (_error, request, reply) => {
      headers.begin(request, reply)
      sendBadUrl(reply)
    },
  })
  server.decorate('createServer', () => create(server.routing))
  // Streams and delayed replies end before the servers close, because the servers wait for the end of every reply.
  server.addHook('preClose', async () => endReplies())
  // Fastify closes the server that it has created itself, and no other.
  server.addHook('preClose', close)
  server.decorateRequest('endpoint')
  server.decorateRequest('caller')
  server.decorateRequest('traceId', '')
  server.decorateRequest('sessionToken')
  server.decorateRequest('startedMs', 0)
  server.decorateRequest('rateWindow', 0)
  server.decorateRequest('encryptReply')
  server.decorateRequest('files')
  server.decorateRequest('releaseUpload')
  return server
}

/** People open the address that the service prints (gap 1490). Programs get the 404 of an unknown path. */
function isBrowserAtRoot({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && url === '/' && (headers.accept?.includes('text/html') ?? false)
}

type RequestStart = {
  readonly headers: ReplyHeaders
  readonly logUnknownRoute: LogUnknownRoute
  readonly isApi: boolean
}

function beginRequests(
  server: FastifyInstance,
  { headers, logUnknownRoute, isApi }: RequestStart,
): void {
  const allowedMethods = allowedMethodsOf(server)
  server.addHook('onRequest', (request, reply, done) => {
    headers.begin(request, reply)
    if (isWithoutHost(request)) return sendHostMissing(reply)
    // An unknown path is refused before the body is read, because a body must not change that reply.
    if (request.is404) {
      if (isApi && isBrowserAtRoot(request)) return void reply.redirect('/console')
      const body = sendUnknownRoute(request, reply, allowedMethods)
      return logUnknownRoute(request, reply, body)
    }
    replaceBadType(request)
    done()
  })
}
