// Runs one request of one endpoint: ownership, approval and use case. Then logs the reported security events or, after a
// refusal, commits the side effect of that refusal.

import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { KeyReused } from '../../../kernel/idempotency.ts'
import { type ErrorKind, Refusal, refuse } from '../../../kernel/refusal.ts'
import { collectReports, type Reports } from '../../../kernel/security-event.ts'
import { TryLater } from '../../../kernel/try-later.ts'
import { protectionErrors } from '../../../security/index.ts'
import { OauthFailure } from '../../../users/index.ts'
import { type Approval, withApproval } from '../approval.ts'
import { forgetFactors } from '../approval-cache.ts'
import { callerIfOwner, forgetCaller, refreshCaller } from '../authentication.ts'
import type { App } from '../context.ts'
import { TooManyRequests } from '../limits/rate-limit.ts'
import { KeyMalformed, KeyMissing } from './idempotency-key.ts'
import { type Result, type Run, runUseCase, type UnhashedContext } from './run-use-case.ts'

export const NotFound: ErrorKind = {
  code: 'not.found',
  status: 404,
  message:
    'There is nothing with this id that this access token may use. Check the ids in the path.',
}

/** Refusals that any endpoint may return. An endpoint declares its other refusals, except `protectionErrors`. */
export const commonErrors: readonly ErrorKind[] = [
  NotFound,
  KeyReused,
  KeyMissing,
  KeyMalformed,
  TryLater,
  TooManyRequests,
]

/** One request, as the handler of its route passes it. */
type ReceivedRequest = Omit<Run, 'context' | 'reports'> & {
  readonly context: Omit<UnhashedContext, 'report'>
}

export async function runRequest(received: ReceivedRequest): Promise<Result> {
  const { app, endpoint, request } = received
  const reports = collectReports()
  const context = { ...received.context, report: reports.report }
  const current: Run = { ...received, context, reports }
  try {
    const { owns: name } = endpoint.access
    if (name !== undefined) await checkOwner(app, endpoint, request, name)
    const result = await runOrRetry(current)
    if (endpoint.changesFactors) forgetFactors(app.approvalCache)
    if (endpoint.changesCaller) forgetCaller(app.authentication, request)
    logReports(app, request, reports)
    return result
  } catch (error) {
    throw replaceUndeclared(endpoint, await commitSideEffect(app, request, error))
  }
}

function logReports({ securityLog }: App, request: FastifyRequest, reports: Reports): void {
  for (const event of reports.take()) securityLog(event, request)
}

/** On a 404 the cached caller is refreshed, and the request is retried once if the profiles of the caller have changed. */
async function runOrRetry(current: Run): Promise<Result> {
  try {
    return await runWithApproval(current)
  } catch (error) {
    if (!(await refreshStaleCaller(current, error))) throw error
    return runWithApproval(current)
  }
}

/** Refreshes the cached caller after a 404. Returns whether its profiles have changed, so that a retry can succeed. */
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

function runWithApproval(current: Run): Promise<Result> {
  const { app, endpoint, request, context } = current
  const work = (approval: Approval) => runUseCase(current, approval)
  return withApproval({ app, endpoint, request, context, work })
}

/**
 * Commits the side effect that a refusal declares, in a separate transaction, because the transaction of the request was
 * rolled back. Returns the error to send, which the side effect may replace.
 */
async function commitSideEffect(
  app: App,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
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

/** Replaces a refusal that the endpoint does not declare: such a refusal is a bug in the service, and the reply is 500. */
function replaceUndeclared(endpoint: Endpoint, error: unknown): unknown {
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
