// The endpoints that list transfers: the list of the API, and the list of the sandbox, which the console shows.

import Type from 'typebox'
import { reads } from '../../kernel/endpoint.ts'
import { idIn } from '../../kernel/wire.ts'
import { findRecipients } from '../../recipients/index.ts'
import { ListQueryInvalid } from '../errors.ts'
import { ListTransfers, showTransfer, Transfers } from '../schemas.ts'
import { listTransfers } from './list-transfers.ts'
import { ListSummaries, showSummary, TransferSummaries } from './summary-schemas.ts'

export const list = reads(
  {
    id: 'transfers.list',
    operationId: 'listTransfers',
    route: 'GET /v1/transfers',
    summary: 'List transfers of a profile, ascending by id.',
    spec: 'D21, Facts 5.3',
    access: { token: 'user' },
    query: ListTransfers,
    reply: Transfers,
    errors: [ListQueryInvalid],
  },
  async (db, { query, caller, now }) =>
    (await listTransfers(db, caller, query, 'ascending')).map((transfer) =>
      showTransfer(transfer, now),
    ),
)

export const listSummaries = reads(
  {
    id: 'transfers.list-summaries',
    operationId: 'listTransferSummaries',
    route: 'GET /v1/sandbox/profiles/{profileId}/transfers',
    summary:
      'List transfers of a profile with the names of their recipients, their costs and their issues, newest first.',
    spec: 'D129, gap 1022',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({ profileId: idIn('profile') }),
    query: ListSummaries,
    reply: TransferSummaries,
    errors: [ListQueryInvalid],
  },
  async (db, { params: { profileId }, query, caller, now }) => {
    const ofProfile = { ...query, profile: profileId }
    const transfers = await listTransfers(db, caller, ofProfile, 'descending')
    const ids = [...new Set(transfers.map(({ targetAccount }) => targetAccount))]
    const recipients = await findRecipients(db, profileId, ids)
    const names = new Map(recipients.map(({ id, accountHolderName }) => [id, accountHolderName]))
    return transfers.map((transfer) =>
      showSummary(transfer, names.get(transfer.targetAccount) ?? '', now),
    )
  },
)
