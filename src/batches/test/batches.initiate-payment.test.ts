import { describe, expect, it } from 'vitest'
import {
  adds,
  answers,
  completes,
  debits,
  ends,
  fills,
  fundAll,
  initiate,
  links,
  opens,
  readsGroup,
} from '../../../test/support/batching.ts'
import { holds, ok, reads } from '../../../test/support/sending.ts'
import { house, type Reply } from '../../../test/support/service.ts'
import { losesWorth, owe } from './money.ts'

describe('batches.initiate-payment', () => {
  const h = house()
  const said = ({ status, body }: Reply) => [status, body.errors?.[0].code]

  it('200 asks for the money of the whole group; nothing moves yet', async () => {
    const ann = await h.user()
    const { id, transfers } = await completes(ann, { source: 'CAD' })
    const accountId = await links(ann)
    const reply = await initiate(ann, id, accountId)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id: expect.any(Number),
      batchGroupId: id,
      reference: `B${reply.body.id}`,
      userId: ann.userId,
      profileId: ann.personal,
      type: 'DIRECT_DEBIT',
      status: 'NEW',
      accountId,
      createdTime: '2026-01-05T10:00:00.000000Z',
    })
    expect((await reads(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
  })

  it('200 with a reference of the caller; 400 for one of eleven characters', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { source: 'CAD' })
    const accountId = await links(ann)
    const long = await initiate(ann, id, accountId, { reference: '12345678901' })
    expect(long.status).toBe(400)
    const reply = await initiate(ann, id, accountId, { reference: '1234567890' })
    expect(reply.body.reference).toBe('1234567890')
  })

  it('200 for another after one has failed', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { source: 'CAD' })
    const accountId = await links(ann)
    const first = await ok(initiate(ann, id, accountId))
    await ok(answers(ann, first.id, 'FAILED'))
    const second = await ok(initiate(ann, id, accountId))
    expect(second.id).not.toBe(first.id)
  })

  it('409 payment.exists while one is NEW or PROCESSING, and after COMPLETED or CHARGED_BACK', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { source: 'CAD' })
    const accountId = await links(ann)
    const first = await ok(initiate(ann, id, accountId))
    const refused = async () =>
      expect(said(await initiate(ann, id, accountId))).toEqual([409, 'payment.exists'])
    await refused()
    for (const state of ['PROCESSING', 'COMPLETED', 'CHARGED_BACK']) {
      await ok(answers(ann, first.id, state))
      await refused()
    }
  })

  it('409 payment.exists for a group that is paid from a balance', async () => {
    const ann = await h.user()
    await holds(ann, 'CAD', 500)
    const { id } = await completes(ann, { source: 'CAD' })
    await ok(fundAll(ann, id))
    expect(said(await initiate(ann, id, await links(ann)))).toEqual([409, 'payment.exists'])
  })

  it('409 batch.group.invalid-state before it is completed', async () => {
    const ann = await h.user()
    const { id } = await fills(ann, { source: 'CAD' })
    const reply = await initiate(ann, id, await links(ann))
    expect(said(reply)).toEqual([409, 'batch.group.invalid-state'])
  })

  it("422 debit.account.not-usable: another currency, another profile's, unknown", async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const { id } = await completes(ann, { source: 'CAD' })
    for (const accountId of [await links(ann, 'ACH'), await links(bob), 999_999_999])
      expect(said(await initiate(ann, id, accountId))).toEqual([422, 'debit.account.not-usable'])
  })

  it('422 payment.type-not-supported', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { source: 'CAD' })
    const reply = await initiate(ann, id, await links(ann), { type: 'BALANCE' })
    expect(said(reply)).toEqual([422, 'payment.type-not-supported'])
  })

  it('422 payment.option-unavailable for a quote that cannot be debited', async () => {
    const ann = await h.user()
    const { id } = await opens(ann, { source: 'CAD' })
    const { quoteUuid } = await adds(ann, id, { source: 'CAD' })
    await ends(ann, id, 'COMPLETED')
    await h.db.pool.query(
      `update quotes set options = jsonb_path_query_array(options, '$[*] ? (@.payIn != "DIRECT_DEBIT")')
        where id = $1`,
      [quoteUuid],
    )
    const reply = await initiate(ann, id, await links(ann))
    expect(said(reply)).toEqual([422, 'payment.option-unavailable'])
  })

  it('422 payment.option-unavailable where too little would arrive of a member', async () => {
    const ann = await h.user()
    const wanted = { source: 'CAD', amount: 2.3, members: 1 }
    const { id } = await completes(ann, { ...wanted, payIn: 'BANK_TRANSFER' })
    expect(said(await initiate(ann, id, await links(ann)))).toEqual([
      422,
      'payment.option-unavailable',
    ])
  })

  it('422 profile.owes', async () => {
    const ann = await h.user()
    await owe(ann)
    const { id } = await completes(ann, { source: 'CAD' })
    expect(said(await initiate(ann, id, await links(ann)))).toEqual([422, 'profile.owes'])
  })

  it('404 batch.group.not-found', async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const { id } = await completes(ann, { source: 'CAD' })
    const reply = await initiate(bob, id, await links(bob))
    expect(said(reply)).toEqual([404, 'batch.group.not-found'])
  })

  it('members are settled at what a direct debit costs', async () => {
    const ann = await h.user()
    const { transfers } = await debits(ann)
    const transfer = await reads(ann, transfers[0] ?? 0)
    const { body: quote } = await ann.call(
      `GET /v3/profiles/${ann.personal}/quotes/${transfer.quoteUuid}`,
    )
    const option = quote.paymentOptions.find((o: { payIn: string }) => o.payIn === 'DIRECT_DEBIT')
    expect(transfer.targetValue).toBe(option.targetAmount)
    expect(transfer.status).toBe('processing')
  })
})

describe('batches.initiate-payment at a wrong rate', () => {
  const h = house()

  it('422 error.amount.not-payable when the rate of the moment leaves a member nothing', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { source: 'CAD', target: 'USD' })
    await h.advance({ minutes: 31 })
    await losesWorth(h, 'CAD')
    const { status, body } = await initiate(ann, id, await links(ann))
    expect([status, body.errors[0].code]).toEqual([422, 'error.amount.not-payable'])
  })
})
