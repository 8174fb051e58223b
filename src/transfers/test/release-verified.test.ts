import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'

describe('transfers.release-verified', () => {
  const service = testService()

  it('D42: releases transfers of a profile that was verified without releasing them, and no others', async () => {
    const [ann, bob] = [
      await service.createUser({ verified: false }),
      await service.createUser({ verified: false }),
    ]
    const [first, second, bobs] = [
      await createsTransfer(ann, { payIn: 'BANK_TRANSFER' }),
      await createsTransfer(ann, { payIn: 'BANK_TRANSFER' }),
      await createsTransfer(bob, { payIn: 'BANK_TRANSFER' }),
    ]
    const isHeld = async (by: typeof ann, { id }: { id: number }) =>
      (await by.call(`GET /v1/transfers/${id}`)).body.hasActiveIssues
    await service.settle()
    expect([await isHeld(ann, first), await isHeld(bob, bobs)]).toEqual([true, true])
    await service.db.pool.query('update profiles set verified = true where id = $1', [ann.personal])
    await service.settle()
    expect([await isHeld(ann, first), await isHeld(ann, second), await isHeld(bob, bobs)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await service.settle()).toBe(0)
  })
})
