// The cases of idempotency.test.ts for the writing operations of the module `quotes`.

import { addsRecipient, createsQuote } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser, quoteBody } from './case.ts'

export const quotesCases: Readonly<Record<string, CaseSetup>> = {
  'quotes.create': forUser((ann) =>
    caseOf(ann, `POST /v3/profiles/${ann.personal}/quotes`, quoteBody),
  ),
  'quotes.create-v1': forUser((ann) => {
    const body = { profile: ann.personal, source: 'GBP', target: 'EUR', sourceAmount: 100 }
    return caseOf(ann, 'POST /v1/quotes', body)
  }),
  'quotes.create-v2': forUser((ann) => {
    const profile = ann.personal
    return caseOf(ann, 'POST /v2/quotes', { ...quoteBody, profile })
  }),
  'quotes.update': forUser(async (ann) => {
    const targetAccount = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    return caseOf(ann, `PATCH /v3/profiles/${ann.personal}/quotes/${id}`, { targetAccount })
  }),
  'quotes.update-v2': forUser(async (ann) => {
    const targetAccount = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    return caseOf(ann, `PATCH /v2/quotes/${id}`, { targetAccount })
  }),
}
