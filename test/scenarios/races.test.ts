// Two concurrent requests of which only one may succeed: a row is locked until both wait for it, in the order
// of the title. The audit runs afterwards.

import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openBalance } from '../../src/balances/test/fixtures.ts'
import { dollarsAbroad } from '../../src/quotes/test/quote-requests.ts'
import { addRecipient } from '../../src/recipients/test/samples.ts'
import { lapse } from '../../src/transfers/sweeps.ts'
import { audit } from '../support/audit.ts'
import { deadlocks } from '../support/race.ts'
import { testService } from '../support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { heldOn, minor, moneyOf, termsOf } from './observations.ts'
import { cancel, convert, create, moneyOn, patch, quoteForBalance, racing, row } from './racing.ts'

describe('of two at once', () => {
  const service = testService()
  afterEach(() => audit(service.db))

  const { run, outcomes, lapses, count } = racing(service)

  it('fundings, one pays: 409 payment.exists for the other', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => fundTransfer(ann, id), () => fundTransfer(ann, id)]
    expect(await outcomes(row('transfers', id), ...both)).toEqual(['201', '409 payment.exists'])
    expect(await count('transfer_payments', ann)).toBe(1)
    expect(await heldOn(ann, balance)).toBe(400)
  })

  it('a funding and a bank payment, one succeeds: 409 payment.exists, and no second payment', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => simulate(ann, id, 'processing'), () => fundTransfer(ann, id)]
    expect(await outcomes(row('transfers', id), ...both)).toEqual(['200', '409 payment.exists'])
    expect(await count('transfer_payments', ann)).toBe(1)
    expect(await heldOn(ann, balance)).toBe(500)
  })

  it('transfers of one quote, one takes it: 409 quote.already-used for the other', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const { id } = await createsQuote(ann, { recipient })
    const both = [() => create(ann, id, recipient), () => create(ann, id, recipient)]
    expect(await outcomes(row('quotes', id), ...both)).toEqual(['200', '409 quote.already-used'])
    expect(await count('transfers', ann)).toBe(1)
  })

  // A quote is used by a transfer or by a conversion, never by both (D92): a PATCH decides which.
  it.each([
    ['conversion', ['201', '409 quote.already-used'], 2],
    ['PATCH', ['200', '422 error.quote.not-for-balances'], 1],
  ])(
    'of a conversion and a PATCH that adds a bank recipient the %s takes the quote if it came first',
    async (first, expected, movements) => {
      const ann = await service.createUser()
      // The top-up is the first movement.
      await topsUp(ann, 'GBP', 500)
      await openBalance(ann, 'EUR')
      const recipient = await addsRecipient(ann)
      const { id } = await quoteForBalance(ann, 'GBP', 'EUR')
      const both = [() => convert(ann, id), () => patch(ann, id, { targetAccount: recipient })]
      if (first === 'PATCH') both.reverse()
      expect(await outcomes(row('quotes', id), ...both)).toEqual(expected)
      expect(await count('balance_movements', ann)).toBe(movements)
      const transfer = outcome(await create(ann, id, recipient))
      expect(transfer).toBe(first === 'PATCH' ? '200' : '409 quote.already-used')
    },
  )

  it.each([
    ['transfer', ['200', '409 quote.already-used'], '409 quote.already-used'],
    ['PATCH', ['200', '422 INVALID_RECIPIENT'], '201'],
  ])(
    'of a transfer and a PATCH to payOut BALANCE the %s takes the quote if it came first',
    async (first, expected, conversion) => {
      const ann = await service.createUser()
      await topsUp(ann, 'GBP', 500)
      await openBalance(ann, 'EUR')
      const recipient = await addsRecipient(ann)
      const { id } = await createsQuote(ann)
      const both = [() => create(ann, id, recipient), () => patch(ann, id, { payOut: 'BALANCE' })]
      if (first === 'PATCH') both.reverse()
      expect(await outcomes(row('quotes', id), ...both)).toEqual(expected)
      expect(await count('transfers', ann)).toBe(first === 'transfer' ? 1 : 0)
      expect(outcome(await convert(ann, id))).toBe(conversion)
    },
  )

  it('a transfer and a PATCH of its quote: 409 quote.already-used for the PATCH', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    const both = [
      () => create(ann, id, recipient),
      () => patch(ann, id, { targetAccount: recipient }),
    ]
    expect(await outcomes(row('quotes', id), ...both)).toEqual(['200', '409 quote.already-used'])
  })

  it('a PATCH and a transfer of its quote: the transfer costs what the PATCH left', async () => {
    const ann = await service.createUser()
    const { id: recipient } = await addRecipient(ann, dollarsAbroad)
    const quote = await createsQuote(ann, { target: 'USD', recipient })
    const both = [
      () => patch(ann, quote.id, { payOut: 'SWIFT_OUR' }),
      () => create(ann, quote.id, recipient),
    ]
    const [patched, created] = await run(row('quotes', quote.id), ...both)
    expect([patched?.status, created?.status]).toEqual([200, 200])
    const [before, after] = [termsOf(quote, 'BALANCE'), termsOf(patched?.body, 'BALANCE')]
    expect(after.fee).not.toBe(before.fee)
    expect(minor(created?.body.sourceValue)).toBe(after.source - after.fee)
  })

  it('creates with one key, one makes the transfer: both receive it', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const { id } = await createsQuote(ann, { recipient })
    const key = randomUUID()
    const request = () => create(ann, id, recipient, key)
    const [first, second] = await run(row('quotes', id), request, request)
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(second?.body).toEqual(first?.body)
    expect(await count('transfers', ann)).toBe(1)
    const other = await create(ann, id, await addsRecipient(ann, 'GBP'), key)
    expect(outcome(other)).toBe('409 idempotency.key.reused')
  })

  it('top-ups with one key in the header, one is booked: both replies are equal', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 10)
    const key = randomUUID()
    const request = () =>
      ann.call('POST /v1/simulation/balance/topup', {
        body: { profileId: ann.personal, balanceId: balance, currency: 'GBP', amount: 5 },
        headers: { 'x-idempotence-uuid': key },
      })
    const [first, second] = await run(moneyOn(balance), request, request)
    expect([first?.status, second?.text]).toEqual([200, first?.text])
    expect(second?.headers['idempotency-replayed']).toBe('true')
    expect(await heldOn(ann, balance)).toBe(15)
  })

  it('a funding and a cancellation: paid, then cancelled, and the money is back', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => fundTransfer(ann, id), () => cancel(ann, id)]
    expect(await outcomes(row('transfers', id), ...both)).toEqual(['201', '200'])
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    expect(await moneyOf(service, ann.personal, id)).toEqual({})
    expect(await heldOn(ann, balance)).toBe(500)
  })

  it('a cancellation and a funding: 409 transfer.invalid-state, and nothing is paid', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => cancel(ann, id), () => fundTransfer(ann, id)]
    const expected = ['200', '409 transfer.invalid-state']
    expect(await outcomes(row('transfers', id), ...both)).toEqual(expected)
    expect(await count('transfer_payments', ann)).toBe(0)
    expect(await heldOn(ann, balance)).toBe(500)
  })

  it('cancellations, one cancels: 409 transfer.cancellation.not.allowed for the other', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    const both = [() => cancel(ann, id), () => cancel(ann, id)]
    const expected = ['200', '409 transfer.cancellation.not.allowed']
    expect(await outcomes(row('transfers', id), ...both)).toEqual(expected)
    expect(await heldOn(ann, balance)).toBe(500)
  })

  it('a cancellation and the conversion: 409 wrong_status for the exchange', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    const both = [() => cancel(ann, id), () => simulate(ann, id, 'funds_converted')]
    expect(await outcomes(row('transfers', id), ...both)).toEqual(['200', '409 wrong_status'])
    expect(await heldOn(ann, balance)).toBe(500)
  })

  it('the same move twice: both return 200, and it happens once', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    const request = () => simulate(ann, id, 'funds_converted')
    expect(await outcomes(row('transfers', id), request, request)).toEqual(['200', '200'])
    const { 'fees GBP': fee, 'desk GBP': sold } = await moneyOf(service, ann.personal, id)
    expect((fee ?? 0n) + (sold ?? 0n)).toBe(100_00n)
  })

  it('a funding and the expiry: it is paid, and the sweep does not cancel it', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => fundTransfer(ann, id), lapses(lapse, id)]
    expect(await outcomes(row('transfers', id), ...both)).toEqual(['201', '200'])
    expect((await readsTransfer(ann, id)).status).toBe('processing')
  })

  it('the expiry and a funding: 409 transfer.invalid-state, and nothing is paid', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [lapses(lapse, id), () => fundTransfer(ann, id)]
    const expected = ['200', '409 transfer.invalid-state']
    expect(await outcomes(row('transfers', id), ...both)).toEqual(expected)
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    expect(await heldOn(ann, balance)).toBe(500)
  })

  it('a bank payment and the expiry: it is paid, and the sweep does not cancel it', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const both = [() => simulate(ann, id, 'processing'), lapses(lapse, id)]
    expect(await outcomes(row('transfers', id), ...both)).toEqual(['200', '200'])
    expect((await readsTransfer(ann, id)).status).toBe('processing')
  })

  it('the expiry and a bank payment: 409 wrong_status, and nothing is booked', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const both = [lapses(lapse, id), () => simulate(ann, id, 'processing')]
    expect(await outcomes(row('transfers', id), ...both)).toEqual(['200', '409 wrong_status'])
    expect(await moneyOf(service, ann.personal, id)).toEqual({})
  })

  it('withdrawals from a balance that covers only one: 422 balance.insufficient-funds for the second', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 100)
    const [one, other] = [await createsTransfer(ann), await createsTransfer(ann)]
    const both = [() => fundTransfer(ann, one.id), () => fundTransfer(ann, other.id)]
    const [first, second] = await run(moneyOn(balance), ...both)
    expect(first?.status).toBe(201)
    expect(second?.status).toBe(422)
    expect(second?.body).toMatchObject({
      type: 'BALANCE',
      status: 'REJECTED',
      errorCode: 'balance.insufficient-funds',
    })
    expect(await heldOn(ann, balance)).toBe(0)
    const statuses = [
      (await readsTransfer(ann, one.id)).status,
      (await readsTransfer(ann, other.id)).status,
    ]
    expect(statuses).toEqual(['processing', 'incoming_payment_waiting'])
  })

  it('crossing conversions: both succeed without a deadlock', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 100)
    const euros = await topsUp(ann, 'EUR', 100)
    const there = await quoteForBalance(ann, 'GBP', 'EUR')
    const back = await quoteForBalance(ann, 'EUR', 'GBP')
    const both = [() => convert(ann, there.id), () => convert(ann, back.id)]
    expect(await outcomes(moneyOn(pounds), ...both)).toEqual(['201', '201'])
    expect(await heldOn(ann, pounds)).toBe(Number(termsOf(back, 'BALANCE').target) / 100)
    expect(await heldOn(ann, euros)).toBe(Number(termsOf(there, 'BALANCE').target) / 100)
    expect(await deadlocks(service.db)).toBe(0)
  })

  it('transfers that want the last locked rate, one gets it', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    await createsTransfer(ann, { recipient })
    await createsTransfer(ann, { recipient })
    const [one, other] = [
      await createsQuote(ann, { recipient }),
      await createsQuote(ann, { recipient }),
    ]
    const gate = {
      text: `select pg_advisory_xact_lock(hashtextextended('quotes.rates_held', $1))`,
      values: [ann.personal],
    }
    const both = [() => create(ann, one.id, recipient), () => create(ann, other.id, recipient)]
    const [first, second] = await run(gate, ...both)
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect([first?.body.rate, second?.body.rate]).toEqual([one.rate, 0])
  })
})
