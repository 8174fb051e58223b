// Runs the use case of a request whose approval was found: the call to an outside party, the transaction and the idempotency key.

import type { FastifyRequest } from 'fastify'
import type { Reader, Tx } from '../../../kernel/database/db.ts'
import type { Document, MakeDocument } from '../../../kernel/documents/document.ts'
import { acceptsIdempotencyKey, type Context, type Endpoint } from '../../../kernel/endpoint.ts'
import {
  type Key,
  type Reply,
  requestHash,
  withHeldKey,
  withIdempotencyKey,
} from '../../../kernel/idempotency.ts'
import { isLiveReply, type LiveReply } from '../../../kernel/live-reply.ts'
import { isReadyReply, type ReadyReply } from '../../../kernel/ready-reply.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Reports } from '../../../kernel/security-event.ts'
import { fingerprintsOf } from '../../../kernel/uploads.ts'
import { isUuid } from '../../../kernel/wire.ts'
import { type Approval, ConcurrentUse } from '../approval.ts'
import type { App } from '../context.ts'
import { pathOf } from '../headers.ts'
import type { Serialize } from '../replies/serializer.ts'
import { keyOf } from './idempotency-key.ts'

/** The reply of the use case, or the stored reply of the first request with the same key. */
export type Result =
  | { readonly text: string }
  | { readonly replayed: Reply }
  | { readonly ready: ReadyReply }
  | { readonly document: Document }
  | { readonly live: LiveReply }

/** The context of a request before its body is hashed. */
export type UnhashedContext = Omit<Context, 'requestHash'>

/** One request of one endpoint, with the values that every step of the runner needs. */
export type Run = {
  readonly app: App
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly context: UnhashedContext
  readonly serialize: Serialize
  /** The events that the use case reports to the security log. */
  readonly reports: Reports
}

/** A run with its approval, which may be `notNeeded`, and the input of its use case. */
type ApprovedRun = Run & { readonly approval: Approval; readonly input: Input }

export function runUseCase(current: Run, approval: Approval): Promise<Result> {
  const { endpoint, request, context } = current
  const approved = { ...current, approval, input: inputOf(endpoint, request, context) }
  return endpoint.effect === 'reads' ? runRead(approved) : runWrite(approved)
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
  outsideResult?: unknown,
): Promise<unknown> {
  const context = endpoint.before === undefined ? input : { ...input, found: outsideResult }
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
  const result =
    approval.kind === 'notNeeded'
      ? await callUseCase(approved, app.db.reader)
      : await app.db.transact((tx) => approval.run(tx, () => callUseCase(approved, tx)))
  // A document is made after the transaction has ended, because it may take long.
  if (endpoint.documents) return { document: await (result as MakeDocument)() }
  if (isLiveReply(result)) return { live: result }
  return isReadyReply(result) ? { ready: result } : { text: serialize(result) }
}

async function runWrite(approved: ApprovedRun): Promise<Result> {
  const { app, endpoint, request, input } = approved
  const key = acceptsIdempotencyKey(endpoint)
    ? await keyOf(app.db.reader, endpoint, request, input)
    : undefined
  if (key === undefined) return writeWithoutKey(approved)
  if (endpoint.before === undefined) return writeWithKey(approved, key)
  return withHeldKey(app.db, key, input.now, {
    call: () => callOutside(approved),
    write: (outsideResult, heldUntil) => writeWithKey(approved, key, { outsideResult, heldUntil }),
    waitMsMax: endpoint.repetitionWaitMs,
  })
}

async function writeWithoutKey(approved: ApprovedRun): Promise<Result> {
  const { app, endpoint, serialize, approval } = approved
  const outsideResult = await callOutside(approved)
  const isOneStatement = endpoint.effect === 'writesOneStatement' && approval.kind === 'notNeeded'
  const runInTx = isOneStatement ? app.db.oneStatement : app.db.transact
  return { text: serialize(await runInTx((tx) => attemptWrite(approved, tx, outsideResult))) }
}

/** The key, the effect and the stored reply are one transaction, so that one key never has two effects. */
async function writeWithKey(
  approved: ApprovedRun,
  key: Key,
  { outsideResult, heldUntil }: { outsideResult?: unknown; heldUntil?: Temporal.Instant } = {},
): Promise<Result> {
  const { app, endpoint, input, serialize, reports } = approved
  // The call to the outside may have moved the sandbox clock.
  const now = heldUntil === undefined ? input.now : await app.clock.now()
  const { reply, isReplay } = await app.db.transact((tx) => {
    reports.clear()
    return withIdempotencyKey(tx, key, { now, heldUntil }, async () => {
      const body = await attemptWrite(approved, tx, outsideResult)
      return { status: endpoint.status ?? 200, body: serialize(body) }
    })
  })
  return isReplay ? { replayed: reply } : { text: reply.body }
}

/** Makes one attempt in a transaction, without the reports of an earlier attempt, which was rolled back. */
function attemptWrite(approved: ApprovedRun, tx: Tx, outsideResult: unknown): Promise<unknown> {
  approved.reports.clear()
  return approved.approval.run(tx, () => callUseCase(approved, tx, outsideResult))
}

/**
 * Makes the one call to the outside that an endpoint may declare. `reserve` is committed before the call, and the call ends
 * before the transaction of the use case begins.
 */
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

/** A UUID in upper case is the same key as in lower case (`customerTransaction`), so both must have the same hash. */
function withComparableKey(body: unknown, keyField: string | undefined): unknown {
  if (keyField === undefined) return body
  const key = (body as Readonly<Record<string, unknown>>)[keyField]
  return typeof key === 'string' && isUuid(key)
    ? { ...(body as object), [keyField]: key.toLowerCase() }
    : body
}
