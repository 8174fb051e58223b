// A transfer is cancelled or returned by the recipient's bank: the money goes back to the balance
// that paid, or to a new balance if that one was closed.

import { describe, expect, it } from 'vitest'
import { availableOn } from '../support/balances.ts'
import { testService } from '../support/service.ts'
import {
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { moneyOf, termsOf } from './observations.ts'

describe('a cancelled or returned transfer', () => {
  const service = testService()

  it('moves no money, keeps its quote used and refuses a payment with 409 wrong_status when it was not paid', async () => {
    const ann = await service.createUser()
    const { id, quoteUuid } = await createsTransfer(ann)
    const cancelled = await ok(ann.call(`PUT /v1/transfers/${id}/cancel`))
    expect(cancelled.status).toBe('cancelled')
    expect(await moneyOf(service, ann.personal, id)).toEqual({})
    const paid = await simulate(ann, id, 'processing')
    expect(outcome(paid)).toBe('409 wrong_status')
    const { status } = await ok(ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quoteUuid}`))
    expect(status).toBe('ACCEPTED')
  })

  it('returns the exact amount to the balance that paid it', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 100)
    const { id } = await createsTransfer(ann, { amount: 99.99 })
    await ok(fundTransfer(ann, id))
    expect(await availableOn(ann, balance)).toBe(0.01)
    expect((await ok(ann.call(`PUT /v1/transfers/${id}/cancel`))).status).toBe('cancelled')
    expect(await availableOn(ann, balance)).toBe(100)
    expect(await moneyOf(service, ann.personal, id)).toEqual({})
  })

  it('409 transfer.cancellation.not.allowed after its conversion', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    await ok(simulate(ann, id, 'funds_converted'))
    const late = await ann.call(`PUT /v1/transfers/${id}/cancel`)
    expect(outcome(late)).toBe('409 transfer.cancellation.not.allowed')
    expect((await readsTransfer(ann, id)).status).toBe('funds_converted')
  })

  it('is refunded to a new STANDARD balance when its balance was closed; 409 balance.in-use for closing it before the conversion', async () => {
    const ann = await service.createUser()
    const first = await topsUp(ann, 'GBP', 100)
    const quote = await createsQuote(ann)
    const { id } = await createsTransfer(ann, { quoteId: quote.id })
    await ok(fundTransfer(ann, id))
    const path = `/v4/profiles/${ann.personal}/balances`
    const inUse = await ann.call(`DELETE ${path}/${first}`)
    expect(outcome(inUse)).toBe('409 balance.in-use')

    await ok(simulate(ann, id, 'funds_converted'))
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    expect((await ok(ann.call(`DELETE ${path}/${first}`))).visible).toBe(false)
    expect(await ok(ann.call(`GET ${path}?types=STANDARD`))).toEqual([])

    await ok(simulate(ann, id, 'bounced_back'))
    await ok(simulate(ann, id, 'funds_refunded'))
    const open = await ok(ann.call(`GET ${path}?types=STANDARD`))
    expect(open).toEqual([
      expect.objectContaining({ currency: 'GBP', type: 'STANDARD', visible: true }),
    ])
    expect(open[0].id).not.toBe(first)
    expect(open[0].amount).toEqual({ value: 100, currency: 'GBP' })
    const { source } = termsOf(quote, 'BALANCE')
    expect(await moneyOf(service, ann.personal, id)).toEqual({
      [`available:${first} GBP`]: -source,
      [`available:${open[0].id} GBP`]: source,
    })
  })
})
