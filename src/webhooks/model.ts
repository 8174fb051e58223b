// Pure rules: which addresses may be called, which edited bodies may be sent, and when a message is sent again.

import { isIP } from 'node:net'
import type { HttpFailure, HttpReply } from '../kernel/outside.ts'
import { next } from '../kernel/states.ts'
import { type DeliveryState, deliveryStates } from './states.ts'
import { dailyRetry, firstRetry, retryAfterMax } from './timers.ts'

/**
 * The most subscriptions of an application or a profile (gap 81). The number is limited because each subscription to an event adds a
 * message to that event.
 */
export const SUBSCRIPTIONS_MAX = 100
/** The profile id of a test notification of an application, which is about no profile. The column is not nullable. */
export const NO_PROFILE = 0
/** Edited deliveries of one application or profile that a process sends at the same time (gap 1093). */
export const EDITED_CONCURRENT_MAX = 5
/** In characters, as are `URL_LENGTH_MAX` and `BODY_LENGTH_MAX`; choices of this project. */
export const NAME_LENGTH_MAX = 255
export const URL_LENGTH_MAX = 2048
/** The length limit of an edited body (gap 1070). The messages of the service are much shorter. */
export const BODY_LENGTH_MAX = 64 * 1024

/**
 * Returns why the address must not be called (Facts 2.1, D33); undefined when the address is allowed. `subject` names the
 * address in the message.
 */
export function addressProblem(
  url: string,
  mode: 'sandbox' | 'live',
  subject = 'The callback URL',
): string | undefined {
  const parsed = /\s/.test(url) ? null : URL.parse(url)
  if (parsed === null)
    return `${subject} is not a URL. Send an absolute one, such as https://example.com/hook.`
  const { protocol } = parsed
  if (protocol !== 'https:' && (mode === 'live' || protocol !== 'http:'))
    return `${subject} must use ${mode === 'live' ? 'https' : 'http or https'}.`
  const requirement = mode === 'live' ? unmetRequirement(parsed) : undefined
  return requirement && `${subject} ${requirement}.`
}

/** The first requirement of live mode that the address does not meet, as the text after the subject of a message. */
function unmetRequirement({ hostname, port, search, username, password }: URL) {
  if (port !== '') return 'must use port 443'
  // Only an IPv6 address begins with a bracket.
  if (hostname.startsWith('[') || isIP(hostname) !== 0)
    return 'must have a domain name, not an IP address'
  if (search !== '') return 'must not have a query string'
  if (username !== '' || password !== '') return 'must not have credentials'
  return undefined
}

/** Retries after 1, 2, 4 ... 1024 minutes, then one a day (D34). */
const DOUBLING_RETRIES = 11
const DAILY_RETRIES = 14
export const ATTEMPTS_MAX = 1 + DOUBLING_RETRIES + DAILY_RETRIES
/** The most attempts when the receiver replies with one of `rejectionStatuses`, which a retry is unlikely to change (gap 78). */
const ATTEMPTS_MAX_WHEN_REJECTED = 3
const rejectionStatuses: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 409, 410, 417, 422,
])

/** The reply of a receiver, or the failure to get one. */
export type Reply = HttpReply | HttpFailure

export function isAcknowledged(reply: Reply): boolean {
  return 'status' in reply && reply.status >= 200 && reply.status < 300
}

/** The next state of a delivery, and the seconds from this attempt to the next; undefined after the last attempt. */
type Outcome = { readonly state: DeliveryState; readonly afterSeconds: number | undefined }

/**
 * `attempts` counts the attempts since the delivery was created or redelivered, including the attempt of this reply. The
 * status of this reply decides how many attempts are allowed.
 */
export function outcomeOf(from: DeliveryState, attempts: number, reply: Reply): Outcome {
  if (isAcknowledged(reply)) return { state: stateAfter(from, 'deliver'), afterSeconds: undefined }
  const isRejected = 'status' in reply && rejectionStatuses.has(reply.status)
  if (attempts >= (isRejected ? ATTEMPTS_MAX_WHEN_REJECTED : ATTEMPTS_MAX))
    return { state: stateAfter(from, 'exhaust'), afterSeconds: undefined }
  const afterSeconds = Math.max(retryDelaySeconds(attempts), requestedDelaySeconds(reply))
  return { state: stateAfter(from, 'retry'), afterSeconds }
}

/** The next state of a delivery that has only one attempt. */
export function outcomeOfSingleAttempt(reply: Reply): DeliveryState {
  return stateAfter(deliveryStates.initial, isAcknowledged(reply) ? 'deliver' : 'exhaust')
}

/** In characters; a choice of this project. The rest of a longer reason is cut off. */
const ERROR_LENGTH_MAX = 200

/** The result of an attempt in the log of deliveries: the status of the reply, or why there was no reply. */
export function resultOf(reply: Reply) {
  return {
    status: 'status' in reply ? reply.status : undefined,
    error: 'failed' in reply ? reply.failed.slice(0, ERROR_LENGTH_MAX) : undefined,
    elapsedMs: Math.round(reply.elapsedMs),
  }
}

/** Returns what is wrong with an edited body; undefined when `text` is a JSON object. */
export function bodyProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? undefined : 'The body is JSON, but not an object. Send a JSON object.'
  } catch (error) {
    return `The body is not JSON: ${(error as SyntaxError).message}. Send a JSON object.`
  }
}

function stateAfter(from: DeliveryState, move: 'deliver' | 'retry' | 'exhaust'): DeliveryState {
  const to = next(deliveryStates, from, move)
  if (to === undefined) throw new Error(`a delivery that is ${from} cannot ${move}`)
  return to
}

/** The seconds from failed attempt `n` to the next. */
function retryDelaySeconds(n: number): number {
  return n <= DOUBLING_RETRIES ? firstRetry.seconds * 2 ** (n - 1) : dailyRetry.seconds
}

/** The seconds of `Retry-After`, bounded by `retryAfterMax`. */
function requestedDelaySeconds(reply: Reply): number {
  if (!('status' in reply)) return 0
  const { 'retry-after': retryAfter = '', date = '' } = reply.headers
  const isSeconds = /^\d{1,9}$/.test(retryAfter)
  const seconds = isSeconds ? Number(retryAfter) : secondsBetween(date, retryAfter)
  return Math.min(Math.max(seconds, 0), retryAfterMax.seconds)
}

/** A date is compared with the `Date` of the same reply, so that differences between clocks do not matter. */
function secondsBetween(date: string, until: string): number {
  const [from, to] = [parseHttpDate(date), parseHttpDate(until)]
  return from && to ? to.since(from).total('seconds') : 0
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const HTTP_DATE = /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/

/** Parses `Sun, 06 Nov 1994 08:49:37 GMT`. */
function parseHttpDate(text: string): Temporal.Instant | undefined {
  const match = HTTP_DATE.exec(text)
  if (match === null) return undefined
  const [, day, month = '', year, time] = match
  const monthNumber = String(months.indexOf(month) + 1).padStart(2, '0')
  try {
    return Temporal.Instant.from(`${year}-${monthNumber}-${day}T${time}Z`)
  } catch {
    return undefined
  }
}
