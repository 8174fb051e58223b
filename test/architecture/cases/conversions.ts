// The cases of idempotency.test.ts for the writing operations of the module `conversions`.

import { opensJar } from '../../support/balances.ts'
import type { Person } from '../../support/people.ts'
import { ok, topsUp } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser, quoteBody } from './case.ts'

async function quotesConversion(ann: Person): Promise<string> {
  const body = { ...quoteBody, payOut: 'BALANCE' }
  return (await ok(ann.call(`POST /v3/profiles/${ann.personal}/quotes`, { body }))).id
}

export const conversionsCases: Readonly<Record<string, CaseSetup>> = {
  'conversions.create-for-account': forUser(async (ann) => {
    await topsUp(ann, 'GBP', 500)
    await topsUp(ann, 'EUR', 1)
    const { id } = await ok(ann.call(`GET /v4/profiles/${ann.personal}/multi-currency-account`))
    const [quoteId, other] = [await quotesConversion(ann), await quotesConversion(ann)]
    const route = `POST /v1/borderless-accounts/${id}/conversions`
    return caseOf(ann, route, { quoteId }, { quoteId: other })
  }),
  'conversions.create': forUser(async (ann) => {
    const sourceBalanceId = await topsUp(ann, 'GBP', 100)
    const jar = await opensJar(ann, 'GBP')
    const move = (value: number) => ({
      amount: { value, currency: 'GBP' },
      sourceBalanceId,
      targetBalanceId: jar,
    })
    return caseOf(ann, `POST /v2/profiles/${ann.personal}/balance-movements`, move(10), move(11))
  }),
}
