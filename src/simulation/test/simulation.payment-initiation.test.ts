import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import {
  changeGroup,
  createsCompletedGroup,
  createsDebitedGroup,
  endsGroup,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
  simulateDebit,
} from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
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
import {
  debtsOf,
  houseAccountsOf,
  incursDebt,
  inFlightMinor,
  makesWorthless,
} from '../../batches/test/ledger-state.ts'

async function initiationStatus(ann: Person, groupId: string, id: number): Promise<string> {
  const group = `/v1/profiles/${ann.personal}/batch-groups/${groupId}`
  return (await ok(ann.call(`GET ${group}/payment-initiations/${id}`))).status
}

describe('simulation.payment-initiation', () => {
  const service = testService()

  async function createsInitiation(ann: Person) {
    const { id, transfers } = await createsCompletedGroup(ann, { source: 'CAD' })
    const { id: initiationId } = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    return { id, transfers, initiationId: initiationId as number }
  }

  const topUp = (ann: Person, balanceId: number, amount: number) =>
    ok(
      ann.call('POST /v1/simulation/balance/topup', {
        body: { profileId: ann.personal, balanceId, currency: 'CAD', amount },
      }),
    )

  it('200 COMPLETED pays all members together', async () => {
    const ann = await service.createUser()
    const { id, transfers, initiationId } = await createsInitiation(ann)
    await ok(simulateDebit(ann, initiationId, 'PROCESSING'))
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    const reply = await simulateDebit(ann, initiationId, 'COMPLETED')
    expect([reply.status, reply.body.status]).toEqual([200, 'COMPLETED'])
    for (const transfer of transfers) {
      expect((await readsTransfer(ann, transfer)).status).toBe('processing')
      expect(await inFlightMinor(service, ann, transfer, 'CAD')).toBe(100_00n)
    }
    expect(await readsGroup(ann, id)).toMatchObject({ alreadyPaid: true, status: 'COMPLETED' })
    expect(await houseAccountsOf(service, ann)).toEqual({ 'pay-in CAD': -200_00n })
  })

  it('200 records one event for each move, with the return code of the network', async () => {
    const ann = await service.createUser()
    const { id, initiationId } = await createsInitiation(ann)
    for (const state of ['PROCESSING', 'PROCESSING', 'COMPLETED', 'CHARGED_BACK'])
      await ok(simulateDebit(ann, initiationId, state))
    const { rows } = await service.db.pool.query(
      'select name, number, payload from events where subject = $1 order by number',
      [`payment-initiation:${initiationId}`],
    )
    const payload = (previousStatus: string, newStatus: string, returnCode: string) => ({
      resource: { id: initiationId, batchGroupId: id, profileId: ann.personal },
      previousStatus,
      newStatus,
      occurredAt: '2026-01-05T10:00:00.000000Z',
      returnCode,
    })
    const name = 'batch-payment-initiations#state-change'
    expect(rows).toEqual([
      { name, number: 1, payload: payload('NEW', 'PROCESSING', '200') },
      { name, number: 2, payload: payload('PROCESSING', 'COMPLETED', '200') },
      { name, number: 3, payload: payload('COMPLETED', 'CHARGED_BACK', '915') },
    ])
  })

  it.each([
    ['NEW', []],
    ['PROCESSING', ['processing']],
  ])('200 FAILED from %s: the group can then be paid or cancelled', async (_, movesBefore) => {
    const ann = await service.createUser()
    await topsUp(ann, 'CAD', 500)
    const { id, transfers, initiationId } = await createsInitiation(ann)
    for (const state of [...movesBefore, 'failed'])
      await ok(simulateDebit(ann, initiationId, state))
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    await ok(fundGroup(ann, id))
    const other = await createsInitiation(ann)
    for (const state of [...movesBefore, 'failed'])
      await ok(simulateDebit(ann, other.initiationId, state))
    await endsGroup(ann, other.id, 'CANCELLED')
  })

  it('409 wrong_status for every illegal move from NEW, PROCESSING, COMPLETED and CHARGED_BACK', async () => {
    const ann = await service.createUser()
    const { initiationId } = await createsInitiation(ann)
    const expectRefused = async (...states: string[]) => {
      for (const state of states)
        expect(outcome(await simulateDebit(ann, initiationId, state))).toBe('409 wrong_status')
    }
    await expectRefused('COMPLETED', 'CHARGED_BACK')
    await ok(simulateDebit(ann, initiationId, 'PROCESSING'))
    await expectRefused('CHARGED_BACK')
    await ok(simulateDebit(ann, initiationId, 'COMPLETED'))
    await expectRefused('PROCESSING', 'FAILED')
    await ok(simulateDebit(ann, initiationId, 'CHARGED_BACK'))
    await expectRefused('PROCESSING', 'COMPLETED', 'FAILED')
  })

  it('409 wrong_status for every move from FAILED', async () => {
    const ann = await service.createUser()
    const { initiationId } = await createsInitiation(ann)
    await ok(simulateDebit(ann, initiationId, 'FAILED'))
    for (const state of ['PROCESSING', 'COMPLETED', 'CHARGED_BACK'])
      expect(outcome(await simulateDebit(ann, initiationId, state))).toBe('409 wrong_status')
  })

  it('400 for NEW, to which no move leads, and for an unknown status', async () => {
    const ann = await service.createUser()
    const { initiationId } = await createsInitiation(ann)
    for (const state of ['NEW', 'PAID'])
      expect((await simulateDebit(ann, initiationId, state)).status).toBe(400)
  })

  it('200 CHARGED_BACK cancels members that were not sent, without a debt', async () => {
    const ann = await service.createUser()
    const { id, transfers, initiationId } = await createsDebitedGroup(ann, { members: 2 })
    const [waiting = 0, converted = 0] = transfers
    await ok(simulate(ann, converted, 'funds_converted'))
    await ok(simulateDebit(ann, initiationId, 'CHARGED_BACK'))
    for (const transfer of [waiting, converted])
      expect((await readsTransfer(ann, transfer)).status).toBe('cancelled')
    expect(await houseAccountsOf(service, ann)).toEqual({})
    expect(await debtsOf(service, ann)).toEqual({})
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(true)
    expect(outcome(await fundGroup(ann, id))).toBe('409 payment.exists')
    const { version } = await readsGroup(ann, id)
    expect(outcome(await changeGroup(ann, id, 'CANCELLED', version))).toBe(
      '409 batch.group.cancellation.not.allowed',
    )
  })

  it('200 CHARGED_BACK records a debt for each member that was sent or whose money was refunded to the bank', async () => {
    const ann = await service.createUser()
    const { transfers, initiationId } = await createsDebitedGroup(ann, { members: 4 })
    const [sent = 0, bounced = 0, cancelled = 0, stopped = 0] = transfers
    for (const transfer of [sent, bounced]) {
      await ok(simulate(ann, transfer, 'funds_converted'))
      await ok(simulate(ann, transfer, 'outgoing_payment_sent'))
    }
    await ok(simulate(ann, bounced, 'bounced_back'))
    await ok(ann.call(`PUT /v1/transfers/${cancelled}/cancel`))
    await ok(simulateDebit(ann, initiationId, 'CHARGED_BACK'))
    expect(await debtsOf(service, ann)).toEqual({ CAD: 300_00n })
    expect((await readsTransfer(ann, stopped)).status).toBe('cancelled')
    expect((await readsTransfer(ann, sent)).status).toBe('outgoing_payment_sent')

    // The refund of a bounced transfer settles its part of the debt.
    await ok(simulate(ann, bounced, 'funds_refunded'))
    expect(await debtsOf(service, ann)).toEqual({ CAD: 200_00n })
    await ok(simulate(ann, sent, 'bounced_back'))
    await ok(simulate(ann, sent, 'funds_refunded'))
    expect(await debtsOf(service, ann)).toEqual({ CAD: 100_00n })
  })

  it('while the profile has a debt: 422 profile.owes for a conversion and for paying a transfer by balance or bank; a sent transfer can still bounce', async () => {
    const ann = await service.createUser()
    const dollars = await topsUp(ann, 'USD', 500)
    await topsUp(ann, 'GBP', 500)
    const single = await createsTransfer(ann)
    const { transferId } = await incursDebt(ann)
    const order = { sourceCurrency: 'USD', targetCurrency: 'GBP', sourceAmount: 10 }
    const { body: quote } = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
      body: { ...order, payOut: 'BALANCE' },
    })
    const converted = await ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
      body: { quoteId: quote.id },
      headers: { 'x-idempotence-uuid': quote.id },
    })
    expect(outcome(converted)).toBe('422 profile.owes')
    expect(outcome(await fundTransfer(ann, single.id))).toBe('422 profile.owes')
    expect(outcome(await simulate(ann, single.id, 'processing'))).toBe('422 profile.owes')
    expect(await availableOn(ann, dollars)).toBe(500)
    await ok(simulate(ann, transferId, 'bounced_back'))
  })

  it('a credit in the currency of the debt settles the debt first, with balance entries that add up', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const single = await createsTransfer(ann)
    await incursDebt(ann)
    const { body: balances } = await ann.call(`GET /v4/profiles/${ann.personal}/balances`, {
      query: { types: 'STANDARD' },
    })
    const { id: balanceId } = balances.find(
      ({ currency }: { currency: string }) => currency === 'CAD',
    )
    const [first] = (await topUp(ann, balanceId, 30)).balancesAfter
    expect(first.value).toBe(0)
    expect(await debtsOf(service, ann)).toEqual({ CAD: 70_00n })
    expect(outcome(await fundTransfer(ann, single.id))).toBe('422 profile.owes')
    const [second] = (await topUp(ann, balanceId, 100)).balancesAfter
    expect(second.value).toBe(30)
    expect(await debtsOf(service, ann)).toEqual({})
    const { rows } = await service.db.pool.query(
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
    const { rows: events } = await service.db.pool.query(
      `select number, payload ->> 'transaction_type' as type, payload -> 'amount' as amount
         from events where subject = $1 and name = 'balances#update' order by number`,
      [`balance:${balanceId}`],
    )
    expect(events).toEqual([
      { number: 1, type: 'credit', amount: 30 },
      { number: 2, type: 'debit', amount: 30 },
      { number: 3, type: 'credit', amount: 100 },
      { number: 4, type: 'debit', amount: 70 },
    ])
    expect((await fundTransfer(ann, single.id)).status).toBe(201)
  })

  it('422 profile.owes for COMPLETED while the profile has a debt, 200 after it is settled', async () => {
    const ann = await service.createUser()
    const { initiationId, transfers } = await createsInitiation(ann)
    await ok(simulateDebit(ann, initiationId, 'PROCESSING'))
    await incursDebt(ann)
    expect(outcome(await simulateDebit(ann, initiationId, 'COMPLETED'))).toBe('422 profile.owes')
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    const { body: balances } = await ann.call(`GET /v4/profiles/${ann.personal}/balances`, {
      query: { types: 'STANDARD' },
    })
    await topUp(ann, balances[0].id, 100)
    await ok(simulateDebit(ann, initiationId, 'COMPLETED'))
  })

  it('422 payment.option-unavailable without a DIRECT_DEBIT option, and the initiation keeps its status', async () => {
    const ann = await service.createUser()
    const { id, initiationId, transfers } = await createsInitiation(ann)
    await ok(simulateDebit(ann, initiationId, 'PROCESSING'))
    const { quoteUuid } = await readsTransfer(ann, transfers[0] ?? 0)
    await service.db.pool.query(
      `update quotes set options = jsonb_path_query_array(options, '$[*] ? (@.payIn != "DIRECT_DEBIT")')
        where id = $1`,
      [quoteUuid],
    )
    const reply = await simulateDebit(ann, initiationId, 'COMPLETED')
    expect(outcome(reply)).toBe('422 payment.option-unavailable')
    expect(await initiationStatus(ann, id, initiationId)).toBe('PROCESSING')
  })

  it('404 payment.initiation.not-found for an initiation of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { initiationId } = await createsInitiation(ann)
    const reply = await simulateDebit(bob, initiationId, 'PROCESSING')
    expect(outcome(reply)).toBe('404 payment.initiation.not-found')
  })
})

describe('simulation.payment-initiation at a worthless rate', () => {
  const service = testService()

  it('422 error.amount.not-payable, and the initiation keeps its status', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD', target: 'USD' })
    const { id: initiationId } = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    await ok(simulateDebit(ann, initiationId, 'PROCESSING'))
    await service.advance({ minutes: 31 })
    await makesWorthless(service, 'CAD')
    const reply = await simulateDebit(ann, initiationId, 'COMPLETED')
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
    expect(await initiationStatus(ann, id, initiationId)).toBe('PROCESSING')
  })
})
