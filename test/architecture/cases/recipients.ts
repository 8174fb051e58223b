// The cases of idempotency.test.ts for the writing operations of the module `recipients`.

import type { Person } from '../../support/people.ts'
import { addsRecipient } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

const recipientBody = ({ personal: profile }: Person) => ({
  profile,
  currency: 'GBP',
  type: 'sort_code',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
})

const refundAccountBody = (ann: Person) => {
  const { accountHolderName: _, ...account } = recipientBody(ann)
  return { ...account, country: 'GB', legalEntityType: 'PERSON', name: { fullName: 'Nora Sample' } }
}

export const recipientsCases: Readonly<Record<string, CaseSetup>> = {
  'recipients.create': forUser((ann) => caseOf(ann, 'POST /v1/accounts', recipientBody(ann))),
  'recipients.create-refund': forUser((ann) =>
    caseOf(ann, 'POST /v1/refund-accounts', refundAccountBody(ann)),
  ),
  'recipients.deactivate': forUser(async (ann) =>
    caseOf(ann, `DELETE /v2/accounts/${await addsRecipient(ann)}`),
  ),
  'recipients.deactivate-v1': forUser(async (ann) =>
    caseOf(ann, `DELETE /v1/accounts/${await addsRecipient(ann)}`),
  ),
}
