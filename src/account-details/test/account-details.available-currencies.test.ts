import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { opensBalance } from './fixtures.ts'

describe('account-details.available-currencies', () => {
  const service = testService()
  const route = (profile: number) =>
    `GET /v2/borderless-accounts-configuration/profiles/${profile}/available-currencies`

  it('D36: 200 with the 54 currencies in which a balance can be opened', async () => {
    const ann = await service.createUser()
    const codes: string[] = await ok(ann.call(route(ann.personal)))
    expect(codes).toHaveLength(54)
    expect(codes).toEqual(expect.arrayContaining(['EUR', 'GBP', 'JPY', 'USD']))
    expect(codes).not.toContain('XXX')
    for (const code of codes) await opensBalance(ann, code)
  })
})
