import { describe, expect, it } from 'vitest'
import {
  adds,
  completes,
  ends,
  fills,
  fundAll,
  initiate,
  links,
  opens,
  payIn,
  readsGroup,
} from '../../../test/support/batching.ts'
import { holds, ok, pays, reads, step } from '../../../test/support/sending.ts'
import { house, type Reply } from '../../../test/support/service.ts'
import { heldOn, houseOf, inFlight, losesWorth, owe } from '../../batches/test/money.ts'
import { MINOR_MAX } from '../../kernel/money.ts'

describe('simulation.batch-pay-in', () => {
  const h = house()
  const said = ({ status, body }: Reply) => [status, body.errors?.[0].code]

  it('200 the exact amount pays for all members', async () => {
    const ann = await h.user()
    const { id, transfers } = await completes(ann, { payIn: 'BANK_TRANSFER' })
    const { payInDetails } = await readsGroup(ann, id)
    const { amount, currency, reference } = payInDetails[0]
    const reply = await payIn(ann, id, { amount, currency, reference })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id, alreadyPaid: true, status: 'COMPLETED', payInDetails })
    for (const transfer of transfers) {
      expect((await reads(ann, transfer)).status).toBe('processing')
      expect(await inFlight(h, ann, transfer, 'GBP')).toBe(100_00n)
    }
    expect(await houseOf(h, ann)).toEqual({ 'pay-in GBP': -200_00n })
  })

  it('200 more pays for all, and the rest goes to the balance, opened if need be', async () => {
    const ann = await h.user()
    const { id } = await completes(ann)
    const { amount } = (await readsGroup(ann, id)).payInDetails[0]
    await ok(payIn(ann, id, { amount: amount + 12.34, currency: 'GBP' }))
    const { rows } = await h.db.pool.query('select id from balances where profile_id = $1', [
      ann.personal,
    ])
    expect(await heldOn(h, ann, Number(rows[0].id))).toBe(12_34n)
    const bigger = await completes(ann)
    const due = (await readsGroup(ann, bigger.id)).payInDetails[0].amount
    await ok(payIn(ann, bigger.id, { amount: `${due + 1}`, currency: 'GBP' }))
    expect(await heldOn(h, ann, Number(rows[0].id))).toBe(13_34n)
  })

  it('200 less pays for nobody, and says so; the whole amount resolves it', async () => {
    const ann = await h.user()
    const { id, transfers } = await completes(ann, { payIn: 'BANK_TRANSFER' })
    const { amount } = (await readsGroup(ann, id)).payInDetails[0]
    const short = await payIn(ann, id, { amount: amount - 0.01, currency: 'GBP' })
    expect([short.status, short.body.alreadyPaid]).toEqual([200, false])
    await ok(payIn(ann, id, { amount: 1, currency: 'GBP' }))
    for (const transfer of transfers) {
      const { hasActiveIssues, status } = await reads(ann, transfer)
      expect([hasActiveIssues, status]).toEqual([true, 'incoming_payment_waiting'])
    }
    expect(await houseOf(h, ann)).toEqual({})
    await ok(payIn(ann, id, { amount, currency: 'GBP' }))
    const { rows } = await h.db.pool.query(
      `select payload -> 'active_cases' as cases from events
        where subject = $1 and name = 'transfers#active-cases' order by number`,
      [`transfer:${transfers[0]}`],
    )
    expect(rows).toEqual([{ cases: ['deposit_amount_less_invoice'] }, { cases: [] }])
    expect((await reads(ann, transfers[0] ?? 0)).hasActiveIssues).toBe(false)
  })

  it('200 money from a balance resolves it too, and the members move on', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const { id, transfers } = await completes(ann)
    await ok(payIn(ann, id, { amount: 1, currency: 'GBP' }))
    await ok(fundAll(ann, id))
    await ok(step(ann, transfers[0] ?? 0, 'funds_converted'))
  })

  it('422 pay-in.mismatch: another currency, another reference', async () => {
    const ann = await h.user()
    const { id } = await completes(ann)
    for (const [path, body] of [
      ['currency', { amount: 200, currency: 'EUR' }],
      ['reference', { amount: 200, currency: 'GBP', reference: 'B0' }],
    ] as const) {
      const reply = await payIn(ann, id, body)
      expect(said(reply)).toEqual([422, 'pay-in.mismatch'])
      expect(reply.body.errors[0].path).toBe(path)
    }
  })

  it('422 deposit.amount.invalid: nothing, too exact, or a rest that no balance can take', async () => {
    const ann = await h.user()
    const { id } = await completes(ann)
    for (const amount of [0, -1, 0.001, '1234567890123456'])
      expect(said(await payIn(ann, id, { amount, currency: 'GBP' }))).toEqual([
        422,
        'deposit.amount.invalid',
      ])
    const { id: afghani } = await opens(ann, { source: 'AFN' })
    const recipient = await pays(ann)
    await adds(ann, afghani, { source: 'AFN', amount: 50_000, payIn: 'BANK_TRANSFER', recipient })
    await ends(ann, afghani, 'COMPLETED')
    const more = await payIn(ann, afghani, { amount: 50_001, currency: 'AFN' })
    expect(said(more)).toEqual([422, 'deposit.amount.invalid'])
    expect((await readsGroup(ann, afghani)).alreadyPaid).toBe(false)
  })

  it('422 balance.full when the rest does not fit', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', Number(MINOR_MAX / 100n))
    const { id } = await completes(ann)
    const reply = await payIn(ann, id, { amount: 5000, currency: 'GBP' })
    expect(said(reply)).toEqual([422, 'balance.full'])
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
  })

  it('409 payment.exists: paid, or being paid by direct debit', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const paid = await completes(ann)
    await ok(fundAll(ann, paid.id))
    const debited = await completes(ann, { source: 'CAD' })
    await ok(initiate(ann, debited.id, await links(ann)))
    for (const [id, currency] of [
      [paid.id, 'GBP'],
      [debited.id, 'CAD'],
    ] as const)
      expect(said(await payIn(ann, id, { amount: 200, currency }))).toEqual([409, 'payment.exists'])
  })

  it('409 batch.group.invalid-state: still open, or cancelled', async () => {
    const ann = await h.user()
    const { id } = await fills(ann)
    const body = { amount: 200, currency: 'GBP' }
    expect(said(await payIn(ann, id, body))).toEqual([409, 'batch.group.invalid-state'])
    await ends(ann, id, 'CANCELLED')
    expect(said(await payIn(ann, id, body))).toEqual([409, 'batch.group.invalid-state'])
  })

  it('422 profile.owes', async () => {
    const ann = await h.user()
    const { id } = await completes(ann)
    await owe(ann)
    const { amount } = (await readsGroup(ann, id)).payInDetails[0]
    expect(said(await payIn(ann, id, { amount, currency: 'GBP' }))).toEqual([422, 'profile.owes'])
  })

  it('422 payment.option-unavailable for a quote that cannot be paid by bank', async () => {
    const ann = await h.user()
    const { id, transfers } = await completes(ann)
    const { quoteUuid } = await reads(ann, transfers[0] ?? 0)
    await h.db.pool.query(
      `update quotes set options = jsonb_path_query_array(options, '$[*] ? (@.payIn != "BANK_TRANSFER")')
        where id = $1`,
      [quoteUuid],
    )
    const reply = await payIn(ann, id, { amount: 200, currency: 'GBP' })
    expect(said(reply)).toEqual([422, 'payment.option-unavailable'])
  })

  it('404 batch.group.not-found', async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const { id } = await completes(ann)
    const reply = await payIn(bob, id, { amount: 200, currency: 'GBP' })
    expect(said(reply)).toEqual([404, 'batch.group.not-found'])
  })
})

describe('simulation.batch-pay-in at a wrong rate', () => {
  const h = house()

  it('422 error.amount.not-payable when the rate of the moment leaves a member nothing', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { target: 'USD' })
    await h.advance({ minutes: 31 })
    await losesWorth(h, 'GBP')
    const { status, body } = await payIn(ann, id, { amount: 500, currency: 'GBP' })
    expect([status, body.errors[0].code]).toEqual([422, 'error.amount.not-payable'])
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
  })
})
