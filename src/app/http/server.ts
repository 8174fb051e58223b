// The HTTP server. Every endpoint declaration becomes a route, and every request passes the same steps: admission,
// authentication, body, validation, request runner, reply. Modules do not use Fastify.

import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  type RouteShorthandOptions,
} from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import type { Print } from '../../kernel/documents/pdf-model.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import { findAction } from '../../security/index.ts'
import { type FeedStreams, feedStreams } from '../feed-streams.ts'
import { createMetrics } from '../metrics.ts'
import { realNow } from '../worker/clock.ts'
import { authenticate, countApplication, isStillAllowed } from './authentication.ts'
import { checkText } from './body/body-text.ts'
import { parseBodies, replaceBadType } from './body/parse-body.ts'
import { bodyReader } from './body/read-body.ts'
import { checkFiles } from './body/read-upload.ts'
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
import { baseUrlOf, type ReplyHeaders, replyHeaders, setEndpoint } from './headers.ts'
import { unlimited } from './limits/admission.ts'
import { rawReplies, servers } from './limits/connections.ts'
import { defaultRequestLimits, isTrusted, type RequestLimits } from './limits/request-limits.ts'
import { type LogUnknownRoute, logHooks, unknownRouteLog } from './log-hooks.ts'
import { measureRequests, mountOpenOperations } from './open-operations.ts'
import { mountOperatorConsole } from './operator/console.ts'
import { createPdfPrinter } from './pdf/printer.ts'
import { sendDocument } from './replies/send-document.ts'
import { sendLive } from './replies/send-live.ts'
import { sendReady } from './replies/send-ready.ts'
import { contentTypeOf, type Serialize, serializerOf } from './replies/serializer.ts'
import { type Result, runRequest } from './request-runner.ts'
import { validateBySchemas } from './validation.ts'

/** A longer path parameter matches no route, so the reply is 404. */
const PATH_PARAM_LENGTH_MAX = 500

type ServingApp = App & { readonly print: Print; readonly feed: FeedStreams }

export function serve(service: App, endpoints: readonly Endpoint[]): FastifyInstance {
  const { db, mode, settings, translation, metrics = createMetrics() } = service
  const headers = replyHeaders(settings, random.uuid())
  const limits = { ...defaultRequestLimits, ...service.requestLimits }
  const feed = feedStreams(db.reader, service.log, limits.heartbeatMs)
  const delays = replyDelays(limits.delayedRepliesMax)
  const app = createApp(limits, headers, () => {
    feed.close()
    delays.end()
  })
  const reader = bodyReader(limits)
  parseBodies(app, service.openBody, reader)
  installErrorHandler(app, service.log, service.securityLog)
  beginRequests(app, headers, unknownRouteLog(service, endpoints))
  validateBySchemas(app)
  if (translation) installDialect(app, translation)
  measureRequests(app, metrics)
  mountOpenOperations(app, {
    reader: db.reader,
    mode,
    baseUrl: settings.publicUrl,
    dialect: translation?.dialect,
    metrics,
  })
  // A process with the role worker alone has no endpoints, and its port must accept no log-ins either.
  const isApi = endpoints.length > 0
  if (isApi && mode === 'sandbox') {
    mountConsole(app, service)
    mountInboxes(app, service, { reader, delays })
  } else if (isApi) mountOperatorConsole(app, service)
  const printer = createPdfPrinter()
  app.addHook('onClose', () => printer.close())
  for (const endpoint of endpoints)
    if (mode === 'sandbox' || !endpoint.sandboxOnly)
      mountEndpoint(app, { ...service, print: printer.print, feed }, endpoint)
  return app
}

