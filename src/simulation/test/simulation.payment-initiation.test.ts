import { describe, expect, it } from 'vitest'
import {
  answers,
  change,
  completes,
  debits,
  ends,
  fundAll,
  initiate,
  links,
  readsGroup,
} from '../../../test/support/batching.ts'
import type { Person } from '../../../test/support/people.ts'
import { fund, holds, ok, reads, sends, step } from '../../../test/support/sending.ts'
import { house, type Reply } from '../../../test/support/service.ts'
import { debtsOf, heldOn, houseOf, inFlight, losesWorth, owe } from '../../batches/test/money.ts'

describe('simulation.payment-initiation', () => {
  const h = house()
  const said = ({ status, body }: Reply) => [status, body.errors?.[0].code]

  async function initiated(ann: Person) {
    const { id, transfers } = await completes(ann, { source: 'CAD' })
    const { id: initiationId } = await ok(initiate(ann, id, await links(ann)))
    return { id, transfers, initiationId: initiationId as number }
  }

  const topUp = (ann: Person, balanceId: number, amount: number) =>
    ok(
      ann.call('POST /v1/simulation/balance/topup', {
        body: { profileId: ann.personal, balanceId, currency: 'CAD', amount },
      }),
    )

  it('200 COMPLETED pays for all members, in one go', async () => {
    const ann = await h.user()
    const { id, transfers, initiationId } = await initiated(ann)
    await ok(answers(ann, initiationId, 'PROCESSING'))
    expect((await reads(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    const reply = await answers(ann, initiationId, 'COMPLETED')
    expect([reply.status, reply.body.status]).toEqual([200, 'COMPLETED'])
    for (const transfer of transfers) {
      expect((await reads(ann, transfer)).status).toBe('processing')
      expect(await inFlight(h, ann, transfer, 'CAD')).toBe(100_00n)
    }
    expect(await readsGroup(ann, id)).toMatchObject({ alreadyPaid: true, status: 'COMPLETED' })
    expect(await houseOf(h, ann)).toEqual({ 'pay-in CAD': -200_00n })
  })

  it('200 announces each move once, in camelCase, with the code of the payment system', async () => {
    const ann = await h.user()
    const { id, initiationId } = await initiated(ann)
    for (const state of ['PROCESSING', 'PROCESSING', 'COMPLETED', 'CHARGED_BACK'])
      await ok(answers(ann, initiationId, state))
    const { rows } = await h.db.pool.query(
      'select name, number, payload from events where subject = $1 order by number',
      [`payment-initiation:${initiationId}`],
    )
    const told = (previousStatus: string, newStatus: string, returnCode: string) => ({
      resource: { id: initiationId, batchGroupId: id, profileId: ann.personal },
      previousStatus,
      newStatus,
      occurredAt: '2026-01-05T10:00:00.000000Z',
      returnCode,
    })
    const name = 'batch-payment-initiations#state-change'
    expect(rows).toEqual([
      { name, number: 1, payload: told('NEW', 'PROCESSING', '200') },
      { name, number: 2, payload: told('PROCESSING', 'COMPLETED', '200') },
      { name, number: 3, payload: told('COMPLETED', 'CHARGED_BACK', '915') },
    ])
  })

  it.each([
    ['NEW', []],
    ['PROCESSING', ['processing']],
  ])('200 FAILED from %s lets the group go: it can be paid or cancelled', async (_, first) => {
    const ann = await h.user()
    await holds(ann, 'CAD', 500)
    const { id, transfers, initiationId } = await initiated(ann)
    for (const state of [...first, 'failed']) await ok(answers(ann, initiationId, state))
    expect((await reads(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    await ok(fundAll(ann, id))
    const other = await initiated(ann)
    await ok(answers(ann, other.initiationId, 'FAILED'))
    await ends(ann, other.id, 'CANCELLED')
  })

  it('409 wrong_status for every other move', async () => {
    const ann = await h.user()
    const { initiationId } = await initiated(ann)
    const refused = async (...states: string[]) => {
      for (const state of states)
        expect(said(await answers(ann, initiationId, state))).toEqual([409, 'wrong_status'])
    }
    await refused('COMPLETED', 'CHARGED_BACK')
    await ok(answers(ann, initiationId, 'PROCESSING'))
    await refused('CHARGED_BACK')
    await ok(answers(ann, initiationId, 'COMPLETED'))
    await refused('PROCESSING', 'FAILED')
    await ok(answers(ann, initiationId, 'CHARGED_BACK'))
    await refused('PROCESSING', 'COMPLETED', 'FAILED')
  })

  it('400 for a state that nobody can move to', async () => {
    const ann = await h.user()
    const { initiationId } = await initiated(ann)
    for (const state of ['NEW', 'PAID'])
      expect((await answers(ann, initiationId, state)).status).toBe(400)
  })

  it('200 CHARGED_BACK stops what has not left, and gives all of it back', async () => {
    const ann = await h.user()
    const { id, transfers, initiationId } = await debits(ann, { members: 2 })
    const [waiting = 0, converted = 0] = transfers
    await ok(step(ann, converted, 'funds_converted'))
    await ok(answers(ann, initiationId, 'CHARGED_BACK'))
    for (const transfer of [waiting, converted])
      expect((await reads(ann, transfer)).status).toBe('cancelled')
    expect(await houseOf(h, ann)).toEqual({})
    expect(await debtsOf(h, ann)).toEqual({})
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(true)
    expect(said(await fundAll(ann, id))).toEqual([409, 'payment.exists'])
    const { version } = await readsGroup(ann, id)
    expect(said(await change(ann, id, 'CANCELLED', version))).toEqual([
      409,
      'batch.group.cancellation.not.allowed',
    ])
  })

  it('200 CHARGED_BACK makes a debt of what left, and of what went back to the bank', async () => {
    const ann = await h.user()
    const { transfers, initiationId } = await debits(ann, { members: 4 })
    const [sent = 0, bounced = 0, cancelled = 0, stopped = 0] = transfers
    for (const transfer of [sent, bounced]) {
      await ok(step(ann, transfer, 'funds_converted'))
      await ok(step(ann, transfer, 'outgoing_payment_sent'))
    }
    await ok(step(ann, bounced, 'bounced_back'))
    await ok(ann.call(`PUT /v1/transfers/${cancelled}/cancel`))
    await ok(answers(ann, initiationId, 'CHARGED_BACK'))
    expect(await debtsOf(h, ann)).toEqual({ CAD: 300_00n })
    expect((await reads(ann, stopped)).status).toBe('cancelled')
    expect((await reads(ann, sent)).status).toBe('outgoing_payment_sent')

    // What bounces after that pays for the debt, and nothing else.
    await ok(step(ann, bounced, 'funds_refunded'))
    expect(await debtsOf(h, ann)).toEqual({ CAD: 200_00n })
    await ok(step(ann, sent, 'bounced_back'))
    await ok(step(ann, sent, 'funds_refunded'))
    expect(await debtsOf(h, ann)).toEqual({ CAD: 100_00n })
  })

  it('while a profile owes, every funding and conversion is refused; moves are not', async () => {
    const ann = await h.user()
    const dollars = await holds(ann, 'USD', 500)
    await holds(ann, 'GBP', 500)
    const single = await sends(ann)
    const { transferId } = await owe(ann)
    const { body: quote } = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
      body: {
        sourceCurrency: 'USD',
        targetCurrency: 'GBP',
        sourceAmount: 10,
        payOut: 'BALANCE',
      },
    })
    const converted = await ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
      body: { quoteId: quote.id },
      headers: { 'x-idempotence-uuid': quote.id },
    })
    expect(said(converted)).toEqual([422, 'profile.owes'])
    expect(said(await fund(ann, single.id))).toEqual([422, 'profile.owes'])
    expect(said(await step(ann, single.id, 'processing'))).toEqual([422, 'profile.owes'])
    expect(await heldOn(h, ann, dollars)).toBe(500_00n)
    await ok(step(ann, transferId, 'bounced_back'))
  })

  it('what is credited in that currency settles the debt first, in steps that add up', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const single = await sends(ann)
    await owe(ann)
    const { body: purse } = await ann.call(`GET /v4/profiles/${ann.personal}/balances`, {
      query: { types: 'STANDARD' },
    })
    const { id: balanceId } = purse.find((b: { currency: string }) => b.currency === 'CAD')
    const [first] = (await topUp(ann, balanceId, 30)).balancesAfter
    expect(first.value).toBe(0)
    expect(await debtsOf(h, ann)).toEqual({ CAD: 70_00n })
    expect(said(await fund(ann, single.id))).toEqual([422, 'profile.owes'])
    const [second] = (await topUp(ann, balanceId, 100)).balancesAfter
    expect(second.value).toBe(30)
    expect(await debtsOf(h, ann)).toEqual({})
    const { rows } = await h.db.pool.query(
      `select sequence, delta::text, balance::text, reference from balance_entries
        where balance_id = $1 order by sequence`,
      [balanceId],
    )
    expect(rows.map(({ sequence: n, delta, balance }) => [n, delta, balance])).toEqual([
      [1, '3000', '3000'],
      [2, '-3000', '0'],
      [3, '10000', '10000'],
      [4, '-7000', '3000'],
    ])
    expect(rows[1].reference).toBe(rows[0].reference)
    const { rows: told } = await h.db.pool.query(
      `select number, payload ->> 'transaction_type' as type, payload -> 'amount' as amount
         from events where subject = $1 and name = 'balances#update' order by number`,
      [`balance:${balanceId}`],
    )
    expect(told).toEqual([
      { number: 1, type: 'credit', amount: 30 },
      { number: 2, type: 'debit', amount: 30 },
      { number: 3, type: 'credit', amount: 100 },
      { number: 4, type: 'debit', amount: 70 },
    ])
    expect((await fund(ann, single.id)).status).toBe(201)
  })

  it('422 profile.owes when the money for another group comes; it is asked again later', async () => {
    const ann = await h.user()
    const { initiationId, transfers } = await initiated(ann)
    await ok(answers(ann, initiationId, 'PROCESSING'))
    await owe(ann)
    expect(said(await answers(ann, initiationId, 'COMPLETED'))).toEqual([422, 'profile.owes'])
    expect((await reads(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    const { body: purse } = await ann.call(`GET /v4/profiles/${ann.personal}/balances`, {
      query: { types: 'STANDARD' },
    })
    await topUp(ann, purse[0].id, 100)
    await ok(answers(ann, initiationId, 'COMPLETED'))
  })

  it('422 payment.option-unavailable, and the initiation stays as it was', async () => {
    const ann = await h.user()
    const { initiationId, transfers } = await initiated(ann)
    await ok(answers(ann, initiationId, 'PROCESSING'))
    const { quoteUuid } = await reads(ann, transfers[0] ?? 0)
    await h.db.pool.query(
      `update quotes set options = jsonb_path_query_array(options, '$[*] ? (@.payIn != "DIRECT_DEBIT")')
        where id = $1`,
      [quoteUuid],
    )
    const reply = await answers(ann, initiationId, 'COMPLETED')
    expect(said(reply)).toEqual([422, 'payment.option-unavailable'])
    expect((await answers(ann, initiationId, 'PROCESSING')).body.status).toBe('PROCESSING')
  })

  it("404 payment.initiation.not-found for a stranger's", async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const { initiationId } = await initiated(ann)
    const reply = await answers(bob, initiationId, 'PROCESSING')
    expect(said(reply)).toEqual([404, 'payment.initiation.not-found'])
  })
})

describe('simulation.payment-initiation at a wrong rate', () => {
  const h = house()

  it('422 error.amount.not-payable, and the initiation stays as it was', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { source: 'CAD', target: 'USD' })
    const { id: initiationId } = await ok(initiate(ann, id, await links(ann)))
    await ok(answers(ann, initiationId, 'PROCESSING'))
    await h.advance({ minutes: 31 })
    await losesWorth(h, 'CAD')
    const { status, body } = await answers(ann, initiationId, 'COMPLETED')
    expect([status, body.errors[0].code]).toEqual([422, 'error.amount.not-payable'])
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
  })
})
