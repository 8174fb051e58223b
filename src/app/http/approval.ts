// Approval of protected operations (D30, D31). The security module decides how a request is approved. This file marks
// the one-time token as used in the transaction of the use case, so that a rollback makes it usable again.

import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import { requestHash } from '../../kernel/idempotency.ts'
import type { Id } from '../../kernel/ids.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { Settings } from '../../kernel/settings.ts'
import { tryLater } from '../../kernel/try-later.ts'
import { fingerprintOf } from '../../kernel/uploads.ts'
import {
  type ApprovalMethod,
  areFactorsUnchanged,
  type FactorState,
  findApprovalMethod,
  isStrict,
  type ProtectedRequest,
  readFactorState,
  useOneTimeToken,
} from '../../security/index.ts'
import { CACHE_ENTRIES_MAX, CACHE_LIFETIME_MS } from './cache-limits.ts'
import { pathOf } from './headers.ts'

/**
 * How a request is approved, and so how its use case may run. `checkedInTransaction`: by a token, by factors that have
 * not changed or by a resource that needs no approval at present.
 */
export type Approval = {
  readonly kind: 'notNeeded' | 'checkedInTransaction' | 'alreadyUsed'
  /** Runs `work` in the transaction `tx`, after the check of the approval, which marks a one-time token as used. */
  run<T>(tx: Tx, work: () => Promise<T>): Promise<T>
}

/** The users without any factor, whose requests need no query for their factors. */
export type ApprovalCache = {
  /** The time until which an entry is valid, compared with `performance.now()`. */
  readonly factorless: Map<Id<'user'>, number>
  /** Counts changes of factors. A state that was read before a change must not be cached after it. */
  changes: number
}

export function approvalCache(): ApprovalCache {
  return { factorless: new Map(), changes: 0 }
}

/** Call it when the factors of any user have changed. That is rare, so the whole cache is cleared. */
export function forgetFactors(cache: ApprovalCache): void {
  cache.factorless.clear()
  cache.changes++
}

const withoutFactors: FactorState = { epoch: 0, lockedUntil: null, removalEpoch: null, factors: [] }

async function factorStateOf(
  db: Reader,
  cache: ApprovalCache,
  userId: Id<'user'>,
): Promise<FactorState> {
  const { factorless, changes } = cache
  // The lifetime starts before the query, so that an entry is never older than CACHE_LIFETIME_MS.
  const until = performance.now() + CACHE_LIFETIME_MS
  const state = await readFactorState(db, userId)
  if (state.factors.length > 0 || state.removalEpoch !== null) factorless.delete(userId)
  else if (cache.changes === changes) {
    if (factorless.size >= CACHE_ENTRIES_MAX) factorless.clear()
    factorless.set(userId, until)
  }
  return state
}

/**
 * Thrown to roll back an attempt whose token or factors were used or changed by a concurrent request after
 * `findApprovalMethod` had read them. The whole challenge is then evaluated again.
 */
export class ConcurrentUse extends Error {}

const TRIES_MAX = 3

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

export function withApproval<T>(call: Call<T>): Promise<T> {
  const { sca: action } = call.endpoint.access
  const { caller } = call.request
  if (action === undefined || caller.kind !== 'user') return call.work(notNeeded)
  return challenge(call, { action, caller })
}

