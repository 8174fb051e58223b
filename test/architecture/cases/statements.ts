// The writing operations of the module `statements`.

import { addsOwnAccount } from '../../../src/statements/test/excess.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const statementsCases: Readonly<Record<string, CaseSetup>> = {
  'statements.excess-account': forUser(async (ann) => {
    const route = `POST /v1/profiles/${ann.personal}/excess-money-account`
    const [recipientId, other] = [await addsOwnAccount(ann), await addsOwnAccount(ann, 'MYR')]
    return caseOf(ann, route, { recipientId }, { recipientId: other })
  }),
}
