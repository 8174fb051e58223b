// The cases of idempotency.test.ts for the writing operations of the module `statements`.

import { addsOwnAccount } from '../../../src/statements/test/excess.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const statementsCases: Readonly<Record<string, CaseSetup>> = {
  'statements.excess-account': forUser(async (ann) => {
    const route = `POST /v1/profiles/${ann.personal}/excess-money-account`
    return caseOf(ann, route, { recipientId: await addsOwnAccount(ann) })
  }),
}
