// The cases of idempotency.test.ts for the writing operations of the module `balances`.

import { randomUUID } from 'node:crypto'
import { ok } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const balancesCases: Readonly<Record<string, CaseSetup>> = {
  'balances.create': forUser((ann) => {
    const jar = { currency: 'GBP', type: 'SAVINGS', name: 'Jar' }
    const route = `POST /v4/profiles/${ann.personal}/balances`
    return caseOf(ann, route, jar, { ...jar, name: 'Pot' })
  }),
  'balances.close': forUser(async (ann) => {
    const route = `/v4/profiles/${ann.personal}/balances`
    const opened = ann.call(`POST ${route}`, {
      body: { currency: 'GBP', type: 'STANDARD' },
      headers: { 'x-idempotence-uuid': randomUUID() },
    })
    return caseOf(ann, `DELETE ${route}/${(await ok(opened)).id}`)
  }),
}
