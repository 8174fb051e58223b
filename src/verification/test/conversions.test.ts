import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import { createCustomer, requiredEvidences } from './verification-fixtures.ts'

describe('a conversion', () => {
  const service = testService()

  it('gap 626: succeeds while its customer has to send evidence', async () => {
    const ann = await createCustomer(service)
    for (const currency of ['EUR', 'GBP']) await topsUp(ann, currency, 500)
    const quote = await ok(
      ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
        body: {
          sourceCurrency: 'EUR',
          targetCurrency: 'GBP',
          sourceAmount: 100,
          payOut: 'BALANCE',
        },
      }),
    )
    expect(await requiredEvidences(ann)).not.toEqual([])
    const reply = await ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
      body: { quoteId: quote.id },
      headers: { 'x-idempotence-uuid': randomUUID() },
    })
    expect(reply.status).toBe(201)
  })
})
