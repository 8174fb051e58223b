// An application that charges a price of its own: it is shown, earned when the money is exchanged, and
// given back with a refund.

import { describe, expect, it } from 'vitest'
import { houseBalances } from '../support/ledger.ts'
import type { Client, Person } from '../support/people.ts'
import { fund, holds, ok, pays, quotes, sends, step } from '../support/sending.ts'
import { house } from '../support/service.ts'
import { heldOn, termsOf } from './telling.ts'

const PRICE = '0.01'

describe('a partner', () => {
  const h = house()

  const earned = async ({ personal }: Person, { applicationId }: Client) => {
    const all = await houseBalances(h.db.reader, personal)
    return all.find(({ account }) => account === `partner:${applicationId}`)?.balance ?? 0n
  }

  it('earns its price when the money is exchanged, and gives it back with a refund', async () => {
    const partner = await h.client({ partnerPrice: PRICE })
    const ann = await h.user({ applicationId: partner.applicationId })
    const balance = await holds(ann, 'GBP', 500)
    const recipient = await pays(ann)
    const quote = await quotes(ann, { recipient })
    const terms = termsOf(quote, 'BALANCE')
    expect(terms.partner).toBe(1_00n)
    expect(quote.clientId).toBe(partner.clientKey)

    const { id } = await sends(ann, { recipient, quoteId: quote.id })
    await ok(fund(ann, id))
    expect(await earned(ann, partner)).toBe(0n)
    await ok(step(ann, id, 'funds_converted'))
    expect(await earned(ann, partner)).toBe(1_00n)
    const fees = (await houseBalances(h.db.reader, ann.personal)).find(
      ({ account }) => account === 'fees',
    )
    expect(fees?.balance).toBe(terms.fee - terms.partner)

    for (const name of ['outgoing_payment_sent', 'bounced_back', 'funds_refunded'])
      await ok(step(ann, id, name))
    expect(await earned(ann, partner)).toBe(0n)
    expect(await heldOn(ann, balance)).toBe(500)
  })

  it('earns nothing from a cancelled transfer, nor from people who are not its users', async () => {
    const partner = await h.client({ partnerPrice: PRICE })
    const ann = await h.user({ applicationId: partner.applicationId })
    await holds(ann, 'GBP', 500)
    const { id } = await sends(ann)
    await ok(fund(ann, id))
    await ok(ann.call(`PUT /v1/transfers/${id}/cancel`))
    expect(await earned(ann, partner)).toBe(0n)

    const bob = await h.user()
    expect(termsOf(await quotes(bob), 'BALANCE').partner).toBe(0n)
  })
})
