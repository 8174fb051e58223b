import { describe, expect, it } from 'vitest'
import { accountBalance, houseBalances } from '../../../test/support/ledger.ts'
import { fund, holds, sends, step } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'

describe('simulation.transfer-outgoing-payment-sent', () => {
  const h = house()

  it('200 directly after funding, step by step; the whole target amount leaves', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const { id, targetValue } = await sends(ann)
    await fund(ann, id)
    for (const name of ['processing', 'funds_converted', 'outgoing_payment_sent'])
      expect([name, (await step(ann, id, name)).status]).toEqual([name, 200])
    const profile = ann.personal as Id<'profile'>
    expect(await accountBalance(h.db.reader, profile, `transfer:${id}`, 'EUR')).toBe(0n)
    const out = (await houseBalances(h.db.reader, profile)).find((a) => a.account === 'pay-out')
    expect(out).toEqual({
      account: 'pay-out',
      currency: 'EUR',
      balance: BigInt(Math.round(targetValue * 100)),
    })
  })

  it('409 wrong_status before the exchange', async () => {
    const ann = await h.user()
    const { id } = await sends(ann)
    await step(ann, id, 'processing')
    const reply = await step(ann, id, 'outgoing_payment_sent')
    expect([reply.status, reply.body.errors[0].code]).toEqual([409, 'wrong_status'])
  })

  it('409 wrong_status for one that an issue holds up', async () => {
    const ann = await h.user({ verified: false })
    const { id } = await sends(ann)
    await step(ann, id, 'processing')
    expect((await step(ann, id, 'outgoing_payment_sent')).status).toBe(409)
  })

  it('404 transfer.not-found for a stranger’s', async () => {
    const { id } = await sends(await h.user())
    expect((await step(await h.user(), id, 'outgoing_payment_sent')).status).toBe(404)
  })
})
