// Finds the caller of a request. Callers are cached for less than a second: most requests need no query for their
// token, and a revocation still takes effect within a second.

import type { FastifyRequest } from 'fastify'
import type { Caller, ClientCaller, TokenRule, UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Access, Endpoint } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import {
  findCaller,
  findClient,
  findOwner,
  hasLiveGrant,
  listVisibleGrants,
  OauthFailure,
} from '../../users/index.ts'
import { realNow } from '../worker/clock.ts'
import { CACHE_ENTRIES_MAX, CACHE_LIFETIME_MS } from './cache-limits.ts'
import { type LimitOwner, noLimits, type RateLimits } from './limits/rate-limit.ts'
import { clientAddress } from './limits/request-limits.ts'

// Longer credentials are not cached: otherwise 10,000 entries of up to 16 KiB, the longest header, would fill the memory.
// Tokens have 36 characters, those of console sessions 43.
const CACHED_LENGTH_MAX = 1024

type CacheEntry = { readonly caller: Caller; readonly untilMs: number }

export type Authentication = {
  readonly db: Reader
  /** The caller of each token and of each Basic header that was checked. */
  readonly cache: Map<string, CacheEntry>
  readonly limits: RateLimits
}

export function createAuthentication(db: Reader, limits = noLimits): Authentication {
  return { db, cache: new Map(), limits }
}

const noCaller: Caller = { kind: 'none' }

/**
 * Returns a cached caller, or the absence of a caller, synchronously, and any other caller after a query. Throws or rejects
 * with an `OauthFailure` when the operation does not accept the token, and with `TooManyRequests` beyond a rate limit.
 */
export function authenticate(
  authentication: Authentication,
  { access }: Pick<Endpoint, 'access'>,
  request: FastifyRequest,
): Caller | Promise<Caller> {
  const { limits } = authentication
  const credentials = tokenOf(request) ?? (access.basic && basicOf(request))
  const cached = credentials === undefined ? undefined : findCached(authentication, credentials)
  // A request with a cached token does not count against its address: otherwise an attacker at the same address could use
  // up the limit and lock the user out.
  if (cached === undefined || access.token === 'none') countRequest(authentication, request)
  if (access.token === 'none') return noCaller
  if (credentials === undefined && mayOmitCredentials(access, request)) return noCaller
  if (credentials === undefined)
    throw tokenFailure('Full authentication is required to access this resource')
  const admit = (caller: Caller) => {
    if (caller.kind !== 'none') limits.count(ownerOf(caller))
    if (!isAllowed(access.token, caller)) throw tokenFailure(wrongTokenMessages[access.token] ?? '')
    return caller
  }
  if (cached !== undefined) return admit(cached)
  return lookUp(authentication, credentials).then((caller) => {
    const admitted = admit(caller)
    limits.undoCount(addressOf(request), request.rateWindow)
    return admitted
  })
}

/** Whether the operation accepts this request without credentials. */
function mayOmitCredentials({ token }: Access, { headers }: FastifyRequest): boolean {
  return token === 'optional' && headers.authorization === undefined
}

