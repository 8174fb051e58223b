// Two concurrent requests that need one lock. The lock is held until both wait for it, one behind the other as the
// title states. The audit runs after each test.

import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openBalance } from '../../src/balances/test/fixtures.ts'
import { createMovement, createsBalanceQuote } from '../../src/conversions/test/fixtures.ts'
import { dollarsAbroad } from '../../src/quotes/test/quote-requests.ts'
import { addRecipient } from '../../src/recipients/test/samples.ts'
import { audit } from '../support/audit.ts'
import { availableOn } from '../support/balances.ts'
import { countDeadlocks, heldRatesLock } from '../support/race.ts'
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
import { minorOf, moneyOf, termsOf } from './observations.ts'
import { cancelTransfer, createTransfer, moneyOn, patchQuote, racesOf, rowOf } from './racing.ts'

describe('concurrent requests', () => {
  const service = testService()
  afterEach(() => audit(service.db))

  const { repliesOf, outcomes, countRows } = racesOf(service)

  it('409 payment.exists for the second of two fundings of a transfer', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => fundTransfer(ann, id), () => fundTransfer(ann, id)]
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(['201', '409 payment.exists'])
    expect(await countRows('transfer_payments', ann)).toBe(1)
    expect(await availableOn(ann, balance)).toBe(400)
  })

  it('409 payment.exists for a funding behind a bank payment; the balance keeps its money', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => simulate(ann, id, 'processing'), () => fundTransfer(ann, id)]
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(['200', '409 payment.exists'])
    expect(await countRows('transfer_payments', ann)).toBe(1)
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('409 quote.already-used for the second of two transfers with one quote', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const { id } = await createsQuote(ann, { recipient })
    const both = [
      () => createTransfer(ann, id, recipient),
      () => createTransfer(ann, id, recipient),
    ]
    expect(await outcomes(rowOf('quotes', id), ...both)).toEqual(['200', '409 quote.already-used'])
    expect(await countRows('transfers', ann)).toBe(1)
  })

  // A quote is used by a transfer or by a conversion, never by both (D92): a PATCH decides which.
  it.each([
    ['conversion', ['201', '409 quote.already-used'], 2],
    ['PATCH', ['200', '422 error.quote.not-for-balances'], 1],
  ])(
    'the first of a conversion and a PATCH that adds a bank recipient decides the use of the quote: %s first',
    async (first, expected, movements) => {
      const ann = await service.createUser()
      // The top-up is the first movement.
      await topsUp(ann, 'GBP', 500)
      await openBalance(ann, 'EUR')
      const recipient = await addsRecipient(ann)
      const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
      const both = [
        () => createMovement(ann, { quoteId: id }),
        () => patchQuote(ann, id, { targetAccount: recipient }),
      ]
      if (first === 'PATCH') both.reverse()
      expect(await outcomes(rowOf('quotes', id), ...both)).toEqual(expected)
      expect(await countRows('balance_movements', ann)).toBe(movements)
      const transfer = outcome(await createTransfer(ann, id, recipient))
      expect(transfer).toBe(first === 'PATCH' ? '200' : '409 quote.already-used')
    },
  )

  it.each([
    ['transfer', ['200', '409 quote.already-used'], '409 quote.already-used'],
    ['PATCH', ['200', '422 INVALID_RECIPIENT'], '201'],
  ])(
    'the first of a transfer and a PATCH to payOut BALANCE decides the use of the quote: %s first',
    async (first, expected, conversion) => {
      const ann = await service.createUser()
      await topsUp(ann, 'GBP', 500)
      await openBalance(ann, 'EUR')
      const recipient = await addsRecipient(ann)
      const { id } = await createsQuote(ann)
      const both = [
        () => createTransfer(ann, id, recipient),
        () => patchQuote(ann, id, { payOut: 'BALANCE' }),
      ]
      if (first === 'PATCH') both.reverse()
      expect(await outcomes(rowOf('quotes', id), ...both)).toEqual(expected)
      expect(await countRows('transfers', ann)).toBe(first === 'transfer' ? 1 : 0)
      expect(outcome(await createMovement(ann, { quoteId: id }))).toBe(conversion)
    },
  )

  it('409 quote.already-used for a PATCH of a quote behind the transfer that uses it', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const { id } = await createsQuote(ann)
    const both = [
      () => createTransfer(ann, id, recipient),
      () => patchQuote(ann, id, { targetAccount: recipient }),
    ]
    expect(await outcomes(rowOf('quotes', id), ...both)).toEqual(['200', '409 quote.already-used'])
  })

  it('a transfer behind a PATCH of its quote has the price of the changed quote', async () => {
    const ann = await service.createUser()
    const { id: recipient } = await addRecipient(ann, dollarsAbroad)
    const quote = await createsQuote(ann, { target: 'USD', recipient })
    const both = [
      () => patchQuote(ann, quote.id, { payOut: 'SWIFT_OUR' }),
      () => createTransfer(ann, quote.id, recipient),
    ]
    const [patched, created] = await repliesOf(rowOf('quotes', quote.id), ...both)
    expect([patched?.status, created?.status]).toEqual([200, 200])
    const [before, after] = [termsOf(quote, 'BALANCE'), termsOf(patched?.body, 'BALANCE')]
    expect(after.fee).not.toBe(before.fee)
    expect(minorOf(created?.body.sourceValue)).toBe(after.source - after.fee)
  })

  it('two creations with one key make one transfer, and both return it; 409 idempotency.key.reused for another request with the key', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const { id } = await createsQuote(ann, { recipient })
    const key = randomUUID()
    const request = () => createTransfer(ann, id, recipient, key)
    const [first, second] = await repliesOf(rowOf('quotes', id), request, request)
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(second?.body).toEqual(first?.body)
    expect(await countRows('transfers', ann)).toBe(1)
    const other = await createTransfer(ann, id, await addsRecipient(ann, 'GBP'), key)
    expect(outcome(other)).toBe('409 idempotency.key.reused')
  })

  it('two top-ups with one key in the header are booked once, and both replies are equal', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 10)
    const key = randomUUID()
    const request = () =>
      ann.call('POST /v1/simulation/balance/topup', {
        body: { profileId: ann.personal, balanceId: balance, currency: 'GBP', amount: 5 },
        headers: { 'x-idempotence-uuid': key },
      })
    const [first, second] = await repliesOf(moneyOn(balance), request, request)
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(second?.text).toBe(first?.text)
    expect(second?.headers['idempotency-replayed']).toBe('true')
    expect(await availableOn(ann, balance)).toBe(15)
  })

  it('a cancellation behind a funding returns the money to the balance', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => fundTransfer(ann, id), () => cancelTransfer(ann, id)]
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(['201', '200'])
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    expect(await moneyOf(service, ann.personal, id)).toEqual({})
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('409 transfer.invalid-state for a funding behind a cancellation; the balance keeps its money', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    const both = [() => cancelTransfer(ann, id), () => fundTransfer(ann, id)]
    const expected = ['200', '409 transfer.invalid-state']
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(expected)
    expect(await countRows('transfer_payments', ann)).toBe(0)
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('409 transfer.cancellation.not.allowed for the second of two cancellations', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    const both = [() => cancelTransfer(ann, id), () => cancelTransfer(ann, id)]
    const expected = ['200', '409 transfer.cancellation.not.allowed']
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(expected)
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('409 wrong_status for the conversion of a transfer behind its cancellation', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    const both = [() => cancelTransfer(ann, id), () => simulate(ann, id, 'funds_converted')]
    expect(await outcomes(rowOf('transfers', id), ...both)).toEqual(['200', '409 wrong_status'])
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('two simulations of one status both return 200, and the money is converted once', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    const request = () => simulate(ann, id, 'funds_converted')
    expect(await outcomes(rowOf('transfers', id), request, request)).toEqual(['200', '200'])
    const { 'fees GBP': fee, 'desk GBP': sold } = await moneyOf(service, ann.personal, id)
    expect((fee ?? 0n) + (sold ?? 0n)).toBe(100_00n)
  })

  it('422 balance.insufficient-funds for the second of two fundings from a balance that covers only one', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 100)
    const [one, other] = [await createsTransfer(ann), await createsTransfer(ann)]
    const both = [() => fundTransfer(ann, one.id), () => fundTransfer(ann, other.id)]
    const [first, second] = await repliesOf(moneyOn(balance), ...both)
    expect(first?.status).toBe(201)
    expect(second?.status).toBe(422)
    expect(second?.body).toMatchObject({
      type: 'BALANCE',
      status: 'REJECTED',
      errorCode: 'balance.insufficient-funds',
    })
    expect(await availableOn(ann, balance)).toBe(0)
    const statuses = [
      (await readsTransfer(ann, one.id)).status,
      (await readsTransfer(ann, other.id)).status,
    ]
    expect(statuses).toEqual(['processing', 'incoming_payment_waiting'])
  })

  it('conversions in opposite directions both succeed without a deadlock', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 100)
    const euros = await topsUp(ann, 'EUR', 100)
    const toEuros = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const toPounds = await createsBalanceQuote(ann, 'EUR', 'GBP')
    const both = [
      () => createMovement(ann, { quoteId: toEuros.id }),
      () => createMovement(ann, { quoteId: toPounds.id }),
    ]
    expect(await outcomes(moneyOn(pounds), ...both)).toEqual(['201', '201'])
    expect(await availableOn(ann, pounds)).toBe(Number(termsOf(toPounds, 'BALANCE').target) / 100)
    expect(await availableOn(ann, euros)).toBe(Number(termsOf(toEuros, 'BALANCE').target) / 100)
    expect(await countDeadlocks(service.db)).toBe(0)
  })

  it('the first of two transfers gets the last locked rate that the profile may have', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    await createsTransfer(ann, { recipient })
    await createsTransfer(ann, { recipient })
    const [one, other] = [
      await createsQuote(ann, { recipient }),
      await createsQuote(ann, { recipient }),
    ]
    const lock = heldRatesLock(ann.personal)
    const both = [
      () => createTransfer(ann, one.id, recipient),
      () => createTransfer(ann, other.id, recipient),
    ]
    const [first, second] = await repliesOf(lock, ...both)
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect([first?.body.rate, second?.body.rate]).toEqual([one.rate, 0])
  })
})
