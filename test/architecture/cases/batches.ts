// The cases of idempotency.test.ts for the writing operations of the module `batches`.

import {
  createsCompletedGroup,
  createsFilledGroup,
  createsGroup,
  linksAccount,
  readsGroup,
} from '../../support/batch-groups.ts'
import type { Person } from '../../support/people.ts'
import { topsUp } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser, transferOf } from './case.ts'

const groupPath = (ann: Person, id: string) => `/v3/profiles/${ann.personal}/batch-groups/${id}`

export const batchesCases: Readonly<Record<string, CaseSetup>> = {
  'batches.create': forUser((ann) => {
    const group = { sourceCurrency: 'GBP', name: 'Salaries' }
    const route = `POST /v3/profiles/${ann.personal}/batch-groups`
    return caseOf(ann, route, group)
  }),
  'batches.change': forUser(async (ann) => {
    const { id } = await createsFilledGroup(ann, { members: 1 })
    const { version } = await readsGroup(ann, id)
    return caseOf(ann, `PATCH ${groupPath(ann, id)}`, { status: 'COMPLETED', version })
  }),
  'batches.add-transfer': forUser(async (ann) => {
    const { id } = await createsGroup(ann)
    const { body, other } = await transferOf(ann)
    return caseOf(ann, `POST ${groupPath(ann, id)}/transfers`, body, other)
  }),
  'batches.fund': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    const route = `POST /v3/profiles/${ann.personal}/batch-payments/${id}/payments`
    return caseOf(ann, route, { type: 'BALANCE' })
  }),
  'batches.initiate-payment': forUser(async (ann) => {
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const debit = { type: 'DIRECT_DEBIT', accountId: await linksAccount(ann) }
    const route = `POST /v1/profiles/${ann.personal}/batch-groups/${id}/payment-initiations`
    return caseOf(ann, route, debit, { ...debit, accountId: await linksAccount(ann) })
  }),
  'batches.link-account': forUser((ann) => {
    const details = { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' }
    const linked = { type: 'EFT', currency: 'CAD', details }
    const other = { ...linked, details: { ...details, accountNumber: '7654321' } }
    return caseOf(ann, `POST /v1/profiles/${ann.personal}/direct-debit-accounts`, linked, other)
  }),
}
