// Makes a route of an endpoint declaration: its hooks, and the handler that calls the request runner and sends the reply.

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteShorthandOptions,
} from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import type { Print } from '../../kernel/documents/pdf-model.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import { findAction } from '../../security/index.ts'
import type { FeedStreams } from '../feed-streams.ts'
import { realNow } from '../worker/clock.ts'
import { authenticate, countApplication, isStillAllowed } from './authentication.ts'
import { checkText } from './body/body-text.ts'
import { checkFiles } from './body/read-upload.ts'
import type { App } from './context.ts'
import { baseUrlOf, setEndpoint } from './headers.ts'
import { unlimited } from './limits/admission.ts'
import { logHooks } from './log-hooks.ts'
import { sendDocument } from './replies/send-document.ts'
import { sendLive } from './replies/send-live.ts'
import { sendReady } from './replies/send-ready.ts'
import { contentTypeOf, type Serialize, serializerOf } from './replies/serializer.ts'
import { runRequest } from './runner/request-runner.ts'
import type { Result } from './runner/run-use-case.ts'

type ServingApp = App & { readonly print: Print; readonly feed: FeedStreams }

/** An endpoint with the serialiser that is compiled for it once. */
type MountedEndpoint = {
  readonly endpoint: Endpoint
  readonly serialize: Serialize
  readonly contentType: string
}

export function mountEndpoint(server: FastifyInstance, app: ServingApp, endpoint: Endpoint): void {
  const { sca } = endpoint.access
  if (sca !== undefined && findAction(sca) === undefined)
    throw new Error(`${endpoint.id} is protected by ${sca}, which is not a declared action`)
  const mounted = {
    endpoint,
    serialize: (app.serializerOf ?? serializerOf)(endpoint),
    contentType: contentTypeOf(endpoint),
  }
  for (const route of [endpoint.route, ...(endpoint.aliases ?? [])]) {
    const [method, path] = route.split(' ') as [HTTPMethods, string]
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    server.route({
      method,
      url,
      ...hooksOf(app, endpoint),
      ...logHooks(app.requestLog, endpoint, route),
      handler: handlerOf(app, mounted),
    })
  }
}

function hooksOf(app: ServingApp, endpoint: Endpoint): RouteShorthandOptions {
  const { admission = unlimited, authentication } = app
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
      const found = authenticate(authentication, endpoint, request)
      if (found instanceof Promise) found.then(admit, done)
      else admit(found)
    },
    // An absent body is validated as an empty object, so that the reply lists the missing fields.
    ...((body || files) && {
      preValidation: (request, _reply, done) => {
        request.body ??= {}
        if (files) checkFiles(files, request.files ?? [])
        done()
      },
    }),
  }
}

/** Releases the slot of the upload when the reply has ended or the connection is closed: until then the files are in memory. */
function releaseAfterReply(request: FastifyRequest, { raw }: FastifyReply): void {
  const release = () => request.releaseUpload?.()
  raw.once('finish', release).once('close', release)
}

function handlerOf(app: ServingApp, mounted: MountedEndpoint) {
  const { admission = unlimited } = app
  return (request: FastifyRequest, reply: FastifyReply) => {
    admission.begin()
    handleRequest(app, mounted, request, reply)
      .catch((error) => reply.send(error))
      .finally(admission.end)
  }
}

async function handleRequest(
  app: ServingApp,
  mounted: MountedEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint, serialize } = mounted
  checkTexts(request.query as Texts)
  checkTexts(request.params as Texts)
  if (endpoint.status !== undefined) reply.code(endpoint.status)
  const now = app.clock.now()
  const context = contextOf(app, request, reply, now instanceof Promise ? await now : now)
  const result = await runRequest({ app, endpoint, request, context, serialize })
  if (endpoint.effect !== 'reads') app.wake()
  await sendResult(result, app, mounted, reply)
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

/** Refuses text of the query or the path that PostgreSQL cannot store. `parse-body.ts` checks the texts of bodies. */
function checkTexts(texts: Texts): void {
  for (const name in texts) checkText(String(texts[name]))
}

function contextOf(
  app: ServingApp,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Temporal.Instant,
): Omit<Context, 'requestHash' | 'report'> {
  return {
    now,
    realNow,
    random: app.random,
    headers: request.headers,
    baseUrl: () => baseUrlOf(app.settings.publicUrl, request),
    mode: app.mode,
    settings: app.settings,
    setHeader: (name, value) => {
      reply.header(name, value)
    },
    countFor: (applicationId) => countApplication(app.authentication, request, applicationId),
    print: app.print,
    setStatus: (status) => {
      reply.code(status)
    },
  }
}
