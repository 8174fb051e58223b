// The HTTP server: every endpoint value becomes a route here, and every request takes the same way: token,
// body, validation, ownership, idempotency, use case, reply. Modules know nothing of Fastify.

import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import type { Print } from '../../kernel/documents/pdf-model.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findAction } from '../../security/index.ts'
import { createMetrics } from '../metrics.ts'
import { realNow } from '../worker/clock.ts'
import { allowedMethodsOf } from './allowed-methods.ts'
import { authenticate, countApplication } from './authentication.ts'
import { checkText, parseBodies, replaceBadType } from './body.ts'
import { type App, random } from './context.ts'
import { speakDialect } from './dialect/dialect.ts'
import {
  answerBadUrl,
  answerErrors,
  answerHostMissing,
  answerUnknown,
  isWithoutHost,
} from './errors.ts'
import { commonHeaders, reach } from './headers.ts'
import { unlimited } from './limits/admission.ts'
import { rawReplies, servers } from './limits/connections.ts'
import { defaultRequestLimits, isTrusted } from './limits/request-limits.ts'
import { mountOpenOperations } from './open-operations.ts'
import { createPdfPrinter } from './pdf/printer.ts'
import { bodyReader } from './read-body.ts'
import { run } from './request-runner.ts'
import { sendDocument } from './send-document.ts'
import { sendReady } from './send-ready.ts'
import { contentTypeOf, type Serialize, serializerOf } from './serializer.ts'
import { traceIds } from './trace-id.ts'
import { baseUrlOf } from './url.ts'
import { compile, faultsOf, type HttpPart } from './validation.ts'

type Serving = App & { readonly print: Print }

export function serve(service: App, endpoints: readonly Endpoint[]): FastifyInstance {
  const headers = commonHeaders(service.settings)
  const nextTraceId = traceIds(random.uuid())
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    request.askedAt = performance.now()
    request.traceId = nextTraceId()
    reply.headers(headers).header('x-trace-id', request.traceId)
    const correlation = request.headers['x-external-correlation-id']
    if (typeof correlation === 'string' && CORRELATION.test(correlation))
      reply.header('x-external-correlation-id', correlation)
  }
  const limits = { ...defaultRequestLimits, ...service.requestLimits }
  const raw = rawReplies(() => ({ ...headers, 'x-trace-id': nextTraceId() }))
  const { trustedProxies } = limits
  const { create, close } = servers(limits, raw)
  const app = fastify({
    serverFactory: create,
    // The servers do this themselves, for every address that is listened at.
    clientErrorHandler: () => undefined,
    ...(trustedProxies.rules.length > 0 && {
      trustProxy: (address: string) => isTrusted(trustedProxies, address),
    }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => '',
    frameworkErrors: (_error, request, reply) => {
      begin(request, reply)
      answerBadUrl(reply)
    },
  })
  app.decorate('createServer', () => create(app.routing))
  // Fastify would close the server it made, and no other.
  app.addHook('preClose', close)
  app.decorateRequest('endpoint')
  app.decorateRequest('caller')
  app.decorateRequest('traceId', '')
  app.decorateRequest('askedAt', 0)
  app.decorateRequest('encryptReply')
  const { db, mode, settings, metrics = createMetrics() } = service
  const mounted = endpoints.filter(({ sandboxOnly }) => mode === 'sandbox' || !sandboxOnly)
  parseBodies(app, service.openBody, bodyReader(limits))
  answerErrors(app, service.log, service.securityLog)
  const allowedMethods = allowedMethodsOf(app)
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    if (isWithoutHost(request)) return answerHostMissing(reply)
    // Before the body is read: an unknown path is unknown whatever the body.
    if (request.is404) return answerUnknown(request, reply, allowedMethods)
    replaceBadType(request)
    done()
  })
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = compile(
      (httpPart === 'querystring' ? 'query' : httpPart) as HttpPart,
      schema as object,
    )
    return (data) => validate(data) || { error: refusalOf(validate.errors) }
  })
  if (service.translation) speakDialect(app, service.translation)
  mountOpenOperations(app, {
    reader: db.reader,
    mode,
    baseUrl: settings.publicUrl,
    dialect: service.translation?.dialect,
    metrics,
  })
  const printer = createPdfPrinter()
  app.addHook('onClose', () => printer.close())
  for (const endpoint of mounted) mount(app, { ...service, print: printer.print }, endpoint)
  return app
}

function refusalOf(errors: Parameters<typeof faultsOf>[0] | null | undefined): Refusal {
  const [first, ...rest] = faultsOf(errors ?? [])
  if (first === undefined) throw new Error('a schema refused a request without saying why')
  return new Refusal([first, ...rest])
}

const CORRELATION = /^[\w-]{1,36}$/

function mount(app: FastifyInstance, service: Serving, endpoint: Endpoint): void {
  const { admission = unlimited } = service
  const { params, query, body, access } = endpoint
  if (access.sca !== undefined && findAction(access.sca) === undefined)
    throw new Error(`${endpoint.id} is protected as ${access.sca}, which is no action`)
  const answered: Answered = {
    endpoint,
    serialize: serializerOf(endpoint),
    contentType: contentTypeOf(endpoint),
  }
  for (const route of [endpoint.route, ...(endpoint.aliases ?? [])]) {
    const [method, path] = route.split(' ') as [HTTPMethods, string]
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
      },
      onRequest: (request, reply, done) => {
        reach(endpoint, request, reply)
        admission.check(endpoint)
        const admit = (caller: Caller) => {
          request.caller = caller
          done()
        }
        const caller = authenticate(service.authentication, endpoint, request)
        if (caller instanceof Promise) caller.then(admit, done)
        else admit(caller)
      },
      // A body that is absent is held against the schema as an empty one: it says what is missing.
      ...(body && {
        preValidation: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
          request.body ??= {}
          done()
        },
      }),
      handler: (request, reply) => {
        admission.begin()
        answer(service, answered, request, reply)
          .catch((error) => reply.send(error))
          .finally(admission.end)
      },
    })
  }
}

/** An endpoint with what is made of it once. */
type Answered = {
  readonly endpoint: Endpoint
  readonly serialize: Serialize
  readonly contentType: string
}

async function answer(
  service: Serving,
  { endpoint, serialize, contentType }: Answered,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  checkTexts(request.query as Texts)
  checkTexts(request.params as Texts)
  if (endpoint.status !== undefined) reply.code(endpoint.status)
  const now = service.clock.now()
  const context = contextOf(service, request, reply, now instanceof Promise ? await now : now)
  const result = await run(service, endpoint, request, context, serialize)
  if (endpoint.effect !== 'reads') service.wake()
  if ('ready' in result) return sendReady(result.ready, contentType, request, reply)
  if ('document' in result) return void sendDocument(reply, result.document)
  const text = 'replayed' in result ? result.replayed.body : result.text
  if ('replayed' in result)
    reply.code(result.replayed.status).header('idempotency-replayed', 'true')
  if (reply.statusCode === 204) return void reply.send()
  if (request.encryptReply === undefined) return void reply.type(contentType).send(text)
  // A serialiser of its own, or Fastify would take it for JSON and say its charset.
  reply
    .type('application/jose+json')
    .serializer(String)
    .send(await request.encryptReply(text))
}

type Texts = Readonly<Record<string, unknown>>

function checkTexts(texts: Texts): void {
  for (const name in texts) checkText(String(texts[name]))
}

function contextOf(
  service: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Temporal.Instant,
): Omit<Context, 'requestHash' | 'report'> {
  return {
    now,
    realNow,
    random,
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
