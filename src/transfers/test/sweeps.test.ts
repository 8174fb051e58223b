// The sweeps of transfers.

import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  readsTransfer,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'

describe('transfers.lapse', () => {
  const service = testService()

  it('cancels an unpaid transfer when the fifth working day has ended, not a minute earlier', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const unpaid = await createsTransfer(ann)
    const paid = await createsTransfer(ann)
    await fundTransfer(ann, paid.id)
    // Created on Monday 5 January 2026: the fifth working day after it is Monday the 12th.
    const end = Temporal.Instant.from('2026-01-13T00:00:00Z')
    await service.advance({ seconds: end.since(service.now()).total('seconds') - 60 })
    expect((await readsTransfer(ann, unpaid.id)).status).toBe('incoming_payment_waiting')
    await service.advance({ seconds: 60 })
    expect((await readsTransfer(ann, unpaid.id)).status).toBe('cancelled')
    expect((await readsTransfer(ann, paid.id)).status).toBe('processing')
  })
})

describe('transfers.advance', () => {
  const service = testService({ settings: { autoAdvanceSeconds: 60 } })

  it('moves a paid transfer to its next status after each interval', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await fundTransfer(ann, id)
    await service.advance({ seconds: 59 })
    expect((await readsTransfer(ann, id)).status).toBe('processing')
    await service.advance({ seconds: 1 })
    expect((await readsTransfer(ann, id)).status).toBe('funds_converted')
    await service.advance({ seconds: 60 })
    expect((await readsTransfer(ann, id)).status).toBe('outgoing_payment_sent')
  })

  it('moves a transfer on once the issue that held it up is resolved', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await createsTransfer(ann)
    await simulate(ann, id, 'processing')
    await service.advance({ seconds: 90 })
    expect((await readsTransfer(ann, id)).status).toBe('processing')
    await ann.call('POST /v1/simulation/verify-profile')
    await service.advance({ seconds: 1 })
    expect((await readsTransfer(ann, id)).status).toBe('funds_converted')
  })
})

describe('transfers.release-verified', () => {
  const service = testService()

  it('D42: releases transfers that still wait although their profile is verified, and no others', async () => {
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
