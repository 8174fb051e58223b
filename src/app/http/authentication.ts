// Who is asking. What a token means is remembered for a moment, so that in the steady state no
// request pays a database round trip for its token, and a revocation still holds within a second.

import type { FastifyRequest } from 'fastify'
import type { Caller, ClientCaller, UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Access, Endpoint, TokenRule } from '../../kernel/endpoint.ts'
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
import { type Counted, noLimits, type RateLimits } from './limits/rate-limit.ts'
import { clientAddress } from './limits/request-limits.ts'

const REMEMBERED_MS = 900
const REMEMBERED_MAX = 10_000
// Tokens have 36 characters. Bits that Base64 ignores spell Basic credentials in headers of up to 16 KiB.
const REMEMBERED_LENGTH_MAX = 1024

type Known = { readonly caller: Caller; readonly until: number }

export type Authentication = {
  readonly db: Reader
  readonly known: Map<string, Known>
  readonly limits: RateLimits
}

export function authentication(db: Reader, limits = noLimits): Authentication {
  return { db, known: new Map(), limits }
}

const nobody: Caller = { kind: 'none' }

/** At once, or, for who was not seen a moment ago, when the database has said who it is. */
export function authenticate(
  authentication: Authentication,
  { access }: Endpoint,
  request: FastifyRequest,
): Caller | Promise<Caller> {
  const { limits } = authentication
  const shown = bearerOf(request) ?? (access.basic && basicOf(request))
  const known = shown === undefined ? undefined : recall(authentication, shown)
  // A known token is not counted for its address, which it may share with an attacker.
  if (known === undefined || access.token === 'none') limits.count(addressOf(request))
  if (access.token === 'none') return nobody
  if (request.headers.authorization === undefined && access.token === 'optional') return nobody
  if (shown === undefined)
    throw unauthorized('Full authentication is required to access this resource')
  const admit = (caller: Caller) => {
    if (caller.kind !== 'none') limits.count(countedOf(caller))
    if (!isAllowed(access.token, caller)) throw unauthorized(wrongKind[access.token] ?? '')
    return caller
  }
  if (known !== undefined) return admit(known)
  return lookUp(authentication, shown).then((caller) => {
    const admitted = admit(caller)
    limits.giveBack(addressOf(request))
    return admitted
  })
}

/** All tokens of a user are one, and so are all tokens of an application. */
function countedOf(caller: UserCaller | ClientCaller): Counted {
  return caller.kind === 'user'
    ? { limit: 'user', key: caller.userId }
    : { limit: 'application', key: caller.applicationId }
}

function addressOf(request: FastifyRequest): Counted {
  return { limit: 'address', key: clientAddress(request) }
}

/**
 * The token endpoint authenticates applications itself: from then on the request counts for one. Beyond the
 * limit of the application it counts for its address too, since it has been looked up in the database.
 */
export function countApplication(
  { limits }: Authentication,
  request: FastifyRequest,
  applicationId: Id<'application'>,
): void {
  limits.count({ limit: 'application', key: applicationId })
  limits.giveBack(addressOf(request))
}

function recall({ known }: Authentication, shown: string): Caller | undefined {
  const remembered = known.get(shown)
  return remembered && remembered.until > performance.now() ? remembered.caller : undefined
}

const wrongKind: Partial<Record<TokenRule, string>> = {
  user: 'This operation needs the access token of a user',
  personal: 'This operation needs a personal token, which no application holds',
  client: 'This operation needs a client credentials token',
}

function isAllowed(rule: TokenRule, caller: Caller): boolean {
  if (rule === 'personal') return caller.kind === 'user' && caller.applicationId === null
  return rule === 'any' || rule === 'optional' || rule === caller.kind
}

function unauthorized(description: string): OauthFailure {
  return new OauthFailure(401, 'unauthorized', description, { challenge: 'Bearer' })
}

/** `shown` is a token, or a whole Basic header, which no token looks like. */
async function lookUp({ db, known }: Authentication, shown: string): Promise<Caller> {
  // Counted from before the question, so that the answer is never older than it is said to be.
  const until = performance.now() + REMEMBERED_MS
  known.delete(shown)
  const caller = BASIC.test(shown)
    ? await findClient(db, shown)
    : await findCaller(db, shown, realNow())
  if (known.size >= REMEMBERED_MAX) known.clear()
  if (shown.length <= REMEMBERED_LENGTH_MAX) known.set(shown, { caller, until })
  return caller
}

/** The caller, when the path's thing is its own; undefined otherwise. */
export async function owns(
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
 * The caller as it is now, when that is not as it was remembered: a profile that is not among the
 * remembered ones may have been made a moment ago in another process.
 */
export async function refreshCaller(
  authentication: Authentication,
  request: FastifyRequest,
): Promise<UserCaller | undefined> {
  const { caller } = request
  const bearer = bearerOf(request)
  if (caller.kind !== 'user' || bearer === undefined) return undefined
  const again = await lookUp(authentication, bearer)
  if (again.kind !== 'user' || again.profiles.length === caller.profiles.length) return undefined
  return again
}

/** Forgets what is cached of a caller that has changed: the token, and all tokens of its user. */
export function forgetCaller({ known }: Authentication, request: FastifyRequest): void {
  const { caller } = request
  const bearer = bearerOf(request)
  if (bearer !== undefined) known.delete(bearer)
  if (caller.kind === 'user') forgetUser(known, caller.userId)
}

function forgetUser(known: Authentication['known'], userId: Id<'user'>): void {
  for (const [bearer, { caller }] of known)
    if (caller.kind === 'user' && caller.userId === userId) known.delete(bearer)
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
}

const BASIC = /^Basic\s/i
const CREDENTIALS = /^Basic\s+([\w+/-]+)=*\s*$/i

/** Credentials in one spelling, so that a client does not fill the cache with all that it can think of. */
function basicOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  if (!BASIC.test(authorization)) return undefined
  const credentials = CREDENTIALS.exec(authorization)?.[1]
  return credentials === undefined ? authorization : `Basic ${credentials}`
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

/** A grant is its user's, and that of the application whose token acts for the user. */
async function hasGranted(db: Reader, caller: UserCaller, id: string | number): Promise<boolean> {
  return (await listVisibleGrants(db, caller)).some(({ clientKey }) => clientKey === id)
}
