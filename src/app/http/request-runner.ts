// One request against one endpoint value: whose it is, whether it must prove that, whether it was seen
// before, and in what kind of transaction its use case runs.

import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import { TryLater, type Tx } from '../../kernel/database/db.ts'
import type { Document, MakeDocument } from '../../kernel/documents/document.ts'
import { acceptsIdempotencyKey, type Context, type Endpoint } from '../../kernel/endpoint.ts'
import {
  type Key,
  KeyReused,
  type Reply,
  requestHash,
  withHeldKey,
  withIdempotencyKey,
} from '../../kernel/idempotency.ts'
import { OauthFailure } from '../../kernel/oauth-failure.ts'
import { isReadyReply, type ReadyReply } from '../../kernel/ready-reply.ts'
import { type ErrorKind, Refusal, refuse } from '../../kernel/refusal.ts'
import { collectReports, type Reports } from '../../kernel/security-event.ts'
import { isUuid } from '../../kernel/wire.ts'
import { protectionErrors } from '../../security/index.ts'
import { type Approval, ConcurrentUse, forgetFactors, withApproval } from './approval.ts'
import { askAgain, forgetCaller, owns } from './authentication.ts'
import type { App } from './context.ts'
import { TooManyRequests } from './limits/rate-limit.ts'
import type { Serialize } from './serializer.ts'
import { pathOf } from './url.ts'

export const NotFound: ErrorKind = {
  code: 'not.found',
  status: 404,
  message: 'There is no such thing here.',
}
export const KeyMissing: ErrorKind = {
  code: 'idempotency.key.missing',
  status: 400,
  message: 'Send the header X-idempotence-uuid with a UUID of your own, and reuse it on retries.',
  path: 'X-idempotence-uuid',
}
export const KeyMalformed: ErrorKind = {
  code: 'idempotency.key.malformed',
  status: 400,
  message: 'The header X-idempotence-uuid must be a UUID.',
  path: 'X-idempotence-uuid',
}

/** Refusals that any endpoint may give; all others must be in its own list. */
export const commonErrors: readonly ErrorKind[] = [
  NotFound,
  KeyReused,
  KeyMissing,
  KeyMalformed,
  TryLater,
  TooManyRequests,
]

type Handle = (db: unknown, input: unknown) => Promise<unknown>
type Handling = (tx: Tx) => Promise<unknown>
type Result =
  | { readonly text: string }
  | { readonly replayed: Reply }
  | { readonly ready: ReadyReply }
  | { readonly document: Document }

export async function run(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  given: Omit<Context, 'requestHash' | 'report'>,
  serialize: Serialize,
): Promise<Result> {
  const reports = collectReports()
  const context = { ...given, report: reports.report }
  const result = await tryToRun(app, endpoint, request, context, serialize, reports)
  logReports(app, request, reports)
  return result
}

function logReports({ securityLog }: App, request: FastifyRequest, reports: Reports): void {
  for (const event of reports.take()) securityLog(event, request)
}

async function tryToRun(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Omit<Context, 'requestHash'>,
  serialize: Serialize,
  reports: Reports,
): Promise<Result> {
  try {
    if (endpoint.access.owns !== undefined) await checkOwnership(app, endpoint, request)
    for (let again = false; ; again = true)
      try {
        const result = await withApproval(app, endpoint, request, context, (approval) => {
          const input = inputOf(endpoint, request, context)
          return endpoint.effect === 'reads'
            ? read(app, endpoint, input, serialize, approval)
            : write(app, endpoint, request, input, serialize, approval, reports)
        })
        if (endpoint.changesFactors) forgetFactors(app.approvalCache)
        if (endpoint.changesCaller) forgetCaller(app.authentication, request)
        return result
      } catch (error) {
        if (again || !(await isMistaken(app, request, error))) throw error
      }
  } catch (error) {
    throw declared(endpoint, await withKept(app, request, error))
  }
}

/** Whether a 404 was given to a caller whose profiles were others than was remembered; now they are known. */
async function isMistaken(
  { authentication }: App,
  request: FastifyRequest,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof Refusal) || error.status !== 404) return false
  const caller = await askAgain(authentication, request)
  if (caller === undefined) return false
  request.caller = caller
  return true
}

/** What a refusal keeps is committed in a transaction of its own; it may turn out to be another. */
async function withKept(app: App, request: FastifyRequest, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal || error instanceof OauthFailure)) return error
  const { sideEffect } = error
  if (sideEffect === undefined) return error
  const reports = collectReports()
  const other = await app.db.transact((tx) => {
    reports.clear()
    return sideEffect(tx, reports.report)
  })
  logReports(app, request, reports)
  return other ?? error
}