/** Evaluates the challenge again after each concurrent use of its token or change of its factors. */
async function challenge<T>(
  { app, endpoint, request, context, work }: Call<T>,
  protection: Pick<ProtectedRequest, 'action' | 'caller'>,
): Promise<T> {
  const { reader } = app.db
  const input = { ...inputOf(request, context.now), headers: context.headers }
  const resource = await endpoint.bindsTo?.(reader, input)
  let protectedRequest: ProtectedRequest = {
    ...protection,
    ...credentialsOf(request),
    isStrict: isStrict(app),
    params: input.params,
    now: context.now,
    random: context.random,
    report: context.report,
    // Few requests need the hash, and it covers the whole body and all files.
    binding: lazy(() => bindingOf(request, resource, context.settings.pepper)),
    covers: coversOf(endpoint, request, context.now),
  }
  for (let tries = 1; ; tries++) {
    if (!((await endpoint.protectedWhen?.read(reader, input)) ?? true)) {
      const result = await unlessProtected(endpoint, input, work)
      if (result !== undefined) return result.value
      if (tries >= TRIES_MAX) throw tryLater(new Error('the request was protected while it ran'))
      continue
    }
    const method = await findMethod(app, endpoint, protectedRequest)
    try {
      const result = await work(approvalBy(protectedRequest, method))
      context.setHeader('x-2fa-approval', 'token' in method ? method.token : context.random.uuid())
      context.setHeader('x-2fa-approval-result', 'APPROVED')
      return result
    } catch (error) {
      if (!(error instanceof ConcurrentUse)) throw error
      // The attempt was rolled back, so the client may send the same request again.
      if (tries >= TRIES_MAX) throw tryLater(error)
      if (method.kind === 'alreadyUsed')
        protectedRequest = { ...protectedRequest, token: undefined }
    }
  }
}

function credentialsOf(request: FastifyRequest): Pick<ProtectedRequest, 'token' | 'signature'> {
  return {
    token: headerOf(request, 'one-time-token') ?? headerOf(request, 'x-2fa-approval'),
    signature: headerOf(request, 'x-signature'),
  }
}

/**
 * Runs a request that needs no approval at present. Undefined when a concurrent request has made an approval necessary;
 * the attempt was then rolled back.
 */
async function unlessProtected<T>(
  { protectedWhen }: Endpoint,
  input: ReturnType<typeof inputOf> & Pick<Context, 'headers'>,
  work: (approval: Approval) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  try {
    const approval = checkedInTransaction(async (tx) => {
      await protectedWhen?.lock(tx, input)
      return !(await protectedWhen?.read(tx, input))
    })
    return { value: await work(approval) }
  } catch (error) {
    if (!(error instanceof ConcurrentUse)) throw error
    return undefined
  }
}

function inputOf(request: FastifyRequest, now: Temporal.Instant) {
  return {
    params: (request.params ?? {}) as Record<string, unknown>,
    body: request.body,
    caller: request.caller as UserCaller,
    now,
  }
}

/** Reads the amount and payee that the operation would pay (D114); undefined for an operation that does not pay. */
function coversOf({ covers }: Endpoint, request: FastifyRequest, now: Temporal.Instant) {
  const input = () => inputOf(request, now)
  return {
    read: async (db: Reader) => covers?.read(db, input()),
    lockAndRead: async (tx: Tx) => {
      await covers?.lock(tx, input())
      return covers?.read(tx, input())
    },
  }
}

/** Another profile's resource is a 404 and not a challenge, so ownership is checked before a challenge is sent. */
async function findMethod(
  { db: { reader }, approvalCache }: ApprovalApp,
  { checkOwnership }: Endpoint,
  protectedRequest: ProtectedRequest,
): Promise<ApprovalMethod> {
  const stateOf = (userId: Id<'user'>) => {
    const until = approvalCache.factorless.get(userId)
    if (until !== undefined && until > performance.now()) return withoutFactors
    return factorStateOf(reader, approvalCache, userId)
  }
  try {
    return await findApprovalMethod(reader, protectedRequest, stateOf)
  } catch (refusal) {
    await checkOwnership?.(reader, protectedRequest)
    throw refusal
  }
}

/**
 * A one-time token is bound to its user and to this hash of method, path and content. The content is the resource when
 * the endpoint names one, otherwise the body; a GET has none. The hash is keyed, because a body may be a PIN, and an
 * attacker could try all PINs against a plain hash.
 */
function bindingOf(request: FastifyRequest, resource: string | undefined, pepper: string): string {
  const { method, body, files = [] } = request
  const ownBody = method === 'GET' ? undefined : body
  const content = resource === undefined ? ownBody : { resource }
  const hash = requestHash(`${method} ${pathOf(request)}`, content, fingerprintOf(files))
  return createHmac('sha256', pepper).update(hash).digest('hex')
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
