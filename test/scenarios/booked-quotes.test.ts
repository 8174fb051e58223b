// The rate and the amounts of a quote and its transfer when the transfer may be priced again (D12a, D92).

import { describe, expect, it } from 'vitest'
import { addTransfer, createsGroup, endsGroup, fundGroup } from '../support/batch-groups.ts'
import { setsRate } from '../support/exchange-rates.ts'
import type { Person } from '../support/people.ts'
import { testService } from '../support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  type Option,
  ok,
  optionOf,
  readsTransfer,
  simulate,
  topsUp,
} from '../support/transfers.ts'

/** A rate is locked for 30 minutes (`rateLock`). */
const PAST_RATE_LOCK = { minutes: 31 }
/** The default of the setting `lockedRateTransfersMax`. */
const LOCKED_RATES_MAX = 3

describe('pricing a transfer again', () => {
  const service = testService()

  it('D92: the quote shows the booked rate and target amount when the money arrives after the rate lock', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1_000)
    const quote = await createsQuote(ann)
    const { id } = await createsTransfer(ann, { quoteId: quote.id })
    await service.advance(PAST_RATE_LOCK)
    await setsRate(service, 'EUR', '2')
    await ok(fundTransfer(ann, id))
    await expectBooked(ann, quote, await readsTransfer(ann, id))
  })

  it('D92: the quote shows the booked rate and target amount for a member of a batch group that is paid late', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1_000)
    const quote = await createsQuote(ann)
    const recipient = await addsRecipient(ann)
    const group = await createsGroup(ann)
    const { id } = await ok(addTransfer(ann, group.id, { quoteId: quote.id, recipient }))
    await endsGroup(ann, group.id, 'COMPLETED')
    await service.advance(PAST_RATE_LOCK)
    await setsRate(service, 'EUR', '3')
    await ok(fundGroup(ann, group.id))
    await expectBooked(ann, quote, await readsTransfer(ann, id))
  })

  it('D92: the quote shows the booked rate and target amount when an issue held the money past the rate lock', async () => {
    const ann = await service.createUser({ verified: false })
    await topsUp(ann, 'GBP', 1_000)
    const quote = await createsQuote(ann)
    const { id } = await createsTransfer(ann, { quoteId: quote.id })
    await ok(fundTransfer(ann, id))
    await service.advance(PAST_RATE_LOCK)
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    await setsRate(service, 'EUR', '4')
    await ok(simulate(ann, id, 'funds_converted'))
    await expectBooked(ann, quote, await readsTransfer(ann, id))
  })

  it('D92: a transfer within one currency neither counts towards the three locked rates nor needs one of them', async () => {
    const ann = await service.createUser()
    for (let n = 0; n < LOCKED_RATES_MAX; n++) await createsTransfer(ann, { target: 'GBP' })
    expect((await createsQuote(ann)).notices).toEqual([])
    for (let n = 0; n < LOCKED_RATES_MAX; n++) await createsTransfer(ann)
    expect((await createsQuote(ann, { target: 'GBP' })).notices).toEqual([])
  })

  it('D92: a transfer within one currency keeps its rate and target amount when it is paid after the rate lock', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1_000)
    const late = await createsTransfer(ann, { target: 'GBP' })
    await service.advance(PAST_RATE_LOCK)
    expect(await readsTransfer(ann, late.id)).toMatchObject({
      rate: 1,
      targetValue: late.targetValue,
    })
    await ok(fundTransfer(ann, late.id))
    expect(await readsTransfer(ann, late.id)).toMatchObject({
      rate: 1,
      targetValue: late.targetValue,
    })
  })
})

/** Checks that the quote has a new rate and shows the rate and target amount of the transfer; source amount and fee stay. */
async function expectBooked(
  person: Person,
  quote: { id: string; rate: number; paymentOptions: Option[] },
  transfer: { rate: number; targetValue: number },
): Promise<void> {
  const shown = await ok(person.call(`GET /v3/profiles/${person.personal}/quotes/${quote.id}`))
  expect(transfer.rate).not.toBe(quote.rate)
  expect(shown).toMatchObject({ status: 'FUNDED', rate: transfer.rate })
  const [before, after] = [optionOf(quote, 'BALANCE'), optionOf(shown, 'BALANCE')]
  expect(after).toMatchObject({ sourceAmount: before.sourceAmount, fee: before.fee })
  expect(after.targetAmount).toBe(transfer.targetValue)
}