/** What a use case is given of a request. */
function inputOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Omit<Context, 'requestHash'>,
) {
  return {
    ...context,
    params: request.params,
    query: request.query,
    body: request.body,
    caller: request.caller,
    // What an operation does not ask for makes no difference (D7).
    requestHash: () => requestHash(pathOf(request), endpoint.body && request.body),
  }
}

type Input = ReturnType<typeof inputOf>

function read(
  { db }: App,
  endpoint: Endpoint,
  input: Input,
  serialize: Serialize,
  approval: Approval,
): Promise<Result> {
  const look = (on: unknown) => (endpoint.handle as Handle)(on, input)
  const body =
    approval.kind === 'notNeeded'
      ? look(db.reader)
      : db.transact((tx) => approval.run(tx, () => look(tx)))
  if (endpoint.documents)
    return body.then(async (make) => ({ document: await (make as MakeDocument)() }))
  return body.then((found) => (isReadyReply(found) ? { ready: found } : { text: serialize(found) }))
}

async function write(
  { db, outside }: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  input: Input,
  serialize: Serialize,
  approval: Approval,
  reports: Reports,
): Promise<Result> {
  const key = keyOf(endpoint, request, input)
  const handling = (given: object) => (tx: Tx) => {
    reports.clear()
    return approval.run(tx, () => (endpoint.handle as Handle)(tx, given))
  }
  const { before } = endpoint
  const asking = async (ask: NonNullable<typeof before>): Promise<Handling> => {
    // What calls the outside may not be called again and again with one token.
    if (approval.kind === 'alreadyUsed') throw new ConcurrentUse()
    const { reserve } = endpoint
    const reserved = reserve && (await db.transact((tx) => reserve(tx, input)))
    return handling({ ...input, found: await ask(db.reader, input, outside, reserved) })
  }
  if (key === undefined) {
    const handle = before ? await asking(before) : handling(input)
    const isOne = endpoint.effect === 'statement' && approval.kind === 'notNeeded'
    return { text: serialize(await (isOne ? db.singleStatement : db.transact)(handle)) }
  }
  const keyed = async (handle: Handling, held?: Temporal.Instant): Promise<Result> => {
    let isFirst = false
    const effect = async (tx: Tx): Promise<Reply> => {
      const body = await handle(tx)
      isFirst = true
      return { status: endpoint.status ?? 200, body: serialize(body) }
    }
    const reply = await db.transact((tx) => {
      isFirst = false
      reports.clear()
      return withIdempotencyKey(tx, key, input.now, () => effect(tx), held)
    })
    return isFirst ? { text: reply.body } : { replayed: reply }
  }
  if (!before) return keyed(handling(input))
  return withHeldKey(db, key, input.now, async (held) => keyed(await asking(before), held))
}

/** A refusal that the endpoint does not list is a bug of ours, and is answered like one. */
function declared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const allowed = [
    ...endpoint.errors,
    ...commonErrors,
    ...(endpoint.access.sca ? protectionErrors : []),
  ]
  const undeclared = error.faults.find(({ kind }) => !allowed.includes(kind))
  if (undeclared === undefined) return error
  const { code } = undeclared.kind
  return new Error(`${endpoint.id} refused with undeclared ${code}`, { cause: error })
}

async function checkOwnership(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const { owns: name } = endpoint.access
  if (name === undefined) return
  const id = (request.params as Record<string, string | number>)[name]
  if (id === undefined) throw new Error(`${endpoint.id} owns ${name}, which is not in its path`)
  const caller = await owns(app.authentication, request, name, id)
  if (caller === undefined) refuse(NotFound, { path: name, arguments: [id] })
  request.caller = caller
}

function keyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { requestHash }: { requestHash(): string },
): Key | undefined {
  if (!acceptsIdempotencyKey(endpoint)) return undefined
  const key = request.headers['x-idempotence-uuid']
  if (key === undefined || key === '') {
    if (endpoint.idempotencyKey === 'required') refuse(KeyMissing)
    return undefined
  }
  if (typeof key !== 'string' || !isUuid(key)) refuse(KeyMalformed, { arguments: [String(key)] })
  const scope = scopeOf(request.caller, request)
  return { scope, operation: endpoint.id, key: key.toLowerCase(), requestHash: requestHash() }
}

function scopeOf(caller: Caller, request: FastifyRequest): string {
  const { profileId } = request.params as { profileId?: number }
  if (caller.kind === 'client') return `application:${caller.applicationId}`
  if (profileId !== undefined) return `profile:${profileId}`
  if (caller.kind === 'user') return `user:${caller.userId}`
  throw new Error('an idempotency key without a caller')
}
