// Approval of protected operations (D30, D31). The security module decides how a request is approved. This file runs the
// use case with that approval: it marks the one-time token as used in the same transaction, so that a rollback makes the
// token usable again. src/security/README.md lists the steps of an approval and their files.

import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import { requestHash } from '../../kernel/idempotency.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { Settings } from '../../kernel/settings.ts'
import { tryLater } from '../../kernel/try-later.ts'
import { fingerprintsOf } from '../../kernel/uploads.ts'
import {
  type ApprovalMethod,
  areFactorsUnchanged,
  findApprovalMethod,
  isStrict,
  type ProtectedRequest,
  useOneTimeToken,
} from '../../security/index.ts'
import { type ApprovalCache, factorStateOf } from './approval-cache.ts'
import { pathOf } from './headers.ts'

/**
 * How a request is approved, which decides how its use case may run. `checkedInTransaction` means that the use case begins with
 * a check: of a token, of factors that must not have changed, or of a resource that needs no approval at present.
 */
export type Approval = {
  readonly kind: 'notNeeded' | 'checkedInTransaction' | 'alreadyUsed'
  /**
   * Runs `work` in the transaction `tx`, after the check of the approval, which marks a one-time token as used. Throws
   * `ConcurrentUse` when the check fails and, with the kind `alreadyUsed`, always after `work`.
   */
  run<T>(tx: Tx, work: () => Promise<T>): Promise<T>
}

/**
 * Thrown to roll back an attempt whose approval does not hold: a concurrent request has changed its token, its factors or
 * its need of an approval, or its token was already used and the use case does not refuse. The approval is then found again.
 */
export class ConcurrentUse extends Error {}

type ApprovalApp = {
  readonly db: { readonly reader: Reader }
  readonly mode: 'sandbox' | 'live'
  readonly settings: Settings
  readonly approvalCache: ApprovalCache
}

/** A request to an operation that may be protected, and the use case that answers it. */
type Call<T> = {
  readonly app: ApprovalApp
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly context: Omit<Context, 'requestHash'>
  readonly work: (approval: Approval) => Promise<T>
}

type Protection = Pick<ProtectedRequest, 'action' | 'caller'>

/** Calls `work` with the approval of the request, which is `notNeeded` for an operation that is not protected. */
export function withApproval<T>(call: Call<T>): Promise<T> {
  const { sca: action } = call.endpoint.access
  const { caller } = call.request
  if (action === undefined || caller.kind !== 'user') return call.work(notNeeded)
  return runProtected(call, { action, caller })
}

const TRIES_MAX = 3

/** Finds the approval and runs the use case with it. Repeats both after a `ConcurrentUse`, up to `TRIES_MAX` attempts in all. */
async function runProtected<T>(call: Call<T>, protection: Protection): Promise<T> {
  const { app, endpoint, request, context, work } = call
  const input = { ...approvalInputOf(request, context.now), headers: context.headers }
  let protectedRequest = await protectedRequestOf(call, protection, input)
  for (let tries = 1; ; tries++) {
    const method = (await isProtected(app.db.reader, endpoint, input))
      ? await methodOf(app, endpoint, protectedRequest)
      : undefined
    const approval = method
      ? approvalBy(protectedRequest, method)
      : checkedInTransaction((tx) => isUnprotected(tx, endpoint, input))
    try {
      const result = await work(approval)
      if (method) setApprovalHeaders(context, method)
      return result
    } catch (error) {
      if (!(error instanceof ConcurrentUse)) throw error
      // The attempt was rolled back, so the client may send the same request again.
      if (tries >= TRIES_MAX) throw tryLater(error)
      // The used token approves nothing more. Without it the next attempt gets a new challenge.
      if (method?.kind === 'alreadyUsed')
        protectedRequest = { ...protectedRequest, token: undefined }
    }
  }
}

type ApprovalInput = ReturnType<typeof approvalInputOf> & Pick<Context, 'headers'>

function approvalInputOf(request: FastifyRequest, now: Temporal.Instant) {
  return {
    params: (request.params ?? {}) as Record<string, unknown>,
    body: request.body,
    caller: request.caller as UserCaller,
    now,
  }
}

