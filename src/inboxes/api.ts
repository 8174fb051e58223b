// The endpoints of inboxes: receivers of webhooks that the service itself offers (D130). The requests to an inbox do not
// come here but to `app/http/console/inboxes.ts`.

import Type from 'typebox'
import { readCursor } from '../kernel/cursor-pages.ts'
import { reads, writes } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import {
  InboxCursorInvalid,
  InboxNotFound,
  ReceivedRequestNotFound,
  TooManyInboxes,
} from './errors.ts'
import { INBOXES_MAX, STATUS_DEFAULT } from './model.ts'
import * as schemas from './schemas.ts'
import { NUMBER_MAX, PAGE_SIZE_DEFAULT, showInbox, showRequest, showRequests } from './schemas.ts'
import {
  deleteInbox,
  findRequest,
  insertInbox,
  isInboxOf,
  listInboxes,
  listRequests as listReceivedRequests,
  lockAndCountInboxes,
  updateInbox,
} from './store.ts'

const ofInboxes = {
  spec: 'D130, gap 1065',
  access: { token: 'personal' },
  sandboxOnly: true,
} as const

export const create = writes(
  {
    ...ofInboxes,
    id: 'inboxes.create',
    operationId: 'createInbox',
    route: 'POST /v1/sandbox/inboxes',
    summary: 'Create an inbox: a URL that receives webhooks and keeps them for you to read.',
    body: schemas.NewInbox,
    reply: schemas.Inbox,
    status: 201,
    onRepeat: 'another',
    errors: [TooManyInboxes],
  },
  async (tx, { caller: { userId }, body, now, random, baseUrl }) => {
    if ((await lockAndCountInboxes(tx, userId)) >= INBOXES_MAX) refuse(TooManyInboxes)
    const { replyStatus = STATUS_DEFAULT, replyDelayMs = 0 } = body
    const id = random.uuid()
    const row = await insertInbox(tx, { userId, id, replyStatus, replyDelayMs, createdAt: now })
    return showInbox(row, baseUrl())
  },
)

export const list = reads(
  {
    ...ofInboxes,
    id: 'inboxes.list',
    operationId: 'listInboxes',
    route: 'GET /v1/sandbox/inboxes',
    summary: 'List your inboxes, oldest first.',
    reply: schemas.Inboxes,
    errors: [],
  },
  async (db, { caller: { userId }, baseUrl }) =>
    (await listInboxes(db, userId)).map((row) => showInbox(row, baseUrl())),
)

export const change = writes(
  {
    ...ofInboxes,
    id: 'inboxes.change',
    operationId: 'changeInbox',
    route: 'PATCH /v1/sandbox/inboxes/{inboxId}',
    summary: 'Change how an inbox answers, to try failures and retries.',
    params: schemas.InboxParams,
    body: schemas.InboxChange,
    reply: schemas.Inbox,
    onRepeat: 'same',
    errors: [InboxNotFound],
  },
  async (tx, { caller: { userId }, params: { inboxId }, body, baseUrl }) => {
    const row = await updateInbox(tx, { userId, id: inboxId }, body)
    return showInbox(row ?? refuse(InboxNotFound, { arguments: [inboxId] }), baseUrl())
  },
)

export const remove = writes(
  {
    ...ofInboxes,
    id: 'inboxes.delete',
    operationId: 'deleteInbox',
    route: 'DELETE /v1/sandbox/inboxes/{inboxId}',
    summary: 'Delete an inbox with the requests that it has received.',
    params: schemas.InboxParams,
    reply: Type.Null(),
    status: 204,
    onRepeat: InboxNotFound,
    errors: [InboxNotFound],
  },
  async (tx, { caller: { userId }, params: { inboxId } }) => {
    if (!(await deleteInbox(tx, userId, inboxId))) refuse(InboxNotFound, { arguments: [inboxId] })
    return null
  },
)

export const listRequests = reads(
  {
    ...ofInboxes,
    id: 'inboxes.list-requests',
    operationId: 'listReceivedRequests',
    route: 'GET /v1/sandbox/inboxes/{inboxId}/requests',
    summary: 'List the requests that an inbox has received, newest first.',
    // A client that watches an inbox would fill the log.
    neverLogged: true,
    params: schemas.InboxParams,
    query: schemas.ReceivedRequestsQuery,
    reply: schemas.ReceivedRequests,
    errors: [InboxNotFound, InboxCursorInvalid],
  },
  async (db, { caller: { userId }, params: { inboxId }, query }) => {
    const { nextCursor, size = PAGE_SIZE_DEFAULT } = query
    const beforeNumber = readCursor(nextCursor, InboxCursorInvalid, NUMBER_MAX)
    if (!(await isInboxOf(db, userId, inboxId))) refuse(InboxNotFound, { arguments: [inboxId] })
    const page = { beforeNumber, rowsMax: size + 1 }
    return showRequests(await listReceivedRequests(db, { userId, inboxId }, page), size)
  },
)

export const getRequest = reads(
  {
    ...ofInboxes,
    id: 'inboxes.get-request',
    operationId: 'getReceivedRequest',
    route: 'GET /v1/sandbox/inboxes/{inboxId}/requests/{number}',
    summary: 'Get a request that an inbox has received, with its headers and its body.',
    neverLogged: true,
    params: schemas.ReceivedRequestParams,
    reply: schemas.ReceivedRequest,
    errors: [ReceivedRequestNotFound],
  },
  async (db, { caller: { userId }, params: { inboxId, number } }) =>
    showRequest(
      (await findRequest(db, { userId, inboxId }, number)) ??
        refuse(ReceivedRequestNotFound, { arguments: [number] }),
    ),
)