/** Whether the caller of a long reply would still be admitted: the token may have been revoked meanwhile. */
export async function isStillAllowed(
  authentication: Authentication,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<boolean> {
  try {
    await authenticate(authentication, endpoint, request)
    return true
  } catch (error) {
    // Any other failure, such as an unreachable database or a rate limit, is not about the token.
    return !(error instanceof OauthFailure)
  }
}

/** Counts a request against the limit of its address, until a token has authenticated it (`undoCount`). */
export function countRequest({ limits }: Authentication, request: FastifyRequest): void {
  request.rateWindow = limits.count(addressOf(request))
}

/** All tokens of a user share one limit, and so do all tokens of an application. */
function ownerOf(caller: UserCaller | ClientCaller): LimitOwner {
  return caller.kind === 'user'
    ? { limit: 'user', key: caller.userId }
    : { limit: 'application', key: caller.applicationId }
}

function addressOf(request: FastifyRequest): LimitOwner {
  return { limit: 'address', key: clientAddress(request) }
}

/**
 * Counts a request of the token endpoint, which authenticates the application itself, against that application
 * instead of the address. Beyond the limit it counts against both, because it has already cost a query.
 */
export function countApplication(
  { limits }: Authentication,
  request: FastifyRequest,
  applicationId: Id<'application'>,
): void {
  limits.count({ limit: 'application', key: applicationId })
  limits.undoCount(addressOf(request), request.rateWindow)
}

function findCached({ cache }: Authentication, credentials: string): Caller | undefined {
  const cached = cache.get(credentials)
  return cached && cached.untilMs > performance.now() ? cached.caller : undefined
}

const wrongTokenMessages: Partial<Record<TokenRule, string>> = {
  user: 'This operation needs the access token of a user',
  personal: 'This operation needs a personal token; tokens of applications are refused',
  client: 'This operation needs a client credentials token',
}

function isAllowed(rule: TokenRule, caller: Caller): boolean {
  if (rule === 'personal') return caller.kind === 'user' && caller.applicationId === null
  return rule === 'any' || rule === 'optional' || rule === caller.kind
}

function tokenFailure(description: string): OauthFailure {
  return new OauthFailure(401, 'unauthorized', description, { challenge: 'Bearer' })
}

/**
 * `credentials` are a token or a whole Basic header. No token matches `BASIC`, because `tokenOf` returns no text with a space:
 * neither a Bearer header nor the cookie of a session (`hostCookie`) contains one.
 */
async function lookUp({ db, cache }: Authentication, credentials: string): Promise<Caller> {
  // The lifetime starts before the query, so that an entry is never older than CACHE_LIFETIME_MS.
  const untilMs = performance.now() + CACHE_LIFETIME_MS
  cache.delete(credentials)
  const caller = BASIC.test(credentials)
    ? await findClient(db, credentials)
    : await findCaller(db, credentials, realNow())
  if (cache.size >= CACHE_ENTRIES_MAX) cache.clear()
  if (credentials.length <= CACHED_LENGTH_MAX) cache.set(credentials, { caller, untilMs })
  return caller
}

/**
 * Returns the caller when the resource `id` of the path belongs to the caller. For an application's own token it may also
 * belong to a user who has granted the application access; for a user's token a `clientKey` may be an application of a grant
 * that the caller may see. A cached caller who lacks the profile is read again, and the result is returned if it has the
 * profile. Returns undefined otherwise.
 */
export async function callerIfOwner(
  authentication: Authentication,
  request: FastifyRequest,
  name: NonNullable<Access['owns']>,
  id: string | number,
): Promise<Caller | undefined> {
  if (await isOwn(authentication.db, request.caller, name, id)) return request.caller
  const refreshed = name === 'profileId' ? await refreshCaller(authentication, request) : undefined
  return refreshed && (await isOwn(authentication.db, refreshed, name, id)) ? refreshed : undefined
}

/**
 * Reads the caller again, and returns the caller if the number of the caller's profiles has changed: another process may have
 * created a profile after the caller was cached.
 */
export async function refreshCaller(
  authentication: Authentication,
  request: FastifyRequest,
): Promise<UserCaller | undefined> {
  const { caller } = request
  const token = tokenOf(request)
  if (caller.kind !== 'user' || token === undefined) return undefined
  const current = await lookUp(authentication, token)
  const isSame = current.kind === 'user' && current.profiles.length === caller.profiles.length
  return current.kind !== 'user' || isSame ? undefined : current
}

/** Removes a changed caller from the cache: its token, and all tokens of its user. */
export function forgetCaller({ cache }: Authentication, request: FastifyRequest): void {
  const { caller } = request
  const token = tokenOf(request)
  if (token !== undefined) cache.delete(token)
  if (caller.kind === 'user') forgetUser(cache, caller.userId)
}

function forgetUser(cache: Authentication['cache'], userId: Id<'user'>): void {
  for (const [credentials, { caller }] of cache)
    if (caller.kind === 'user' && caller.userId === userId) cache.delete(credentials)
}

/** The token of the header, or else the token of the console's session. A request with the header has no session. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return bearerOf(request) ?? request.sessionToken
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
}

const BASIC = /^Basic\s/i
const CREDENTIALS = /^Basic\s+([\w+/-]+)=*\s*$/i

/**
 * Returns Basic credentials in one spelling: base64 permits several for one secret, and a client could fill the cache with
 * them. A malformed header is returned unchanged, and refused later.
 */
function basicOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  if (!BASIC.test(authorization)) return undefined
  const credentials = CREDENTIALS.exec(authorization)?.[1]
  if (credentials === undefined) return authorization
  return `Basic ${Buffer.from(credentials, 'base64').toString('base64')}`
}

async function isOwn(
  db: Reader,
  caller: Caller,
  name: NonNullable<Access['owns']>,
  id: string | number,
): Promise<boolean> {
  if (caller.kind === 'none') return false
  if (name === 'clientKey')
    return caller.kind === 'client' ? caller.clientKey === id : hasGranted(db, caller, id)
  if (caller.kind === 'user')
    return name === 'userId'
      ? caller.userId === id
      : caller.profiles.some((profile) => profile.id === id)
  const userId =
    name === 'userId' ? (id as Id<'user'>) : (await findOwner(db, id as Id<'profile'>))?.userId
  return userId !== undefined && hasLiveGrant(db, caller.applicationId, userId)
}

/** A grant belongs to its user, and is visible to the application whose token acts for the user. */
async function hasGranted(db: Reader, caller: UserCaller, id: string | number): Promise<boolean> {
  return (await listVisibleGrants(db, caller)).some(({ clientKey }) => clientKey === id)
}