async function protectedRequestOf(
  { app, endpoint, request, context }: Call<unknown>,
  protection: Protection,
  input: ApprovalInput,
): Promise<ProtectedRequest> {
  const resource = await endpoint.bindsTo?.(app.db.reader, input)
  return {
    ...protection,
    token: headerOf(request, 'one-time-token') ?? headerOf(request, 'x-2fa-approval'),
    signature: headerOf(request, 'x-signature'),
    isStrict: isStrict(app),
    params: input.params,
    now: context.now,
    random: context.random,
    report: context.report,
    // Few requests need the hash, and it covers the whole body and all files.
    binding: lazy(() => bindingOf(request, resource, context.settings.pepper)),
    covers: coversOf(endpoint, request, context.now),
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * A one-time token is bound to its user and to this hash of method, path and content. The content is the resource when
 * the endpoint names one, otherwise the body; a GET has no content. The hash is keyed, because a body may be a PIN, and an
 * attacker could try all PINs against a plain hash.
 */
function bindingOf(request: FastifyRequest, resource: string | undefined, pepper: string): string {
  const { method, body, files = [] } = request
  const ownBody = method === 'GET' ? undefined : body
  const content = resource === undefined ? ownBody : { resource }
  const hash = requestHash(`${method} ${pathOf(request)}`, content, fingerprintsOf(files))
  return createHmac('sha256', pepper).update(hash).digest('hex')
}

/**
 * Returns the functions that read the amount and the payee that the operation would pay (D114). They return undefined for an
 * operation that does not pay.
 */
function coversOf({ covers }: Endpoint, request: FastifyRequest, now: Temporal.Instant) {
  const input = () => approvalInputOf(request, now)
  return {
    read: async (db: Reader) => covers?.read(db, input()),
    lockAndRead: async (tx: Tx) => {
      await covers?.lock(tx, input())
      return covers?.read(tx, input())
    },
  }
}

/** Whether the request needs an approval at present: some operations need one only in some states of their resource. */
async function isProtected(
  db: Reader,
  { protectedWhen }: Endpoint,
  input: ApprovalInput,
): Promise<boolean> {
  return protectedWhen === undefined || protectedWhen.read(db, input)
}

/** Whether the request still needs no approval. Locks the resource, so that this holds until the transaction ends. */
async function isUnprotected(tx: Tx, endpoint: Endpoint, input: ApprovalInput): Promise<boolean> {
  await endpoint.protectedWhen?.lock(tx, input)
  return !(await isProtected(tx, endpoint, input))
}

/**
 * Returns the method, or throws the refusal, such as a challenge, of the security module. A request for another profile's
 * resource gets 404 instead, so ownership is checked before a challenge is sent.
 */
async function methodOf(
  { db: { reader }, approvalCache }: ApprovalApp,
  { checkOwnership }: Endpoint,
  protectedRequest: ProtectedRequest,
): Promise<ApprovalMethod> {
  try {
    return await findApprovalMethod(reader, protectedRequest, (userId) =>
      factorStateOf(reader, approvalCache, userId),
    )
  } catch (refusal) {
    await checkOwnership?.(reader, protectedRequest)
    throw refusal
  }
}

function approvalBy(request: ProtectedRequest, method: ApprovalMethod): Approval {
  switch (method.kind) {
    case 'notNeeded':
      return notNeeded
    case 'alreadyUsed':
      return alreadyUsed
    case 'factorsUnchanged':
      return checkedInTransaction((tx) => areFactorsUnchanged(tx, request, method))
    case 'token':
      return checkedInTransaction((tx) => useOneTimeToken(tx, request, method))
  }
}

const notNeeded: Approval = { kind: 'notNeeded', run: (_, work) => work() }

// The use case of a repeated request runs, so that it can refuse with a reason such as "already paid". Its work is
// always rolled back, because one token must not approve a second effect.
const alreadyUsed: Approval = { kind: 'alreadyUsed', run: (_, work) => rollBackAfter(work) }

/** Runs `work` for its refusals only. */
async function rollBackAfter(work: () => Promise<unknown>): Promise<never> {
  await work()
  throw new ConcurrentUse()
}

/** An approval that is checked at the beginning of the transaction. */
function checkedInTransaction(isValid: (tx: Tx) => Promise<boolean>): Approval {
  return {
    kind: 'checkedInTransaction',
    run: async (tx, work) => {
      if (!(await isValid(tx))) throw new ConcurrentUse()
      return work()
    },
  }
}

function setApprovalHeaders(
  { setHeader, random }: Call<unknown>['context'],
  method: ApprovalMethod,
) {
  // A reply to a request without a one-time token also has a UUID in this header (Facts 3.1).
  setHeader('x-2fa-approval', 'token' in method ? method.token : random.uuid())
  setHeader('x-2fa-approval-result', 'APPROVED')
}