function createApp(
  limits: RequestLimits,
  headers: ReplyHeaders,
  endReplies: () => void,
): FastifyInstance {
  const { trustedProxies } = limits
  const { create, close } = servers(limits, rawReplies(headers.forRawReply))
  const app = fastify({
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
  app.decorate('createServer', () => create(app.routing))
  // Streams and delayed replies end before the servers close, because the servers wait for the end of every reply.
  app.addHook('preClose', async () => endReplies())
  // Fastify closes the server that it has created itself, and no other.
  app.addHook('preClose', close)
  app.decorateRequest('endpoint')
  app.decorateRequest('caller')
  app.decorateRequest('traceId', '')
  app.decorateRequest('sessionToken')
  app.decorateRequest('startedMs', 0)
  app.decorateRequest('rateWindow', 0)
  app.decorateRequest('encryptReply')
  app.decorateRequest('files')
  app.decorateRequest('releaseUpload')
  return app
}

function beginRequests(
  app: FastifyInstance,
  headers: ReplyHeaders,
  logUnknownRoute: LogUnknownRoute,
): void {
  const allowedMethods = allowedMethodsOf(app)
  app.addHook('onRequest', (request, reply, done) => {
    headers.begin(request, reply)
    if (isWithoutHost(request)) return sendHostMissing(reply)
    // An unknown path is refused before the body is read, because a body must not change that reply.
    if (request.is404) {
      const body = sendUnknownRoute(request, reply, allowedMethods)
      return logUnknownRoute(request, reply, body)
    }
    replaceBadType(request)
    done()
  })
}

/** An endpoint with the serialiser that is compiled for it once. */
type MountedEndpoint = {
  readonly endpoint: Endpoint
  readonly serialize: Serialize
  readonly contentType: string
}

function mountEndpoint(app: FastifyInstance, service: ServingApp, endpoint: Endpoint): void {
  const { sca } = endpoint.access
  if (sca !== undefined && findAction(sca) === undefined)
    throw new Error(`${endpoint.id} is protected by ${sca}, which is not a declared action`)
  const mounted = {
    endpoint,
    serialize: (service.serializerOf ?? serializerOf)(endpoint),
    contentType: contentTypeOf(endpoint),
  }
  for (const route of [endpoint.route, ...(endpoint.aliases ?? [])]) {
    const [method, path] = route.split(' ') as [HTTPMethods, string]
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    app.route({
      method,
      url,
      ...hooksOf(service, endpoint),
      ...logHooks(service.requestLog, endpoint, route),
      handler: handlerOf(service, mounted),
    })
  }
}

function hooksOf(service: ServingApp, endpoint: Endpoint): RouteShorthandOptions {
  const { admission = unlimited, authentication } = service
  const { params, query, body, files } = endpoint
  return {
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
    },
    onRequest: (request, reply, done) => {
      setEndpoint(endpoint, request, reply)
      admission.check(endpoint)
      if (files) releaseAfterReply(request, reply)
      const admit = (caller: Caller) => {
        request.caller = caller
        done()
      }
      const caller = authenticate(authentication, endpoint, request)
      if (caller instanceof Promise) caller.then(admit, done)
      else admit(caller)
    },
    // An absent body is validated as an empty one, so that the reply lists the missing fields.
    ...((body || files) && {
      preValidation: (request, _reply, done) => {
        request.body ??= {}
        if (files) checkFiles(files, request.files ?? [])
        done()
      },
    }),
  }
}

/** The files are in memory until the request was answered, or its connection is closed. */
function releaseAfterReply(request: FastifyRequest, { raw }: FastifyReply): void {
  const release = () => request.releaseUpload?.()
  raw.once('finish', release).once('close', release)
}

function handlerOf(service: ServingApp, mounted: MountedEndpoint) {
  const { admission = unlimited } = service
  return (request: FastifyRequest, reply: FastifyReply) => {
    admission.begin()
    handleRequest(service, mounted, request, reply)
      .catch((error) => reply.send(error))
      .finally(admission.end)
  }
}

async function handleRequest(
  service: ServingApp,
  mounted: MountedEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint, serialize } = mounted
  checkTexts(request.query as Texts)
  checkTexts(request.params as Texts)
  if (endpoint.status !== undefined) reply.code(endpoint.status)
  const now = service.clock.now()
  const context = contextOf(service, request, reply, now instanceof Promise ? await now : now)
  const result = await runRequest({ app: service, endpoint, request, context, serialize })
  if (endpoint.effect !== 'reads') service.wake()
  await sendResult(result, service, mounted, reply)
}

async function sendResult(
  result: Result,
  { feed, authentication }: ServingApp,
  { contentType, endpoint }: MountedEndpoint,
  reply: FastifyReply,
): Promise<void> {
  const { request } = reply
  if ('ready' in result) return sendReady(result.ready, contentType, request, reply)
  if ('live' in result) {
    const isAllowed = () => isStillAllowed(authentication, endpoint, request)
    return sendLive(feed, result.live, isAllowed, reply)
  }
  if ('document' in result) return void sendDocument(reply, result.document)
  const text = 'replayed' in result ? result.replayed.body : result.text
  if ('replayed' in result)
    reply.code(result.replayed.status).header('idempotency-replayed', 'true')
  if (reply.statusCode === 204 || endpoint.empty) return void reply.send()
  if (request.encryptReply === undefined) return void reply.type(contentType).send(text)
  // Without an explicit serialiser Fastify would treat the type as JSON and add a charset to it.
  reply.type('application/jose+json').serializer(String).send(request.encryptReply(text))
}

type Texts = Readonly<Record<string, unknown>>

function checkTexts(texts: Texts): void {
  for (const name in texts) checkText(String(texts[name]))
}

function contextOf(
  service: ServingApp,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Temporal.Instant,
): Omit<Context, 'requestHash' | 'report'> {
  return {
    now,
    realNow,
    random: service.random,
    headers: request.headers,
    baseUrl: () => baseUrlOf(service.settings.publicUrl, request),
    mode: service.mode,
    settings: service.settings,
    setHeader: (name, value) => {
      reply.header(name, value)
    },
    countFor: (applicationId) => countApplication(service.authentication, request, applicationId),
    print: service.print,
    setStatus: (status) => {
      reply.code(status)
    },
  }
}
