// Runs one request of one endpoint: ownership, approval, idempotency key, and the transaction of its use case.

import type { FastifyRequest } from 'fastify'
import type { Reader, Tx } from '../../kernel/database/db.ts'
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
import { isLiveReply, type LiveReply } from '../../kernel/live-reply.ts'
import { isReadyReply, type ReadyReply } from '../../kernel/ready-reply.ts'
import { type ErrorKind, Refusal, refuse } from '../../kernel/refusal.ts'
import { collectReports, type Reports } from '../../kernel/security-event.ts'
import { TryLater } from '../../kernel/try-later.ts'
import { fingerprintsOf } from '../../kernel/uploads.ts'
import { isUuid } from '../../kernel/wire.ts'
import { protectionErrors } from '../../security/index.ts'
import { OauthFailure } from '../../users/index.ts'
import { type Approval, ConcurrentUse, withApproval } from './approval.ts'
import { forgetFactors } from './approval-cache.ts'
import { callerIfOwner, forgetCaller, refreshCaller } from './authentication.ts'
import type { App } from './context.ts'
import { pathOf } from './headers.ts'
import { KeyMalformed, KeyMissing, keyOf } from './idempotency-key.ts'
import { TooManyRequests } from './limits/rate-limit.ts'
import type { Serialize } from './replies/serializer.ts'

export const NotFound: ErrorKind = {
  code: 'not.found',
  status: 404,
  message:
    'There is nothing with this id that this access token may use. Check the ids in the path.',
}

/** Refusals that any endpoint may return. An endpoint declares all its others, except `protectionErrors`. */
export const commonErrors: readonly ErrorKind[] = [
  NotFound,
  KeyReused,
  KeyMissing,
  KeyMalformed,
  TryLater,
  TooManyRequests,
]

/** The reply of the use case, or the stored reply of the first request with the same key. */
export type Result =
  | { readonly text: string }
  | { readonly replayed: Reply }
  | { readonly ready: ReadyReply }
  | { readonly document: Document }
  | { readonly live: LiveReply }

/** The context of a request before its body is hashed. */
type UnhashedContext = Omit<Context, 'requestHash'>

/** One request of one endpoint, with the values that every step of the runner needs. */
type Run = {
  readonly app: App
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly context: UnhashedContext
  readonly serialize: Serialize
  /** The events that the use case reports to the security log. */
  readonly reports: Reports
}

/** A run that has an approval, or needs none, so that its use case can be called. */
type ApprovedRun = Run & { readonly approval: Approval; readonly input: Input }

/** One request as the server hands it over. */
type ReceivedRequest = Omit<Run, 'context' | 'reports'> & {
  readonly context: Omit<UnhashedContext, 'report'>
}

export async function runRequest(received: ReceivedRequest): Promise<Result> {
  const { app, endpoint, request, serialize } = received
  const reports = collectReports()
  const context = { ...received.context, report: reports.report }
  const current: Run = { app, endpoint, request, context, serialize, reports }
  try {
    const { owns: name } = endpoint.access
    if (name !== undefined) await checkOwner(app, endpoint, request, name)
    const result = await runOrRetry(current)
    if (endpoint.changesFactors) forgetFactors(app.approvalCache)
    if (endpoint.changesCaller) forgetCaller(app.authentication, request)
    logReports(app, request, reports)
    return result
  } catch (error) {
    throw withoutUndeclared(endpoint, await withSideEffect(app, request, error))
  }
}

function logReports({ securityLog }: App, request: FastifyRequest, reports: Reports): void {
  for (const event of reports.take()) securityLog(event, request)
}

/** On a 404 the cached caller is refreshed, and the request is retried once if its profiles had changed. */
async function runOrRetry(current: Run): Promise<Result> {
  try {
    return await runOnce(current)
  } catch (error) {
    if (!(await refreshStaleCaller(current, error))) throw error
    return runOnce(current)
  }
}

/** Refreshes the cached caller after a 404. Returns whether the caller is another one now, so that a retry can succeed. */
async function refreshStaleCaller(
  { app: { authentication }, request }: Run,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof Refusal) || error.status !== 404) return false
  const caller = await refreshCaller(authentication, request)
  if (caller === undefined) return false
  request.caller = caller
  return true
}

function runOnce(current: Run): Promise<Result> {
  const { app, endpoint, request, context } = current
  const work = (approval: Approval) => {
    const approved = { ...current, approval, input: inputOf(endpoint, request, context) }
    return endpoint.effect === 'reads' ? runRead(approved) : runWrite(approved)
  }
  return withApproval({ app, endpoint, request, context, work })
}

/**
 * Commits the side effect that a refusal declares, in a separate transaction, because the transaction of the request was
 * rolled back. Returns the error to send, which the side effect may replace.
 */
async function withSideEffect(app: App, request: FastifyRequest, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal || error instanceof OauthFailure)) return error
  const { sideEffect } = error
  if (sideEffect === undefined) return error
  const reports = collectReports()
  const replacement = await app.db.transact((tx) => {
    reports.clear()
    return sideEffect(tx, reports.report)
  })
  logReports(app, request, reports)
  return replacement ?? error
}

function inputOf(endpoint: Endpoint, request: FastifyRequest, context: UnhashedContext) {
  const { params, query, body, caller, files = [] } = request
  return {
    ...context,
    params,
    query,
    body,
    caller,
    files,
    // A body that the endpoint does not declare is not part of the request (D7).
    requestHash: () =>
      requestHash(
        pathOf(request),
        endpoint.body && withComparableKey(body, endpoint.bodyKey),
        fingerprintsOf(files),
      ),
  }
}

