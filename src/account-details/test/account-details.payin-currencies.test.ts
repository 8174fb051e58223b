import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { orderDetails } from './fixtures.ts'

describe('account-details.payin-currencies', () => {
  const service = testService()
  const route = (profile: number) =>
    `GET /v2/borderless-accounts-configuration/profiles/${profile}/payin-currencies`

  it('D36: 200 with the eleven currencies of which account details can be ordered', async () => {
    const ann = await service.createUser()
    const codes: string[] = await ok(ann.call(route(ann.personal)))
    expect(codes.join(' ')).toBe('AUD CAD EUR GBP HUF MYR NZD RON SGD TRY USD')
    // An order passes the check of the currency first; the next check refuses it, because no balance is open.
    for (const code of codes)
      expect(outcome(await orderDetails(ann, code))).toBe('422 account-details.balance.missing')
  })
})
