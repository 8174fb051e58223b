// The cases of idempotency.test.ts for the writing operations of the module `account-details`.

import { getsDetails, importPayment } from '../../../src/account-details/test/fixtures.ts'
import { ok, topsUp } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const accountDetailsCases: Readonly<Record<string, CaseSetup>> = {
  'account-details.create-order': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 1)
    await topsUp(ann, 'EUR', 1)
    const route = `POST /v1/profiles/${ann.personal}/account-details-orders`
    return caseOf(ann, route, { currency: 'GBP' }, { currency: 'EUR' })
  }),
  'account-details.return-payment': forUser(async (ann) => {
    await getsDetails(ann, 'EUR')
    const { id } = await ok(importPayment(ann, 'EUR', 10))
    const route = `POST /v1/profiles/${ann.personal}/account-details/payments/${id}/returns`
    return caseOf(ann, route, { reason: 'REGULATORY' })
  }),
}
