// The cases of idempotency.test.ts for the writing operations of the module `transfers`.

import { createsTransfer, fundTransfer, ok, topsUp } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser, transferOf } from './case.ts'

export const transfersCases: Readonly<Record<string, CaseSetup>> = {
  'transfers.create': forUser(async (ann) => {
    const { body, other } = await transferOf(ann)
    return caseOf(ann, 'POST /v1/transfers', body, other)
  }),
  'transfers.cancel': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    return caseOf(ann, `PUT /v1/transfers/${id}/cancel`)
  }),
  'transfers.fund': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const route = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    return caseOf(ann, route, { type: 'BALANCE' })
  }),
  'transfers.fund-by-id': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    return caseOf(ann, `POST /v1/transfers/${id}/payments`, { type: 'BALANCE' })
  }),
}
