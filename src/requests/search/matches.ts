// Decides whether a request meets the conditions of a search, and which words the Bloom filter of its batch must contain.

import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { ERROR_STATUS_MIN } from '../log/answered-request.ts'
import { isRead, wordOf } from '../log/batch.ts'
import type { RequestSummary } from '../model.ts'
import type { Conditions } from './read-words.ts'

/** The words that the Bloom filter of a batch must contain for the batch to have a match. */
export function filterWordsOf(userId: Id<'user'>, conditions: Conditions): string[] {
  return [
    wordOf.user(userId),
    ...conditions.subjects,
    ...conditions.traceIds.map(wordOf.trace),
    ...(findsOnlyErrors(conditions) ? [wordOf.error] : []),
    ...(conditions.hidesReads ? [wordOf.hideReads] : []),
  ]
}

function findsOnlyErrors({ onlyErrors, statusMin }: Conditions): boolean {
  return onlyErrors || statusMin >= ERROR_STATUS_MIN
}

/** In the JSON text of a request: the status is below `ERROR_STATUS_MIN`. */
const SUCCESS_IN_JSON = /"onlyReads":(true|false),"status":[123]/
/** In the JSON text of a request: the operation only reads, and the status is below `ERROR_STATUS_MIN` (`isRead`). */
const READ_IN_JSON = /"onlyReads":true,"status":[123]/

/**
 * Returns a function that rejects the JSON text of a request that cannot match. A text that it accepts may still be no match. Most
 * requests of a batch match no search, and to parse their texts takes most of the time of a page.
 */
export function jsonFilterOf(conditions: Conditions): (json: string) => boolean {
  const { hidesReads, idempotencies, methods, operations, paths, subjects, traceIds } = conditions
  const values = [idempotencies, methods, operations, subjects, traceIds].flat()
  const texts = [
    ...values.map((value) => JSON.stringify(value)),
    // A path or route begins with these, so the quotation mark at the end is left out.
    ...paths.map((start) => JSON.stringify(start).slice(0, -1)),
  ]
  const onlyErrors = findsOnlyErrors(conditions)
  return (json) =>
    texts.every((text) => json.includes(text)) &&
    !(hidesReads && READ_IN_JSON.test(json)) &&
    !(onlyErrors && SUCCESS_IN_JSON.test(json))
}

export function isMatch(request: RequestSummary, conditions: Conditions): boolean {
  const { status, idempotency, method, operation, path, route, profileId, subjects } = request
  const { onlyErrors, hidesReads, statusMin, statusMax } = conditions
  return (
    status >= statusMin &&
    status <= statusMax &&
    (!onlyErrors || status >= ERROR_STATUS_MIN) &&
    !(hidesReads && isRead(request)) &&
    conditions.idempotencies.every((wanted) => idempotency === wanted) &&
    conditions.methods.every((wanted) => method === wanted) &&
    conditions.operations.every((wanted) => operation === wanted) &&
    conditions.paths.every((wanted) => path.startsWith(wanted) || route.startsWith(wanted)) &&
    conditions.profileIds.every((wanted) => profileId === wanted) &&
    conditions.subjects.every((wanted) => subjects.includes(wanted)) &&
    conditions.traceIds.every((wanted) => request.traceId === wanted) &&
    isSince(request, conditions) &&
    hasTexts(request, conditions)
  )
}

function isSince({ answeredMs }: RequestSummary, { since }: Conditions): boolean {
  return since === undefined || !isAfter(since, Temporal.Instant.fromEpochMilliseconds(answeredMs))
}

function hasTexts({ operation, path, errors }: RequestSummary, { texts }: Conditions): boolean {
  if (texts.length === 0) return true
  const searched = [operation, path, ...errors.map(({ code }) => code)].join(' ').toLowerCase()
  return texts.every((wanted) => searched.includes(wanted))
}
