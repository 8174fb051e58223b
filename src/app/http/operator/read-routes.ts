// The routes that the console of live mode reads: lists of open work, the audit of the ledger, the security log (D129).

import type { FastifyInstance } from 'fastify'
import { ID_MAX } from '../../../kernel/ids.ts'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'
import { listEntries } from '../../../operators/index.ts'
import { errorFields } from '../../error-log.ts'
import type { App } from '../context.ts'
import { ledgerAudits } from './ledger-audit.ts'
import { numberOf } from './query-numbers.ts'
import { refuseOtherPages, requireSession } from './session.ts'
import { listWaiting, type WaitingKind, waitingKinds } from './waiting.ts'

const ListUnknown: ErrorKind = {
  code: 'operator.list.unknown',
  status: 404,
  message: `The console has no list of this name. Use one of ${waitingKinds.join(', ')}.`,
}

/** Items of each list in the overview of all lists. */
const OVERVIEW_ITEMS_MAX = 10
const PAGE_ITEMS_MAX = 50
/** The database counts the rows before a page to find the page, which gets slower with each page. */
const PAGE_MAX = 200

export function mountReads(server: FastifyInstance, app: App): void {
  const onRequest = refuseOtherPages(app)
  const { db, clock, log } = app
  server.get('/console/operator/waiting', { onRequest }, async (request) => {
    await requireSession(app, request)
    const lists = await Promise.all(
      waitingKinds.map(
        async (kind) => [kind, await listWaiting(db.reader, kind, 0, OVERVIEW_ITEMS_MAX)] as const,
      ),
    )
    return Object.fromEntries(lists)
  })
  const listRoute = '/console/operator/waiting/:kind'
  server.get<{ Params: { kind: string } }>(listRoute, { onRequest }, async (request) => {
    await requireSession(app, request)
    const { kind } = request.params
    if (!waitingKinds.includes(kind as WaitingKind)) refuse(ListUnknown)
    const page = numberOf(request.query, 'page', PAGE_MAX) ?? 0
    return listWaiting(db.reader, kind as WaitingKind, page, PAGE_ITEMS_MAX)
  })
  const latestAudit = ledgerAudits(db, (error) =>
    log.error({ bug: errorFields(error) }, 'the audit of the ledger failed'),
  )
  server.get('/console/operator/audit', { onRequest }, async (request) => {
    await requireSession(app, request)
    return latestAudit(await clock.now())
  })
  server.get('/console/operator/security-log', { onRequest }, async (request) => {
    await requireSession(app, request)
    await app.securityStore?.flush()
    const beforeId = numberOf(request.query, 'before', ID_MAX) ?? ID_MAX
    const found = await listEntries(db.reader, beforeId, PAGE_ITEMS_MAX + 1)
    const entries = found.slice(0, PAGE_ITEMS_MAX)
    return { entries, before: found.length > entries.length ? entries.at(-1)?.id : null }
  })
}
