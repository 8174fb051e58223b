import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

describe('disputes.list-reasons', () => {
  const service = testService()

  type Reason = Record<string, unknown> & { subOptions?: Reason[] }
  const flags = ({ code, isFraud, supportsMultipleTransactions }: Reason) =>
    [code, isFraud, supportsMultipleTransactions].join(' ')

  it('200 lists six reasons, each with a description and a tooltip; D88a: UNAUTHORIZED is fraud, supports one transaction, and is the only reason with sub-options', async () => {
    const ann = await service.createUser()
    const route = `GET /v3/spend/profiles/${ann.personal}/dispute-form/reasons`
    const reasons: Reason[] = await ok(ann.call(route))
    expect(reasons.map(flags)).toEqual([
      'ATM_DISPENSED_NO_FUNDS false false',
      'WRONG_AMOUNT false false',
      'TROUBLE_WITH_GOODS_SERVICES false false',
      'MERCHANT_CHARGED_AGAIN false false',
      'NO_REFUND false false',
      'UNAUTHORIZED true false',
    ])
    expect(reasons.filter((each) => 'subOptions' in each).map(({ code }) => code)).toEqual([
      'UNAUTHORIZED',
    ])
    expect(reasons.at(-1)?.subOptions?.map(flags)).toEqual([
      'UNEXPECTEDLY_CHARGED_AGAIN false false',
      'UNWANTED_SUBSCRIPTION false false',
      'CARD_POSSESSION true true',
      'CARD_NO_POSSESSION true true',
    ])
    for (const { description, tooltip } of reasons) {
      expect(description).toMatch(/\w/)
      expect(tooltip).toMatch(/\w/)
    }
  })
})
