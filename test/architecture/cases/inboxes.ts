// The cases of idempotency.test.ts for the writing operations of the module `inboxes`.

import { createsInbox } from '../../../src/inboxes/test/inbox-fixtures.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

const INBOXES = '/v1/sandbox/inboxes'

export const inboxesCases: Readonly<Record<string, CaseSetup>> = {
  'inboxes.create': forUser((ann) => caseOf(ann, `POST ${INBOXES}`, { replyStatus: 200 })),
  'inboxes.change': forUser(async (ann) =>
    caseOf(ann, `PATCH ${INBOXES}/${(await createsInbox(ann)).id}`, { replyStatus: 500 }),
  ),
  'inboxes.delete': forUser(async (ann) =>
    caseOf(ann, `DELETE ${INBOXES}/${(await createsInbox(ann)).id}`),
  ),
}
