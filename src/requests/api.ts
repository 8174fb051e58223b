// The endpoints of this module. They are not logged themselves: a client that watches the log would otherwise fill it.

import { reads } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { CursorInvalid, RequestNotFound, WordInvalid } from './errors.ts'
import {
  LoggedRequest,
  RequestParams,
  Requests,
  RequestsQuery,
  showPage,
  showRequest,
} from './schemas.ts'
import { listRequests } from './search/list-requests.ts'
import { findRequest } from './search/store.ts'

const ofLog = {
  spec: 'D130',
  access: { token: 'personal' },
  sandboxOnly: true,
  neverLogged: true,
} as const

export const list = reads(
  {
    ...ofLog,
    id: 'requests.list',
    operationId: 'listRequests',
    route: 'GET /v1/sandbox/requests',
    summary: 'List and search the requests that you and your applications have sent, newest first.',
    query: RequestsQuery,
    reply: Requests,
    errors: [WordInvalid, CursorInvalid],
  },
  async (db, { caller, query }) => showPage(await listRequests(db, caller.userId, query)),
)

export const get = reads(
  {
    ...ofLog,
    id: 'requests.get',
    operationId: 'getRequest',
    route: 'GET /v1/sandbox/requests/{requestId}',
    summary: 'Get a request of the log with its bodies and headers.',
    params: RequestParams,
    reply: LoggedRequest,
    errors: [RequestNotFound],
  },
  async (db, { caller, params: { requestId } }) =>
    showRequest(
      (await findRequest(db, caller.userId, requestId)) ??
        refuse(RequestNotFound, { arguments: [requestId] }),
    ),
)
