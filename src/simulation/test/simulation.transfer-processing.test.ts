import { describe, expect, it } from 'vitest'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { accountBalance } from '../../../test/support/ledger.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  ok,
  optionOf,
  outcome,
  readsTransfer,
  simulate,
} from '../../../test/support/transfers.ts'
import { createQuote } from '../../quotes/test/quote-requests.ts'

describe('simulation.transfer-processing', () => {
  const service = testService()

  it('200 books exactly the price of the BANK_TRANSFER option when the quote was for payment by credit card', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const quote = await createQuote(ann, {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      targetAmount: 100,
      targetAccount: recipient,
      preferredPayIn: 'CREDIT',
    })
    const option = optionOf(quote, 'BANK_TRANSFER')
    expect(option.sourceAmount).toBeLessThan(optionOf(quote, 'CREDIT').sourceAmount)
    const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
    const reply = await simulate(ann, id, 'processing')
    expect([reply.status, reply.body.status]).toEqual([200, 'processing'])
    expect(reply.body.targetValue).toBe(option.targetAmount)
    const inFlight = await accountBalance(service.db.reader, ann.personal, `transfer:${id}`, 'GBP')
    expect(inFlight).toBe(BigInt(Math.round(option.sourceAmount * 100)))
  })

  it('D93: 200 with payIn books exactly the price of that option, and the payment has that method', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    for (const payIn of ['BANK_TRANSFER', 'DEBIT', 'CREDIT', 'CARD', 'DIRECT_DEBIT'] as const) {
      const source = payIn === 'DIRECT_DEBIT' ? 'CAD' : 'GBP'
      const quote = await createsQuote(ann, { source, recipient, payIn: 'BANK_TRANSFER' })
      const option = optionOf(quote, payIn)
      const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
      const { targetValue, sourceValue } = await ok(simulate(ann, id, `processing?payIn=${payIn}`))
      expect([payIn, targetValue]).toEqual([payIn, option.targetAmount])
      expect(sourceValue).toBeCloseTo(option.sourceAmount - option.fee.total, 6)
      expect(await ok(ann.call(`GET /v1/transfers/${id}/payments`))).toMatchObject([
        { method: payIn, amount: option.sourceAmount, currency: source },
      ])
    }
  })

  it('D93: 422 payment.option-unavailable for a payIn that the quote does not offer, 400 for BALANCE', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await simulate(ann, id, 'processing?payIn=DIRECT_DEBIT')
    expect(outcome(reply)).toBe('422 payment.option-unavailable')
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
    expect((await simulate(ann, id, 'processing?payIn=BALANCE')).status).toBe(400)
  })

  it('200 for a repeat, without a second posting or event', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    await simulate(ann, id, 'processing')
    const count = async () => {
      const { rows } = await service.db.pool.query(
        `select (select count(*)::int from events where subject = 'transfer:' || $1) as events,
                (select count(*)::int from ledger_postings where reference = 'transfer:' || $1) as postings`,
        [id],
      )
      return rows[0]
    }
    const before = await count()
    expect((await simulate(ann, id, 'processing')).status).toBe(200)
    expect(await count()).toEqual(before)
  })

  it('200 with an active issue when too little arrives; the whole amount resolves it', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const less = await ok(simulate(ann, id, 'processing?amount=99.99'))
    expect(less).toMatchObject({ status: 'incoming_payment_waiting', hasActiveIssues: true })
    expect(outcome(await simulate(ann, id, 'funds_converted'))).toBe('409 wrong_status')
    const whole = await ok(simulate(ann, id, 'processing'))
    expect(whole).toMatchObject({ status: 'processing', hasActiveIssues: false })
    const { rows } = await service.db.pool.query(
      `select payload->'active_cases' as cases from events
        where subject = $1 and name = 'transfers#active-cases' order by number`,
      [`transfer:${id}`],
    )
    expect(rows.map(({ cases }) => cases)).toEqual([['deposit_amount_less_invoice'], []])
  })

  it('422 deposit.amount.invalid for too much, zero, a negative amount, or too many decimals, without an issue', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    for (const amount of ['100.01', '0', '-1', '1.001']) {
      const reply = await simulate(ann, id, `processing?amount=${amount}`)
      expect([amount, reply.status, reply.body.errors[0].code]).toEqual([
        amount,
        422,
        'deposit.amount.invalid',
      ])
    }
    expect((await readsTransfer(ann, id)).hasActiveIssues).toBe(false)
  })

  it('422 payment.option-unavailable when the quote offers no bank transfer', async () => {
    const ann = await service.createUser()
    const transfer = await createsTransfer(ann, { payIn: 'BALANCE' })
    await service.db.pool.query(
      `update quotes set options = (select jsonb_agg(o) from jsonb_array_elements(options) o
                                     where o->>'payIn' <> 'BANK_TRANSFER') where id = $1`,
      [transfer.quoteUuid],
    )
    const reply = await simulate(ann, transfer.id, 'processing')
    expect(outcome(reply)).toBe('422 payment.option-unavailable')
  })

  it('409 wrong_status for a transfer in a later status or cancelled', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    await ann.call(`PUT /v1/transfers/${id}/cancel`)
    const { id: converted } = await createsTransfer(ann)
    for (const name of ['processing', 'funds_converted']) await ok(simulate(ann, converted, name))
    for (const transferId of [id, converted])
      expect(outcome(await simulate(ann, transferId, 'processing'))).toBe('409 wrong_status')
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    expect((await readsTransfer(ann, converted)).status).toBe('funds_converted')
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await simulate(await service.createUser(), id, 'processing')
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})

describe('simulation.transfer-processing at a worthless rate', () => {
  const service = testService()

  it('422 error.amount.not-payable when the current rate leaves nothing for the recipient', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { target: 'USD' })
    await service.advance({ minutes: 31 })
    await setsRate(service, 'GBP', '10000000')
    const reply = await simulate(ann, id, 'processing')
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
  })
})
