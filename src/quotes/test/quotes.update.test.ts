import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race } from '../../../test/support/race.ts'
import { house } from '../../../test/support/service.ts'
import { added, america, britain, byEmail, germany } from '../../recipients/test/samples.ts'
import { acceptQuote, checkUsable, findQuote } from '../index.ts'
import { dollarsAbroad, patch, quoted, read, refusals, usual } from './asking.ts'
import { refusesChanges } from './refused-changes.ts'

const toEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 500 }
const toCad = { sourceCurrency: 'GBP', targetCurrency: 'CAD', sourceAmount: 500 }
const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', sourceAmount: 500 }

const canadian = {
  currency: 'CAD',
  type: 'ca_network',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', caNetworkAccount: 'nora@example.com' },
}

describe('quotes.update', () => {
  const h = house()

  it('200 a recipient is added; rate, amount and times stay', async () => {
    const ann = await h.user()
    const before = await quoted(ann, toEur)
    const { id } = await added(ann, germany)
    await h.advance({ minutes: 10 })
    const reply = await patch(ann, before.id, { targetAccount: id })
    expect(reply.status).toBe(200)
    const kept = ['id', 'rate', 'sourceAmount', 'createdTime', 'expirationTime', 'status']
    for (const field of kept) expect([field, reply.body[field]]).toEqual([field, before[field]])
    expect(reply.body).toMatchObject({ targetAccount: id, payOut: 'BANK_TRANSFER' })
    expect((await read(ann, before.id)).body).toEqual(reply.body)
  })

  it('200 dollars for abroad go by SWIFT at another price; SWIFT_OUR costs more again', async () => {
    const ann = await h.user()
    const before = await quoted(ann, toUsd)
    const { id } = await added(ann, dollarsAbroad)
    const swift = (await patch(ann, before.id, { targetAccount: id })).body
    expect(swift.payOut).toBe('SWIFT')
    const our = (await patch(ann, before.id, { payOut: 'SWIFT_OUR' })).body
    expect(our).toMatchObject({ payOut: 'SWIFT_OUR', targetAccount: id })
    const fees = [before, swift, our].map(({ paymentOptions: [{ fee }] }) => fee.total)
    expect([...fees].sort((a, b) => a - b)).toEqual(fees)
    expect(new Set(fees).size).toBe(3)
    expect(our.paymentOptions[0].targetAmount).toBeLessThan(swift.paymentOptions[0].targetAmount)
  })

  it('200 tells that the price changed, until it changes again', async () => {
    const ann = await h.user()
    const before = await quoted(ann, toUsd)
    const { id } = await added(ann, dollarsAbroad)
    const feeOf = (quote: typeof before) => `${quote.paymentOptions[0].fee.total.toFixed(2)} EUR`
    const told = (now: typeof before, was: typeof before) => ({
      type: 'WARNING',
      text: `The fee is now ${feeOf(now)}. It was ${feeOf(was)} before this change.`,
      link: null,
    })
    const swift = (await patch(ann, before.id, { targetAccount: id })).body
    expect(swift.notices).toEqual([expect.objectContaining({ type: 'INFO' }), told(swift, before)])
    expect((await patch(ann, before.id, { targetAccount: id })).body.notices).toEqual(swift.notices)
    expect((await read(ann, before.id)).body.notices).toEqual(swift.notices)
    const our = (await patch(ann, before.id, { payOut: 'SWIFT_OUR' })).body
    expect(our.notices).toEqual([told(our, swift)])
  })

  it('200 says nothing of a price that stays', async () => {
    const ann = await h.user()
    const { id: quoteId } = await quoted(ann, toEur)
    const { id } = await added(ann, germany)
    expect((await patch(ann, quoteId, { targetAccount: id })).body.notices).toEqual([])
  })

  it('200 a ca_network recipient gives CA_NETWORK, and another one gives the usual way back', async () => {
    const ann = await h.user()
    const { id: quoteId } = await quoted(ann, toCad)
    const { id } = await added(ann, canadian)
    expect((await patch(ann, quoteId, { targetAccount: id })).body.payOut).toBe('CA_NETWORK')
    const mail = await added(ann, { ...byEmail, currency: 'CAD' })
    expect((await patch(ann, quoteId, { targetAccount: mail.id })).body).toMatchObject({
      payOut: 'BANK_TRANSFER',
      targetAccount: mail.id,
    })
  })

  it('200 nothing asked, nothing changed', async () => {
    const ann = await h.user()
    const quote = await quoted(ann, toEur)
    expect((await patch(ann, quote.id, {})).body).toEqual(quote)
    expect((await patch(ann, quote.id, { targetAccount: null })).body).toEqual(quote)
  })

  it('200 within idempotent reach: the same recipient again', async () => {
    const ann = await h.user()
    const quote = await quoted(ann, toEur)
    const { id } = await added(ann, germany)
    const first = await patch(ann, quote.id, { targetAccount: id })
    expect((await patch(ann, quote.id, { targetAccount: id })).body).toEqual(first.body)
  })

  it('422 INVALID_RECIPIENT for one of another currency, profile, or none at all', async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    const quote = await quoted(ann, toEur)
    const pounds = await added(ann, britain)
    const foreign = await added(ben, germany)
    const gone = await added(ann, byEmail)
    await ann.call(`DELETE /v2/accounts/${gone.id}`)
    for (const { id } of [pounds, foreign, gone, { id: 4242 }])
      expect(refusals(await patch(ann, quote.id, { targetAccount: id }))).toEqual([
        '422 INVALID_RECIPIENT targetAccount',
      ])
    expect((await read(ann, quote.id)).body).toEqual(quote)
  })

  it('422 INVALID_RECIPIENT when it cannot be paid as asked', async () => {
    const ann = await h.user()
    const quote = await quoted(ann, toEur)
    const { id } = await added(ann, germany)
    const reply = await patch(ann, quote.id, { targetAccount: id, payOut: 'SWIFT' })
    expect(refusals(reply)).toEqual(['422 INVALID_RECIPIENT targetAccount'])
  })

  it('422 INVALID_RECIPIENT under every key that the route asks for (D17)', async () => {
    const ann = await h.user()
    const quote = await quoted(ann, toUsd)
    const { address: _, ...details } = america.details
    const { id } = await added(ann, { ...america, details })
    const reply = await patch(ann, quote.id, { targetAccount: id })
    expect(refusals(reply).sort()).toEqual(
      ['city', 'country', 'firstLine', 'postCode'].map((k) => `422 INVALID_RECIPIENT address.${k}`),
    )
  })

  refusesChanges(h, patch)

  it("404 error.quote.not.found for an unknown one, 404 not.found for a stranger's profile", async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    const { id } = await quoted(ben, toEur)
    expect(refusals(await patch(ann, id, {}))).toEqual(['404 error.quote.not.found quoteId'])
    expect(refusals(await patch(ann, randomUUID(), {}))).toEqual([
      '404 error.quote.not.found quoteId',
    ])
    const reply = await ann.call(`PATCH /v3/profiles/${ben.personal}/quotes/${id}`, { body: {} })
    expect(refusals(reply)).toEqual(['404 not.found profileId'])
  })

  /** What a transfer does with the quote. */
  const accept = (person: Person, id: string) =>
    h.db.singleStatement(async (tx) => {
      const quote = await findQuote(tx, [person.personal], id)
      checkUsable(quote, id, h.now())
      const lock = { counts: true, lockedRateTransfersMax: 3 }
      await tx.write(acceptQuote(quote, h.now(), lock))
      return quote
    })
  const holding = (id: string) => ({
    text: 'select from quotes where id = $1 for update',
    values: [id],
  })

  it('409 quote.already-used for a change that comes behind an acceptance', async () => {
    const ann = await h.user()
    const { id } = await quoted(ann, usual)
    const [accepted, changed] = await race<unknown>(h.db, holding(id), [
      () => accept(ann, id),
      () => patch(ann, id, { payOut: 'SWIFT' }),
    ])
    expect(accepted?.status).toBe('fulfilled')
    if (changed?.status !== 'fulfilled') throw new Error('the change was not answered')
    expect(refusals(changed.value as never)).toEqual(['409 quote.already-used -'])
    expect((await read(ann, id)).body).toMatchObject({
      status: 'ACCEPTED',
      payOut: 'BANK_TRANSFER',
    })
  })

  it('200 an acceptance that comes behind a change takes what the change has made', async () => {
    const ann = await h.user()
    const { id } = await quoted(ann, usual)
    const [changed, accepted] = await race<unknown>(h.db, holding(id), [
      () => patch(ann, id, { payOut: 'SWIFT' }),
      () => accept(ann, id),
    ])
    expect(changed).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    expect(accepted).toMatchObject({ status: 'fulfilled', value: { payOut: 'SWIFT', version: 1 } })
  })
})
