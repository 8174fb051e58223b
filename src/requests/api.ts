// The endpoints of this module. Their requests are not logged: a client that watches the log would otherwise fill the log.
// `app` passes the declared messages of all modules, because this module cannot import them.

import { type Endpoint, reads } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { CursorInvalid, RequestNotFound, WordInvalid } from './errors.ts'
import type { MessageOf } from './model.ts'
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

/** `messageOf` returns the declared message of a logged error. */
export function requestEndpoints(messageOf: MessageOf): readonly Endpoint[] {
  const list = reads(
    {
      ...ofLog,
      id: 'requests.list',
      operationId: 'listRequests',
      route: 'GET /v1/sandbox/requests',
      summary:
        'List and search the requests that you, or applications for you, have sent, newest first.',
      query: RequestsQuery,
      reply: Requests,
      errors: [WordInvalid, CursorInvalid],
    },
    async (db, { caller, query }) =>
      showPage(await listRequests(db, caller.userId, query), messageOf),
  )
  const get = reads(
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
    async (db, { caller, params: { requestId } }) => {
      const found = await findRequest(db, caller.userId, requestId)
      return showRequest(found ?? refuse(RequestNotFound, { arguments: [requestId] }), messageOf)
    },
  )
  return [list, get]
}
