import { describe, expect, it } from 'vitest'
import { accountBalance, houseAccountBalances } from '../../../test/support/ledger.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { claimableTransfer } from '../../claims/test/claiming.ts'

describe('simulation.transfer-outgoing-payment-sent', () => {
  const service = testService()

  it('200 for a funded transfer that is processing and then converted; the whole target amount is paid out', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, targetValue } = await createsTransfer(ann)
    await fundTransfer(ann, id)
    for (const name of ['processing', 'funds_converted', 'outgoing_payment_sent'])
      expect([name, (await simulate(ann, id, name)).status]).toEqual([name, 200])
    const profile = ann.personal
    expect(await accountBalance(service.db.reader, profile, `transfer:${id}`, 'EUR')).toBe(0n)
    const paidOut = (await houseAccountBalances(service.db.reader, profile)).find(
      ({ account }) => account === 'pay-out',
    )
    expect(paidOut).toEqual({
      account: 'pay-out',
      currency: 'EUR',
      balance: BigInt(Math.round(targetValue * 100)),
    })
  })

  it('409 wrong_status for a transfer that is not converted', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    await ok(simulate(ann, id, 'processing'))
    const reply = await simulate(ann, id, 'outgoing_payment_sent')
    expect(outcome(reply)).toBe('409 wrong_status')
  })

  it('409 wrong_status while an issue holds a converted transfer', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    expect((await readsTransfer(ann, id)).status).toBe('funds_converted')
    const { status, body } = await simulate(ann, id, 'outgoing_payment_sent')
    expect([status, body.errors]).toMatchObject([
      409,
      [{ code: 'wrong_status', arguments: ['recipient_details_missing'] }],
    ])
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await simulate(await service.createUser(), id, 'outgoing_payment_sent')
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
