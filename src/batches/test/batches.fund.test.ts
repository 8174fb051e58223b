import { describe, expect, it } from 'vitest'
import { availableOn, opensJar } from '../../../test/support/balances.ts'
import {
  addsTransfer,
  addTransfer,
  changeGroup,
  createsCompletedGroup,
  createsFilledGroup,
  createsGroup,
  endsGroup,
  endsTimeToPay,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
} from '../../../test/support/batch-groups.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  fundTransfer,
  ok,
  optionOf,
  outcome,
  readsTransfer,
  topsUp,
} from '../../../test/support/transfers.ts'
import { createQuote } from '../../quotes/test/quote-requests.ts'
import { conversionsOf, debtsOf, incursDebt, makesWorthless } from './ledger-state.ts'

describe('batches.fund', () => {
  const service = testService()

  it('200 pays all members with one debit, and each becomes processing', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann, { members: 3 })
    const before = await readsGroup(ann, id)
    const reply = await fundGroup(ann, id)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id,
      name: before.name,
      fileName: null,
      alreadyPaid: true,
      shortId: Number(before.payInDetails[0].reference.slice(1)),
      userId: ann.userId,
      profileId: ann.personal,
      sourceCurrency: 'GBP',
      status: 'COMPLETED',
      groupType: 'API',
      transferIds: transfers,
    })
    for (const transfer of transfers)
      expect((await readsTransfer(ann, transfer)).status).toBe('processing')
    expect(await availableOn(ann, balance)).toBe(200)
    const after = await readsGroup(ann, id)
    expect(after).toMatchObject({ alreadyPaid: true, status: 'COMPLETED' })
    expect(after.version).not.toBe(before.version)
    const { rows } = await service.db.pool.query(
      `select delta::text, reference from balance_entries where balance_id = $1 order by sequence`,
      [balance],
    )
    expect(rows.slice(1)).toEqual([{ delta: '-30000', reference: `batch:${reply.body.shortId}` }])
  })

  it('200 records one event for each member, and the quotes are FUNDED', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    await fundGroup(ann, id)
    for (const transfer of transfers) {
      const { rows } = await service.db.pool.query(
        `select number, payload ->> 'current_state' as state from events
          where subject = $1 order by number`,
        [`transfer:${transfer}`],
      )
      expect(rows).toEqual([
        { number: 1, state: 'incoming_payment_waiting' },
        { number: 2, state: 'processing' },
      ])
      const { quoteUuid } = await readsTransfer(ann, transfer)
      const { body } = await ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quoteUuid}`)
      expect(body.status).toBe('FUNDED')
    }
  })

  it('200 pays a member that was created for payment by credit card at the price of its BALANCE option', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsGroup(ann)
    const recipient = await addsRecipient(ann)
    const quote = await createQuote(ann, {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: 100,
      targetAccount: recipient,
      preferredPayIn: 'CREDIT',
    })
    const byCredit = await ok(addTransfer(ann, id, { quoteId: quote.id, recipient }))
    await addsTransfer(ann, id, { recipient, payIn: 'BALANCE' })
    await endsGroup(ann, id, 'COMPLETED')
    expect((await fundGroup(ann, id)).status).toBe(200)
    const option = optionOf(quote, 'BALANCE')
    expect(byCredit.targetValue).toBeLessThan(option.targetAmount)
    expect((await readsTransfer(ann, byCredit.id)).targetValue).toBe(option.targetAmount)
    expect(await availableOn(ann, balance)).toBe(300)
  })

  it('200 after the rate lock uses the current rate; the source amounts stay', async () => {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    const { payInDetails } = await readsGroup(ann, id)
    await service.advance({ minutes: 31 })
    expect(await readsTransfer(ann, transfers[0] ?? 0)).toMatchObject({ rate: 0, targetValue: 0 })
    expect((await readsGroup(ann, id)).payInDetails).toEqual(payInDetails)
    await setsRate(service, 'EUR', '0.8')
    expect((await fundGroup(ann, id)).status).toBe(200)
    const [current] = await ok(ann.call('GET /v1/rates?source=GBP&target=EUR'))
    expect((await readsTransfer(ann, transfers[0] ?? 0)).rate).toBe(current.rate)
    expect(await availableOn(ann, balance)).toBe(300)
  })

  it('422 balance.insufficient-funds has the extra fields that clients read, and changes nothing', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 100)
    const dollars = await topsUp(ann, 'USD', 50)
    const { id, transfers } = await createsCompletedGroup(ann)
    const before = await readsGroup(ann, id)
    const reply = await fundGroup(ann, id)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      type: 'BALANCE',
      status: 'REJECTED',
      errorCode: 'balance.insufficient-funds',
      errors: [{ code: 'balance.insufficient-funds', arguments: ['200.00', 'GBP'] }],
    })
    expect(await readsGroup(ann, id)).toEqual(before)
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    expect([await availableOn(ann, pounds), await availableOn(ann, dollars)]).toEqual([100, 50])
    expect(await conversionsOf(service, ann)).toEqual([])
  })

  it('422 balance.insufficient-funds when only a SAVINGS balance has enough', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 10)
    await opensJar(ann, 'USD', { amount: 5000 })
    const { id } = await createsCompletedGroup(ann)
    expect(outcome(await fundGroup(ann, id))).toBe('422 balance.insufficient-funds')
  })

  it('409 payment.exists for a second payment', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    await fundGroup(ann, id)
    const again = await fundGroup(ann, id)
    expect(outcome(again)).toBe('409 payment.exists')
    expect(await availableOn(ann, balance)).toBe(300)
  })

  it('409 payment.exists while a direct debit is in progress', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'CAD', 500)
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    await initiateDebit(ann, id, await linksAccount(ann))
    const reply = await fundGroup(ann, id)
    expect(outcome(reply)).toBe('409 payment.exists')
  })

  it('409 batch.group.invalid-state before completion and after cancellation', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsFilledGroup(ann)
    const early = await fundGroup(ann, id)
    expect(outcome(early)).toBe('409 batch.group.invalid-state')
    const { version } = await readsGroup(ann, id)
    await changeGroup(ann, id, 'CANCELLED', version)
    expect(outcome(await fundGroup(ann, id))).toBe('409 batch.group.invalid-state')
    await service.settle()
    expect(outcome(await fundGroup(ann, id))).toBe('409 batch.group.invalid-state')
  })

  it('409 batch.group.invalid-state once all members have lapsed, before the sweep has run', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    await endsTimeToPay(service, id, transfers)
    expect(outcome(await fundGroup(ann, id))).toBe('409 batch.group.invalid-state')
    await service.settle()
    expect((await readsGroup(ann, id)).status).toBe('CANCELLED')
  })

  it('422 payment.type-not-supported for a type other than BALANCE', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann)
    const reply = await fundGroup(ann, id, 'CHEQUE')
    expect(outcome(reply)).toBe('422 payment.type-not-supported')
  })

  it('422 profile.owes while the profile has a debt in another currency than that of the group', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    await incursDebt(ann)
    expect(await debtsOf(service, ann)).toEqual({ CAD: 100_00n })
    const reply = await fundGroup(ann, id)
    expect(outcome(reply)).toBe('422 profile.owes')
  })

  it('422 payment.option-unavailable for a quote without a BALANCE option', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann, { source: 'AFN' })
    const recipient = await addsRecipient(ann)
    await addsTransfer(ann, id, {
      source: 'AFN',
      amount: 50_000,
      payIn: 'BANK_TRANSFER',
      recipient,
    })
    await endsGroup(ann, id, 'COMPLETED')
    const reply = await fundGroup(ann, id)
    expect(outcome(reply)).toBe('422 payment.option-unavailable')
  })

  it('404 batch.group.not-found for a group of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsCompletedGroup(ann)
    const reply = await fundGroup(bob, id)
    expect(outcome(reply)).toBe('404 batch.group.not-found')
  })

  it('cancelling a member of a paid group returns its money to the balance, and the member cannot be funded again', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    await fundGroup(ann, id)
    const [member = 0] = transfers
    expect((await ann.call(`PUT /v1/transfers/${member}/cancel`)).body.status).toBe('cancelled')
    expect(await availableOn(ann, balance)).toBe(400)
    expect(outcome(await fundTransfer(ann, member))).toBe('409 payment.exists')
  })

  it('members do not count towards the limit of three locked rates of the profile', async () => {
    const ann = await service.createUser()
    const { transfers } = await createsFilledGroup(ann, { members: 4 })
    for (const transfer of transfers)
      expect((await readsTransfer(ann, transfer)).rate).toBeGreaterThan(0)
    // A quote whose rate is not locked has a notice.
    expect((await createsQuote(ann)).notices).toEqual([])
  })
})

describe('batches.fund at a worthless rate', () => {
  const service = testService()

  it('422 error.amount.not-payable when the current rate leaves nothing for a recipient', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann, { target: 'USD' })
    await service.advance({ minutes: 31 })
    await makesWorthless(service, 'GBP')
    const reply = await fundGroup(ann, id)
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    expect(await availableOn(ann, balance)).toBe(500)
  })
})
