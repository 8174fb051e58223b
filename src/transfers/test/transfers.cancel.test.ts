import { describe, expect, it } from 'vitest'
import { accountBalance } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  outcome,
  readsTransfer,
  setsLapse,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import type { CustomerAccount } from '../../ledger/index.ts'

describe('transfers.cancel', () => {
  const service = testService()
  const cancel = (ann: Person, id: number) =>
    ann.call(`PUT /v1/transfers/${id}/cancel`, { body: {} })

  it('200 for an unpaid transfer whose funding was refused', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    expect(outcome(await fundTransfer(ann, id))).toBe('422 balance.insufficient-funds')
    const reply = await cancel(ann, id)
    expect([reply.status, reply.body.status]).toEqual([200, 'cancelled'])
  })

  it('200 for a paid transfer returns the money to the balance and leaves no money in flight', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await fundTransfer(ann, id)
    const reply = await cancel(ann, id)
    expect([reply.status, reply.body.status]).toEqual([200, 'cancelled'])
    const read = (account: CustomerAccount) =>
      accountBalance(service.db.reader, ann.personal, account, 'GBP')
    expect(await read(`available:${balance}`)).toBe(500_00n)
    expect(await read(`transfer:${id}`)).toBe(0n)
  })

  it('409 transfer.cancellation.not.allowed once converted, and for a cancelled transfer', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const paid = await createsTransfer(ann)
    await fundTransfer(ann, paid.id)
    await simulate(ann, paid.id, 'funds_converted')
    const unpaid = await createsTransfer(ann)
    await cancel(ann, unpaid.id)
    for (const id of [paid.id, unpaid.id]) {
      const reply = await cancel(ann, id)
      expect(outcome(reply)).toBe('409 transfer.cancellation.not.allowed')
    }
    expect((await readsTransfer(ann, paid.id)).status).toBe('funds_converted')
  })

  it('409 transfer.cancellation.not.allowed once the time to pay is over, before the sweep has run', async () => {
    const ann = await service.createUser()
    const [over, inTime] = [await createsTransfer(ann), await createsTransfer(ann)]
    await setsLapse(service, inTime.id, service.now().add({ milliseconds: 1 }))
    expect((await cancel(ann, inTime.id)).status).toBe(200)
    await setsLapse(service, over.id, service.now())
    const reply = await cancel(ann, over.id)
    expect(outcome(reply)).toBe('409 transfer.cancellation.not.allowed')
    await service.settle()
    expect((await readsTransfer(ann, over.id)).status).toBe('cancelled')
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await cancel(await service.createUser(), id)
    expect(outcome(reply)).toBe('404 transfer.not-found')
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
  })
})
