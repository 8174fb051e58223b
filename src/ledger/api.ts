// The endpoints of this module: the ledger of a profile, for people who test a client.

import { readCursor } from '../kernel/cursor-pages.ts'
import { reads } from '../kernel/endpoint.ts'
import { CursorInvalid } from './errors.ts'
import * as store from './history-store.ts'
import {
  Accounts,
  PAGE_SIZE_DEFAULT,
  Postings,
  PostingsQuery,
  ProfileParams,
  showAccount,
  showPostings,
} from './schemas.ts'

const ofProfile = {
  spec: 'D129',
  access: { token: 'user', owns: 'profileId' },
  sandboxOnly: true,
  params: ProfileParams,
} as const

export const listAccounts = reads(
  {
    ...ofProfile,
    id: 'ledger.accounts',
    operationId: 'listLedgerAccounts',
    route: 'GET /v1/sandbox/profiles/{profileId}/ledger-accounts',
    summary:
      'List what the balances of a profile contain, what card payments hold of them, and what the profile owes.',
    reply: Accounts,
    errors: [],
  },
  async (db, { params: { profileId } }) =>
    (await store.listAccounts(db, profileId)).map(showAccount),
)

export const listPostings = reads(
  {
    ...ofProfile,
    id: 'ledger.postings',
    operationId: 'listLedgerPostings',
    route: 'GET /v1/sandbox/profiles/{profileId}/ledger-postings',
    summary: 'List the postings of a profile, newest first.',
    query: PostingsQuery,
    reply: Postings,
    errors: [CursorInvalid],
  },
  async (
    db,
    { params: { profileId }, query: { reference, nextCursor, size = PAGE_SIZE_DEFAULT } },
  ) => {
    const beforeId = readCursor(nextCursor, CursorInvalid)
    const range = { beforeId, rowsMax: size + 1, ...(reference !== undefined && { reference }) }
    return showPostings(await store.listPostingsBefore(db, profileId, range), size)
  },
)
