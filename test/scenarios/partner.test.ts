// An application with a fee: the quote shows it, the conversion pays it, and a refund returns it.

import { describe, expect, it } from 'vitest'
import { availableOn } from '../support/balances.ts'
import { houseAccountBalances } from '../support/ledger.ts'
import type { Client, Person } from '../support/people.ts'
import { testService } from '../support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { termsOf } from './observations.ts'

/** The fee of the partner, as a fraction of the source amount. */
const PARTNER_PRICE = '0.01'

describe('a partner application', () => {
  const service = testService()

  const earned = async ({ personal }: Person, { applicationId }: Client) => {
    const all = await houseAccountBalances(service.db.reader, personal)
    return all.find(({ account }) => account === `partner:${applicationId}`)?.balance ?? 0n
  }

  it('earns its fee at the conversion, and returns it with a refund', async () => {
    const partner = await service.createClient({ partnerPrice: PARTNER_PRICE })
    const ann = await service.createUser({ applicationId: partner.applicationId })
    const balance = await topsUp(ann, 'GBP', 500)
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { recipient })
    const terms = termsOf(quote, 'BALANCE')
    expect(terms.partner).toBe(1_00n)
    expect(quote.clientId).toBe(partner.clientKey)

    const { id } = await createsTransfer(ann, { recipient, quoteId: quote.id })
    await ok(fundTransfer(ann, id))
    expect(await earned(ann, partner)).toBe(0n)
    await ok(simulate(ann, id, 'funds_converted'))
    expect(await earned(ann, partner)).toBe(1_00n)
    const fees = (await houseAccountBalances(service.db.reader, ann.personal)).find(
      ({ account }) => account === 'fees',
    )
    expect(fees?.balance).toBe(terms.fee - terms.partner)

    for (const name of ['outgoing_payment_sent', 'bounced_back', 'funds_refunded'])
      await ok(simulate(ann, id, name))
    expect(await earned(ann, partner)).toBe(0n)
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('earns nothing from a cancelled transfer', async () => {
    const partner = await service.createClient({ partnerPrice: PARTNER_PRICE })
    const ann = await service.createUser({ applicationId: partner.applicationId })
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    await ok(ann.call(`PUT /v1/transfers/${id}/cancel`))
    expect(await earned(ann, partner)).toBe(0n)
  })

  it('has no fee in the quotes of people who are not its users', async () => {
    await service.createClient({ partnerPrice: PARTNER_PRICE })
    const bob = await service.createUser()
    expect(termsOf(await createsQuote(bob), 'BALANCE').partner).toBe(0n)
  })
})
