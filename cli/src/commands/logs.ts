// `godwit logs`: lists and follows the log of requests of a sandbox.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Godwit, LoggedRequestSummary } from '@godwit/sdk'
import { type Context, print, reportProgress, type ServiceOptions } from '../context.ts'
import { PAGE_SIZE_MAX } from '../declarations/logs.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { connect } from '../service.ts'

export type LogsOptions = ServiceOptions & { readonly follow: boolean; readonly limit: number }

/** The log is read at least this often, because a request may come before the feed is open. */
const FOLLOW_MS = 5_000
const PROBE_MS = 100
/** Three seconds in all: the service writes the log every 200 ms, and less often while the database refuses writes. */
const PROBES_MAX = 30

export async function logs(this: Context, options: LogsOptions, ...words: string[]): Promise<void> {
  const { limit, follow } = options
  if (!Number.isInteger(limit) || limit < 0 || limit > PAGE_SIZE_MAX)
    throw new UsageError(`--limit is ${limit}; write a number from 0 to ${PAGE_SIZE_MAX}.`)
  const service = await connect(options, this.process.env)
  await service.call(async (godwit) => {
    if (follow) await requireLog(godwit)
    const reader = readerOf(godwit, words.join(' '))
    const printAll = (requests: readonly LoggedRequestSummary[]) => {
      for (const request of requests) print(this, options.json ? request : lineOf(request), options)
    }
    const newest = await reader()
    if (newest.length === 0 && !follow) {
      await requireLog(godwit)
      reportProgress(this, 'No request of the log matches.', options)
    }
    printAll(newest.slice(newest.length - Math.min(limit, newest.length)))
    if (follow) for await (const _ of changes(godwit, this.signal)) printAll(await reader())
  })
}

/**
 * Yields when the live feed has a request, and at least every `FOLLOW_MS`, until Ctrl-C. Requests that come while the log is read
 * are one change, so that many requests do not need as many reads.
 */
async function* changes(godwit: Godwit, signal: AbortSignal): AsyncGenerator<void> {
  const ended = new AbortController()
  const endSignal = AbortSignal.any([signal, ended.signal])
  let change = Promise.withResolvers<void>()
  const watch = async () => {
    for await (const entry of godwit.feed.streamFeed({}, { signal: endSignal }))
      if (entry.kind === 'request') change.resolve()
  }
  const watching = watch()
  try {
    while (!signal.aborted) {
      const pause = sleep(FOLLOW_MS, undefined, { signal: endSignal }).catch(() => undefined)
      await Promise.race([change.promise, pause, watching])
      change = Promise.withResolvers()
      yield
    }
  } finally {
    ended.abort()
    await watching.catch(() => undefined)
  }
}

/**
 * Returns a function whose first call returns the newest page of requests, and whose later calls return the requests that were
 * added since the previous call, oldest first. The function remembers all ids of a page and not only the greatest, because a
 * request may be written after a request with a greater id.
 */
function readerOf(godwit: Godwit, query: string): () => Promise<LoggedRequestSummary[]> {
  let seenIds = new Set<number>()
  /** Requests up to this id are on pages after those that the previous call has read, so they are not new. */
  let oldIdMax = 0
  let isFirstCall = true
  return async () => {
    const added: LoggedRequestSummary[] = []
    const ids: number[] = []
    let cursor: string | null = null
    do {
      const page = { size: PAGE_SIZE_MAX, ...(cursor !== null && { nextCursor: cursor }) }
      const reply = await godwit.requests.listRequests({ query: { query, ...page } })
      const unseen = reply.requests.filter(({ id }) => !seenIds.has(id) && id > oldIdMax)
      added.push(...unseen)
      ids.push(...reply.requests.map(({ id }) => id))
      // After a page on which every request is new, the next page may have new ones too. The first call reads one page.
      cursor = !isFirstCall && unseen.length === PAGE_SIZE_MAX ? reply.cursor : null
    } while (cursor !== null)
    isFirstCall = false
    if (ids.length > 0) {
      seenIds = new Set(ids)
      oldIdMax = Math.max(oldIdMax, Math.min(...ids) - 1)
    }
    return added.sort((a, b) => a.id - b.id)
  }
}

/** Sends a request and looks for it in the log, because a log that is off and a search without a match return the same. */
async function requireLog(godwit: Godwit): Promise<void> {
  const probes = readerOf(godwit, 'operation:getCurrentUser')
  await probes()
  await godwit.profiles.getCurrentUser()
  for (let n = 0; n < PROBES_MAX; n++) {
    await sleep(PROBE_MS)
    if ((await probes()).length > 0) return
  }
  throw new CommandFailed(
    'The service keeps no log of requests. Start the service without GODWIT_REQUEST_LOG=off (docs/configuration.md).',
  )
}

function lineOf(request: LoggedRequestSummary): string {
  const { createdAt, status, method, path, operation, durationMicros, errors, subjects } = request
  const ms = (durationMicros / 1000).toFixed(1).padStart(8)
  const about = [...errors.map(faultOf), ...subjects].join(' ')
  return `${createdAt}  ${status}  ${ms} ms  ${method.padEnd(6)} ${path}  ${operation}  ${about}`.trimEnd()
}

/** Such as `NotNull (profile): is required`. */
function faultOf({ code, path, message }: LoggedRequestSummary['errors'][number]): string {
  return [path ? `${code} (${path})` : code, ...(message ? [message] : [])].join(': ')
}
