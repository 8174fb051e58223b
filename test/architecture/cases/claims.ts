// The cases of idempotency.test.ts for the writing operations of the module `claims`.

import { randomUUID } from 'node:crypto'
import {
  claimableTransfer,
  claimLinkOf,
  account as payout,
} from '../../../src/claims/test/claiming.ts'
import { type CaseSetup, FORM, form } from './case.ts'

export const claimsCases: Readonly<Record<string, CaseSetup>> = {
  'claims.submit': {
    kind: 'sandboxWithSweeps',
    prepare: async (service) => {
      const ann = await service.createUser()
      const email = `nora-${randomUUID()}@example.com`
      await claimableTransfer(service, ann, 'EUR', email)
      return {
        route: `POST ${await claimLinkOf(ann, email)}`,
        call: { body: form(payout), headers: FORM },
      }
    },
  },
}
