import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { ordersDetails } from './fixtures.ts'

describe('account-details.payin-currencies', () => {
  const service = testService()
  const route = (profile: number) =>
    `GET /v2/borderless-accounts-configuration/profiles/${profile}/payin-currencies`

  it('D36: 200 with eleven codes, none of which an order refuses for its currency', async () => {
    const ann = await service.createUser()
    const codes: string[] = await ok(ann.call(route(ann.personal)))
    expect(codes.join(' ')).toBe('AUD CAD EUR GBP HUF MYR NZD RON SGD TRY USD')
    for (const code of codes)
      expect((await ordersDetails(ann, code)).body.errors[0].code).toBe(
        'account-details.balance.missing',
      )
  })
})
