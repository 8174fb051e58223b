import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { opensJar } from '../../../test/support/balances.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { accountBalance } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  ok,
  optionOf,
  outcome,
  readsTransfer,
  setsLapse,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { opensBalanceOfKind } from '../../balances/test/fixtures.ts'
import type { CustomerAccount } from '../../ledger/index.ts'
import { createQuote } from '../../quotes/test/quote-requests.ts'

const poundsByCredit = { sourceCurrency: 'GBP', targetCurrency: 'EUR', preferredPayIn: 'CREDIT' }

describe('transfers.fund', () => {
  const service = testService()
  const penceOn = ({ personal }: Person, account: CustomerAccount) =>
    accountBalance(service.db.reader, personal, account, 'GBP')

  it('201 debits exactly the source amount and moves the transfer to processing', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const reply = await fundTransfer(ann, id)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      type: 'BALANCE',
      status: 'COMPLETED',
      errorCode: null,
      errorMessage: null,
      balanceTransactionId: expect.any(Number),
    })
    expect((await readsTransfer(ann, id)).status).toBe('processing')
    expect(await penceOn(ann, `transfer:${id}`)).toBe(100_00n)
    expect(await penceOn(ann, `available:${balance}`)).toBe(400_00n)
    const { rows } = await service.db.pool.query(
      `select name, payload from events where subject = $1 and name = 'balances#update' order by number desc limit 1`,
      [`balance:${balance}`],
    )
    expect(rows[0].payload).toMatchObject({
      amount: 100,
      post_transaction_balance_amount: 400,
      transaction_type: 'debit',
      transfer_reference: String(id),
    })
  })

  it('201 at the price of the BALANCE option when the quote was for payment by credit card', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const targetAccount = await addsRecipient(ann)
    const quote = await createQuote(ann, { ...poundsByCredit, sourceAmount: 100, targetAccount })
    const option = optionOf(quote, 'BALANCE')
    const { id, targetValue } = await createsTransfer(ann, {
      recipient: targetAccount,
      quoteId: quote.id,
    })
    expect(targetValue).toBe(optionOf(quote, 'CREDIT').targetAmount)
    expect(targetValue).toBeLessThan(option.targetAmount)
    expect((await fundTransfer(ann, id)).status).toBe(201)
    const after = await readsTransfer(ann, id)
    expect(after.targetValue).toBe(option.targetAmount)
    expect(after.sourceValue).toBeCloseTo(option.sourceAmount - option.fee.total, 10)
  })

  it('201 from a named balance of the source currency instead of the STANDARD balance', async () => {
    const ann = await service.createUser()
    const standard = await topsUp(ann, 'GBP', 500)
    const kind = { currency: 'GBP', type: 'SAVINGS', name: 'Rent' } as const
    const savings = await opensBalanceOfKind(service, ann, kind, '300')
    const { id } = await createsTransfer(ann)
    const route = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    const reply = await ann.call(route, { body: { type: 'BALANCE', balanceId: String(savings) } })
    expect(reply.status).toBe(201)
    expect(await penceOn(ann, `available:${savings}`)).toBe(200_00n)
    expect(await penceOn(ann, `available:${standard}`)).toBe(500_00n)
  })

  it('422 balance.insufficient-funds with the fields that clients read, and nothing changes', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 99.99)
    const { id } = await createsTransfer(ann)
    const reply = await fundTransfer(ann, id)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      type: 'BALANCE',
      status: 'REJECTED',
      errorCode: 'balance.insufficient-funds',
      errorMessage: expect.any(String),
      errors: [{ code: 'balance.insufficient-funds' }],
    })
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
    expect(await penceOn(ann, `available:${balance}`)).toBe(99_99n)
  })

  it('422 balance.insufficient-funds has the price of the BALANCE option as argument, not that of a card', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1)
    const recipient = await addsRecipient(ann)
    const amounts = { targetAmount: 100, targetAccount: recipient }
    const quote = await createQuote(ann, { ...poundsByCredit, ...amounts })
    const costs = (payIn: string) => optionOf(quote, payIn).sourceAmount
    expect(costs('BALANCE')).not.toBe(costs('CREDIT'))
    const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
    const reply = await fundTransfer(ann, id)
    expect(reply.body.errors[0]).toMatchObject({
      code: 'balance.insufficient-funds',
      arguments: [costs('BALANCE').toFixed(2), 'GBP'],
    })
  })

  it('422 balance.insufficient-funds when the profile has no balance in the currency', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await fundTransfer(ann, id)
    expect([reply.status, reply.body.errorCode]).toEqual([422, 'balance.insufficient-funds'])
  })

  it('201 resolves the issue of a short deposit, and the transfer can be converted', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const short = await ok(simulate(ann, id, 'processing?amount=50'))
    expect(short.hasActiveIssues).toBe(true)
    expect((await fundTransfer(ann, id)).status).toBe(201)
    expect(await readsTransfer(ann, id)).toMatchObject({
      status: 'processing',
      hasActiveIssues: false,
    })
    expect((await simulate(ann, id, 'funds_converted')).status).toBe(200)
  })

  it('409 transfer.invalid-state once the time to pay is over, before the sweep has run; 409 wrong_status for money from a bank', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const [{ id }, inTime] = [await createsTransfer(ann), await createsTransfer(ann)]
    await setsLapse(service, inTime.id, service.now().add({ milliseconds: 1 }))
    expect((await fundTransfer(ann, inTime.id)).status).toBe(201)
    await setsLapse(service, id, service.now())
    const reply = await fundTransfer(ann, id)
    expect(outcome(reply)).toBe('409 transfer.invalid-state')
    const byBank = await simulate(ann, id, 'processing')
    expect(outcome(byBank)).toBe('409 wrong_status')
    expect(byBank.body.errors[0].message).toContain('The time to pay for the transfer is over')
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
  })

  it('409 payment.exists for a paid transfer, which is not debited a second time', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    const reply = await fundTransfer(ann, id)
    expect(outcome(reply)).toBe('409 payment.exists')
    expect(await penceOn(ann, `available:${balance}`)).toBe(400_00n)
  })

  it('404, 409 and 422 with the fields that client programs read: type, status, errorCode, errorMessage', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const [paid, cancelled, waiting] = [
      await createsTransfer(ann),
      await createsTransfer(ann),
      await createsTransfer(ann),
    ]
    await fundTransfer(ann, paid.id)
    await ann.call(`PUT /v1/transfers/${cancelled.id}/cancel`)
    const route = `POST /v3/profiles/${ann.personal}/transfers/${waiting.id}/payments`
    const replies = [
      await fundTransfer(ann, paid.id),
      await fundTransfer(ann, cancelled.id),
      await fundTransfer(ann, 999_999_999),
      await ann.call(route, { body: { type: 'CASH' } }),
    ]
    expect(
      replies.map(({ status, body: { errors, ...fields } }) => [status, errors.length, fields]),
    ).toEqual(
      [
        [409, 'BALANCE', 'payment.exists'],
        [409, 'BALANCE', 'transfer.invalid-state'],
        [404, 'BALANCE', 'transfer.not-found'],
        [422, 'CASH', 'payment.type-not-supported'],
      ].map(([status, type, errorCode]) => [
        status,
        1,
        { type, status: 'REJECTED', errorCode, errorMessage: expect.any(String) },
      ]),
    )
  })

  it('409 transfer.invalid-state for a cancelled transfer', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ann.call(`PUT /v1/transfers/${id}/cancel`)
    const reply = await fundTransfer(ann, id)
    expect(outcome(reply)).toBe('409 transfer.invalid-state')
  })

  it('422 balance.not-usable for a balance that is closed, or of another currency or profile', async () => {
    const ann = await service.createUser()
    const euros = await topsUp(ann, 'EUR', 500)
    const foreignBalance = await topsUp(await service.createUser(), 'GBP', 500)
    const closed = await opensJar(ann, 'GBP')
    await ok(ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${closed}`))
    const { id } = await createsTransfer(ann)
    for (const balanceId of [closed, euros, foreignBalance]) {
      const reply = await ann.call(`POST /v3/profiles/${ann.personal}/transfers/${id}/payments`, {
        body: { type: 'BALANCE', balanceId },
      })
      expect(outcome(reply)).toBe('422 balance.not-usable')
    }
  })

  it('422 payment.type-not-supported for a type other than BALANCE', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await ann.call(`POST /v3/profiles/${ann.personal}/transfers/${id}/payments`, {
      body: { type: 'CASH' },
    })
    expect(outcome(reply)).toBe('422 payment.type-not-supported')
  })

  it('422 payment.option-unavailable when the quote has no BALANCE option', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const transfer = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    // Every corridor of a balance currency has the option, so the test removes the option from this quote.
    await service.db.pool.query(
      `update quotes set options = (select jsonb_agg(o) from jsonb_array_elements(options) o
                                     where o->>'payIn' <> 'BALANCE') where id = $1`,
      [transfer.quoteUuid],
    )
    const reply = await fundTransfer(ann, transfer.id)
    expect([reply.status, reply.body.errorCode]).toEqual([422, 'payment.option-unavailable'])
    expect(reply.body.errors[0].arguments).toEqual(['100.00', 'GBP'])
  })

  it('404 transfer.not-found for an unknown transfer and for a transfer of another profile', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { profile: ann.business })
    for (const transferId of [id, 999_999_999]) {
      const reply = await fundTransfer(ann, transferId)
      expect(outcome(reply)).toBe('404 transfer.not-found')
    }
  })

  it('D91: 409 payment.exists for a repeated request, although its idempotency key is the same', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const headers = { 'x-idempotence-uuid': randomUUID() }
    const route = `POST /v3/profiles/${ann.personal}/transfers/${id}/payments`
    const first = await ann.call(route, { body: { type: 'BALANCE' }, headers })
    const again = await ann.call(route, { body: { type: 'BALANCE' }, headers })
    expect(first.status).toBe(201)
    expect(outcome(again)).toBe('409 payment.exists')
  })
})

describe('transfers.fund after the rate has moved', () => {
  const service = testService()

  it('201 after the rate lock books the current rate; between the lock and the payment, rate and target amount are zero', async () => {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const before = await createsTransfer(ann)
    await service.advance({ minutes: 31 })
    await setsRate(service, 'EUR', '1.8')
    expect(await readsTransfer(ann, before.id)).toMatchObject({ rate: 0, targetValue: 0 })
    expect((await fundTransfer(ann, before.id)).status).toBe(201)
    const after = await readsTransfer(ann, before.id)
    expect(after.rate).toBeCloseTo(2 * before.rate, 5)
    expect(after.targetValue).toBeCloseTo(2 * before.targetValue, 1)
    expect(after.sourceValue).toBe(before.sourceValue)
  })

  it('422 error.amount.not-payable when the current rate leaves a target amount of zero', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann, { target: 'USD' })
    await service.advance({ minutes: 31 })
    await setsRate(service, 'GBP', '10000000')
    const reply = await fundTransfer(ann, id)
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
  })
})
