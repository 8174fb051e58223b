// The endpoints of recipients.

import Type from 'typebox'
import { DetailRequired } from '../corridors/index.ts'
import { profileIds } from '../kernel/caller.ts'
import { reads, writesOneStatement } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { idIn, input } from '../kernel/wire.ts'
import { ProfileMissing } from '../profiles/index.ts'
import { personalProfile } from '../users/index.ts'
import { createRecipient, timeOfRefusal } from './create-recipient.ts'
import { createRefundRecipient } from './create-refund-recipient.ts'
import { deactivateRecipient } from './deactivate-recipient.ts'
import {
  DetailNotValid,
  NoPersonalProfile,
  RecipientInactive,
  RecipientMissing,
  RecipientOfBalances,
} from './errors.ts'
import { getRecipient } from './get-recipient.ts'
import { listRecipients } from './list-recipients.ts'
import {
  CreateRecipient,
  CreateRefundRecipient,
  ListRecipients,
  RecipientsV1,
  RecipientV1,
  showRecipientV1,
} from './schemas.ts'
import { RecipientPage, RecipientV2, showPage, showRecipientV2 } from './schemas-v2.ts'

const RecipientParams = Type.Object({ accountId: idIn('recipient') })

export const create = writesOneStatement(
  {
    id: 'recipients.create',
    operationId: 'createRecipient',
    route: 'POST /v1/accounts',
    summary: 'Add a recipient. Adding the same one again returns the existing recipient.',
    spec: 'A 4.2, D17, D18',
    access: { token: 'user' },
    query: input({
      refund: Type.Optional(Type.Boolean({ description: 'Whether the account receives refunds' })),
    }),
    body: CreateRecipient,
    reply: RecipientV1,
    onRepeat: 'same',
    errors: [ProfileMissing, NoPersonalProfile, DetailNotValid, DetailRequired],
    refusalFields: timeOfRefusal,
  },
  async (tx, { body, query, caller, now }) => {
    const { profile, details = {}, ...account } = body
    const profileId = profile ?? personalProfile(caller)?.id ?? refuse(NoPersonalProfile)
    const refund = query.refund ?? false
    const draft = { ...account, details }
    const recipient = await createRecipient(tx, { profileId, draft, refund }, caller, now)
    return showRecipientV1(recipient, caller.profiles)
  },
)

export const createRefund = writesOneStatement(
  {
    id: 'recipients.create-refund',
    operationId: 'createRefundRecipient',
    route: 'POST /v1/refund-accounts',
    summary:
      'Add a recipient for refunds, for the sourceAccount of transfers. Adding the same one again returns the existing recipient.',
    spec: 'A 4.2',
    access: { token: 'user' },
    body: CreateRefundRecipient,
    reply: RecipientV1,
    onRepeat: 'same',
    errors: [ProfileMissing, DetailNotValid, DetailRequired],
    refusalFields: timeOfRefusal,
  },
  async (tx, { body, caller, now }) =>
    showRecipientV1(await createRefundRecipient(tx, body, caller, now), caller.profiles),
)

export const listV1 = reads(
  {
    id: 'recipients.list',
    operationId: 'listRecipientsV1',
    route: 'GET /v1/accounts',
    summary: "List a profile's recipients, with paging in the headers.",
    spec: 'A 4.2, D18',
    access: { token: 'user' },
    query: ListRecipients,
    reply: RecipientsV1,
    replyHeaders: ['X-Seek-Position-For-Next', 'X-Seek-Position-For-Current', 'X-Size'],
    errors: [ProfileMissing],
  },
  async (db, { query, caller, setHeader }) => {
    const { rows, current, next } = await listRecipients(db, query, caller)
    if (next) setHeader('X-Seek-Position-For-Next', String(next))
    if (current) setHeader('X-Seek-Position-For-Current', String(current))
    setHeader('X-Size', String(rows.length))
    return rows.map((row) => showRecipientV1(row, caller.profiles))
  },
)

export const listV2 = reads(
  {
    id: 'recipients.list-v2',
    operationId: 'listRecipients',
    route: 'GET /v2/accounts',
    summary: "List a profile's recipients.",
    spec: 'D18, Facts 10.1',
    access: { token: 'user' },
    query: ListRecipients,
    reply: RecipientPage,
    errors: [ProfileMissing],
  },
  async (db, { query, caller }) => showPage(await listRecipients(db, query, caller)),
)

export const getV1 = reads(
  {
    id: 'recipients.get',
    operationId: 'getRecipientV1',
    route: 'GET /v1/accounts/{accountId}',
    summary: 'Get a recipient.',
    spec: 'A 4.2',
    access: { token: 'user' },
    params: RecipientParams,
    reply: RecipientV1,
    errors: [RecipientMissing],
  },
  async (db, { params: { accountId }, caller }) =>
    showRecipientV1(await getRecipient(db, profileIds(caller), accountId), caller.profiles),
)

export const getV2 = reads(
  {
    id: 'recipients.get-v2',
    operationId: 'getRecipient',
    route: 'GET /v2/accounts/{accountId}',
    summary: 'Get a recipient with the display fields of its account.',
    spec: 'D18, Facts 10.2',
    access: { token: 'user' },
    params: RecipientParams,
    reply: RecipientV2,
    errors: [RecipientMissing],
  },
  async (db, { params: { accountId }, caller }) =>
    showRecipientV2(await getRecipient(db, profileIds(caller), accountId)),
)

export const deactivateV2 = writesOneStatement(
  {
    id: 'recipients.deactivate',
    operationId: 'deactivateRecipient',
    route: 'DELETE /v2/accounts/{accountId}',
    summary: 'Deactivate a recipient permanently.',
    spec: 'A 3.3, A 4.2',
    access: { token: 'user' },
    params: RecipientParams,
    reply: RecipientV2,
    onRepeat: RecipientInactive,
    errors: [RecipientMissing, RecipientOfBalances, RecipientInactive],
  },
  async (tx, { params: { accountId }, caller }) =>
    showRecipientV2(await deactivateRecipient(tx, accountId, caller)),
)

export const deactivateV1 = writesOneStatement(
  {
    id: 'recipients.deactivate-v1',
    operationId: 'deactivateRecipientV1',
    route: 'DELETE /v1/accounts/{accountId}',
    summary: 'Deactivate a recipient permanently; the reply has no body.',
    spec: 'Facts 10.3',
    access: { token: 'user' },
    status: 204,
    params: RecipientParams,
    reply: Type.Null(),
    onRepeat: RecipientInactive,
    errors: [RecipientMissing, RecipientOfBalances, RecipientInactive],
  },
  async (tx, { params: { accountId }, caller }) => {
    await deactivateRecipient(tx, accountId, caller)
    return null
  },
)
