// The challenge that stands before a protected operation (D30, D31). The security module says whether
// and how a request gets past it; here that is asked, and the one-time token is taken in the
// transaction of what it opens.

import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context, Endpoint } from '../../kernel/endpoint.ts'
import { requestHash } from '../../kernel/idempotency.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Settings } from '../../kernel/settings.ts'
import { tryLater } from '../../kernel/try-later.ts'
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
import { pathOf } from './url.ts'

/** How the use case is to be run. */
export type Approval = {
  readonly kind: 'notNeeded' | 'token' | 'alreadyUsed'
  /** Runs `work` in a transaction in which the token is taken as well. */
  run<T>(tx: Tx, work: () => Promise<T>): Promise<T>
}

/** What is remembered of users: that they have no factor, and until when to believe it. */
export type ApprovalCache = {
  readonly factorless: Map<Id<'user'>, number>
  /** Counts what may have made it untrue. */
  changes: number
}

const REMEMBERED_MS = 900
const REMEMBERED_MAX = 10_000

export function approvalCache(): ApprovalCache {
  return { factorless: new Map(), changes: 0 }
}

/** Somebody's factors have changed. That is rare, so everything is forgotten. */
export function forgetFactors(protection: ApprovalCache): void {
  protection.factorless.clear()
  protection.changes++
}

const factorless: FactorState = { epoch: 0, lockedUntil: null, removalEpoch: null, factors: [] }

async function factorStateOf(
  db: Reader,
  protection: ApprovalCache,
  userId: Id<'user'>,
): Promise<FactorState> {
  const { factorless: known, changes } = protection
  // Counted from before the question, so that the answer is never older than it is said to be.
  const until = performance.now() + REMEMBERED_MS
  const state = await readFactorState(db, userId)
  if (state.factors.length > 0 || state.removalEpoch !== null) known.delete(userId)
  else if (protection.changes === changes) {
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(userId, until)
  }
  return state
}

/** The token died, or was taken by somebody else, between the look at it and the use of it. */
export class ConcurrentUse extends Error {}

const TRIES_MAX = 3

const notNeeded: Approval = { kind: 'notNeeded', run: (_, work) => work() }

// Whoever comes again with the token of what was done may hear what became of it, such as "already
// paid"; were there anything left to do, it would need a token of its own.
const alreadyUsed: Approval = {
  kind: 'alreadyUsed',
  run: async (_, work) => {
    await work()
    throw new ConcurrentUse()
  },
}

/** Runs the work when something still holds in its transaction. */
const holding = (holds: (tx: Tx) => Promise<boolean>): Approval => ({
  kind: 'token',
  run: async (tx, work) => {
    if (!(await holds(tx))) throw new ConcurrentUse()
    return work()
  },
})

function approvalBy(protectedRequest: ProtectedRequest, method: ApprovalMethod): Approval {
  if (method.kind === 'token') return holding((tx) => useOneTimeToken(tx, protectedRequest, method))
  if (method.kind === 'factorsUnchanged')
    return holding((tx) => areFactorsUnchanged(tx, protectedRequest, method))
  return method.kind === 'notNeeded' ? notNeeded : alreadyUsed
}

type Protected = {
  readonly db: { readonly reader: Reader }
  readonly mode: 'sandbox' | 'live'
  readonly settings: Settings
  readonly approvalCache: ApprovalCache
}

export function withApproval<T>(
  app: Protected,
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Omit<Context, 'requestHash'>,
  go: (pass: Approval) => Promise<T>,
): Promise<T> {
  const { sca: action } = endpoint.access
  const { caller } = request
  if (action === undefined || caller.kind !== 'user') return go(notNeeded)
  return challenge(app, endpoint, request, context, { action, caller }, go)
}

async function challenge<T>(
  { db: { reader }, mode, settings, approvalCache }: Protected,
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Omit<Context, 'requestHash'>,
  { action, caller }: Pick<ProtectedRequest, 'action' | 'caller'>,
  go: (pass: Approval) => Promise<T>,
): Promise<T> {
  const stateOf = (userId: Id<'user'>) => {
    const until = approvalCache.factorless.get(userId)
    if (until !== undefined && until > performance.now()) return factorless
    return factorStateOf(reader, approvalCache, userId)
  }
  let bound: string | undefined
  let protectedRequest: ProtectedRequest = {
    action,
    caller,
    strict: isStrict({ mode, settings }),
    params: (request.params ?? {}) as Record<string, unknown>,
    now: context.now,
    random: context.random,
    report: context.report,
    binding: () => {
      bound ??= bindingOf(request, context.settings.pepper)
      return bound
    },
    covers: coversOf(endpoint, request, context.now),
    token: headerOf(request, 'one-time-token') ?? headerOf(request, 'x-2fa-approval'),
    signature: headerOf(request, 'x-signature'),
  }
  for (let tries = 1; ; tries++) {
    const method = await findMethod(reader, endpoint, protectedRequest, stateOf)
    try {
      const done = await go(approvalBy(protectedRequest, method))
      context.setHeader('x-2fa-approval', 'token' in method ? method.token : context.random.uuid())
      context.setHeader('x-2fa-approval-result', 'APPROVED')
      return done
    } catch (error) {
      if (!(error instanceof ConcurrentUse)) throw error
      // Whatever was done was undone with its transaction, so the client may send the same request again.
      if (tries >= TRIES_MAX) throw tryLater(error)
      if (method.kind === 'alreadyUsed')
        protectedRequest = { ...protectedRequest, token: undefined }
    }
  }
}

/** What the operation would pay (D114), where it pays anything. */
function coversOf({ covers }: Endpoint, request: FastifyRequest, now: Temporal.Instant) {
  const input = () => ({
    params: (request.params ?? {}) as Record<string, unknown>,
    body: request.body,
    caller: request.caller as UserCaller,
    now,
  })
  return {
    read: async (db: Reader) => covers?.read(db, input()),
    lockAndRead: async (tx: Tx) => {
      await covers?.lock(tx, input())
      return covers?.read(tx, input())
    },
  }
}

/** What is not the caller's is refused as such: nothing is to be proved for it. */
async function findMethod(
  db: Reader,
  { checkOwnership }: Endpoint,
  protectedRequest: ProtectedRequest,
  cachedStateOf: Parameters<typeof findApprovalMethod>[2],
): Promise<ApprovalMethod> {
  try {
    return await findApprovalMethod(db, protectedRequest, cachedStateOf)
  } catch (refusal) {
    await checkOwnership?.(db, protectedRequest)
    throw refusal
  }
}

/**
 * What a one-time token is bound to besides its user: method, path and, but for GET, the body. Keyed,
 * because a body may be a PIN, and all PINs can be tried.
 */
function bindingOf(request: FastifyRequest, pepper: string): string {
  const { method, body } = request
  const hash = requestHash(`${method} ${pathOf(request)}`, method === 'GET' ? undefined : body)
  return createHmac('sha256', pepper).update(hash).digest('hex')
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