type Input = ReturnType<typeof inputOf>

type Handle = (db: unknown, input: unknown) => Promise<unknown>

/** Calls the use case, and adds to a refusal the fields that the endpoint declares. */
async function callUseCase(
  { endpoint, input }: Pick<ApprovedRun, 'endpoint' | 'input'>,
  db: Reader | Tx,
  found?: unknown,
): Promise<unknown> {
  const context = endpoint.before === undefined ? input : { ...input, found }
  return withRefusalFields(endpoint, input, () => (endpoint.handle as Handle)(db, context))
}

async function withRefusalFields<T>(
  { refusalFields }: Endpoint,
  input: Input,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fields = error instanceof Refusal && refusalFields?.(error, input)
    throw fields ? error.withFields(fields) : error
  }
}

async function runRead(approved: ApprovedRun): Promise<Result> {
  const { app, endpoint, serialize, approval } = approved
  const found =
    approval.kind === 'notNeeded'
      ? await callUseCase(approved, app.db.reader)
      : await app.db.transact((tx) => approval.run(tx, () => callUseCase(approved, tx)))
  // A document is made after the transaction has ended, because it may take long.
  if (endpoint.documents) return { document: await (found as MakeDocument)() }
  if (isLiveReply(found)) return { live: found }
  return isReadyReply(found) ? { ready: found } : { text: serialize(found) }
}

async function runWrite(approved: ApprovedRun): Promise<Result> {
  // An `await` for an operation without keys would put its write into a later batch than the other writes of this turn.
  const key =
    acceptsIdempotencyKey(approved.endpoint) &&
    (await keyOf(approved.app.db.reader, approved.endpoint, approved.request, approved.input))
  if (!key) return writeWithoutKey(approved)
  if (approved.endpoint.before === undefined) return writeWithKey(approved, key)
  return withHeldKey(approved.app.db, key, approved.input.now, {
    call: () => callOutside(approved),
    write: (found, heldUntil) => writeWithKey(approved, key, { found, heldUntil }),
    waitMsMax: approved.endpoint.repetitionWaitMs,
  })
}

async function writeWithoutKey(approved: ApprovedRun): Promise<Result> {
  const { app, endpoint, serialize, approval } = approved
  const found = await callOutside(approved)
  const isOneStatement = endpoint.effect === 'writesOneStatement' && approval.kind === 'notNeeded'
  const runInTx = isOneStatement ? app.db.oneStatement : app.db.transact
  return { text: serialize(await runInTx((tx) => attemptWrite(approved, tx, found))) }
}

/** The key, the effect and the stored reply are one transaction, so that one key never has two effects. */
async function writeWithKey(
  approved: ApprovedRun,
  key: Key,
  { found, heldUntil }: { found?: unknown; heldUntil?: Temporal.Instant } = {},
): Promise<Result> {
  const { app, endpoint, input, serialize, reports } = approved
  // The call to the outside may have moved the sandbox clock.
  const now = heldUntil === undefined ? input.now : await app.clock.now()
  const { reply, isReplay } = await app.db.transact((tx) => {
    reports.clear()
    return withIdempotencyKey(tx, key, { now, heldUntil }, async () => {
      const body = await attemptWrite(approved, tx, found)
      return { status: endpoint.status ?? 200, body: serialize(body) }
    })
  })
  return isReplay ? { replayed: reply } : { text: reply.body }
}

/** One attempt in a transaction; an earlier one that was rolled back must not leave its reports. */
function attemptWrite(approved: ApprovedRun, tx: Tx, found: unknown): Promise<unknown> {
  approved.reports.clear()
  return approved.approval.run(tx, () => callUseCase(approved, tx, found))
}

/** The one call to the outside that an endpoint may declare; it ends before the transaction begins. */
async function callOutside({ app, endpoint, input, approval }: ApprovedRun): Promise<unknown> {
  const { before, reserve } = endpoint
  if (before === undefined) return undefined
  // An already used token must not cause a call, because it could then cause any number of calls.
  if (approval.kind === 'alreadyUsed') throw new ConcurrentUse()
  const reserved = reserve && (await app.db.transact((tx) => reserve(tx, input)))
  return withRefusalFields(endpoint, input, async () =>
    before(app.db.reader, input, app.outside, reserved),
  )
}

/** Replaces a refusal that the endpoint does not list: it is a bug in the service, and the reply is 500. */
function withoutUndeclared(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const allowed = [
    ...endpoint.errors,
    ...commonErrors,
    ...(endpoint.access.sca ? protectionErrors : []),
  ]
  const undeclared = error.faults.map(({ kind }) => kind).find((kind) => !allowed.includes(kind))
  if (undeclared === undefined) return error
  return new Error(`${endpoint.id} refused with undeclared ${undeclared.code}`, { cause: error })
}

async function checkOwner(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  name: NonNullable<Endpoint['access']['owns']>,
): Promise<void> {
  const id = (request.params as Record<string, string | number>)[name]
  if (id === undefined) throw new Error(`${endpoint.id} owns ${name}, which is not in its path`)
  const caller = await callerIfOwner(app.authentication, request, name, id)
  if (caller === undefined) refuse(NotFound, { path: name, arguments: [id] })
  request.caller = caller
}

/** A UUID in upper case is the same key as in lower case (`customerTransaction`), so both must have the same hash. */
function withComparableKey(body: unknown, keyField: string | undefined): unknown {
  if (keyField === undefined) return body
  const key = (body as Readonly<Record<string, unknown>>)[keyField]
  return typeof key === 'string' && isUuid(key)
    ? { ...(body as object), [keyField]: key.toLowerCase() }
    : body
}
