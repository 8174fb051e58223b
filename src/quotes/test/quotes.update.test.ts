import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { addRecipient, america, britain, byEmail, germany } from '../../recipients/test/samples.ts'
import { acceptQuote, checkUsable, findQuote } from '../index.ts'
import {
  createQuote,
  dollarsAbroad,
  errorsOf,
  gbpToEur,
  getQuote,
  patchQuote,
  usdToEur,
} from './quote-requests.ts'
import { declareRefusedChangeTests } from './refused-changes.ts'

const toCad = { sourceCurrency: 'GBP', targetCurrency: 'CAD', sourceAmount: 500 }
const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', sourceAmount: 500 }

const canadian = {
  currency: 'CAD',
  type: 'ca_network',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', caNetworkAccount: 'nora@example.com' },
}

describe('quotes.update', () => {
  const service = testService()
  /** Changes the quote, and returns the changed quote. Expects the status 200. */
  const changed = async (...change: Parameters<typeof patchQuote>) => {
    const { status, body } = await patchQuote(...change)
    expect(status).toBe(200)
    return body
  }

  it('200 adds a recipient, and leaves rate, amount and times unchanged', async () => {
    const ann = await service.createUser()
    const before = await createQuote(ann, gbpToEur)
    const { id } = await addRecipient(ann, germany)
    await service.advance({ minutes: 10 })
    const reply = await patchQuote(ann, before.id, { targetAccount: id })
    expect(reply.status).toBe(200)
    const unchanged = ['id', 'rate', 'sourceAmount', 'createdTime', 'expirationTime', 'status']
    for (const field of unchanged)
      expect([field, reply.body[field]]).toEqual([field, before[field]])
    expect(reply.body).toMatchObject({ targetAccount: id, payOut: 'BANK_TRANSFER' })
    expect((await getQuote(ann, before.id)).body).toEqual(reply.body)
  })

  it('a recipient of dollars abroad changes payOut to SWIFT and the price; SWIFT_OUR costs still more', async () => {
    const ann = await service.createUser()
    const before = await createQuote(ann, toUsd)
    const { id } = await addRecipient(ann, dollarsAbroad)
    const swift = await changed(ann, before.id, { targetAccount: id })
    expect(swift.payOut).toBe('SWIFT')
    const our = await changed(ann, before.id, { payOut: 'SWIFT_OUR' })
    expect(our).toMatchObject({ payOut: 'SWIFT_OUR', targetAccount: id })
    const fees = [before, swift, our].map(({ paymentOptions: [{ fee }] }) => fee.total)
    expect([...fees].sort((a, b) => a - b)).toEqual(fees)
    expect(new Set(fees).size).toBe(3)
    expect(our.paymentOptions[0].targetAmount).toBeLessThan(swift.paymentOptions[0].targetAmount)
  })

  it('200 returns a notice with the changed fee until the fee changes again', async () => {
    const ann = await service.createUser()
    const before = await createQuote(ann, toUsd)
    const { id } = await addRecipient(ann, dollarsAbroad)
    const feeOf = (quote: typeof before) => `${quote.paymentOptions[0].fee.total.toFixed(2)} EUR`
    const feeNotice = (now: typeof before, was: typeof before) => ({
      type: 'WARNING',
      text: `The fee is now ${feeOf(now)}. It was ${feeOf(was)} before this change.`,
      link: null,
    })
    const swift = await changed(ann, before.id, { targetAccount: id })
    expect(swift.notices).toEqual([
      expect.objectContaining({ type: 'INFO' }),
      feeNotice(swift, before),
    ])
    expect((await changed(ann, before.id, { targetAccount: id })).notices).toEqual(swift.notices)
    expect((await getQuote(ann, before.id)).body.notices).toEqual(swift.notices)
    const our = await changed(ann, before.id, { payOut: 'SWIFT_OUR' })
    expect(our.notices).toEqual([feeNotice(our, swift)])
  })

  it('200 without a notice when the price is unchanged', async () => {
    const ann = await service.createUser()
    const { id: quoteId } = await createQuote(ann, gbpToEur)
    const { id } = await addRecipient(ann, germany)
    expect((await changed(ann, quoteId, { targetAccount: id })).notices).toEqual([])
  })

  it('a ca_network recipient changes payOut to CA_NETWORK, an e-mail recipient back to BANK_TRANSFER', async () => {
    const ann = await service.createUser()
    const { id: quoteId } = await createQuote(ann, toCad)
    const { id } = await addRecipient(ann, canadian)
    expect((await changed(ann, quoteId, { targetAccount: id })).payOut).toBe('CA_NETWORK')
    const mail = await addRecipient(ann, { ...byEmail, currency: 'CAD' })
    expect(await changed(ann, quoteId, { targetAccount: mail.id })).toMatchObject({
      payOut: 'BANK_TRANSFER',
      targetAccount: mail.id,
    })
  })

  it('200 leaves the quote unchanged for an empty change', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann, gbpToEur)
    expect(await changed(ann, quote.id, {})).toEqual(quote)
    expect(await changed(ann, quote.id, { targetAccount: null })).toEqual(quote)
  })

  it('200 returns the same quote when the same recipient is added twice', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann, gbpToEur)
    const { id } = await addRecipient(ann, germany)
    const first = await changed(ann, quote.id, { targetAccount: id })
    expect(await changed(ann, quote.id, { targetAccount: id })).toEqual(first)
  })

  it('422 INVALID_RECIPIENT for a recipient of another currency or profile, a deactivated one and an unknown id', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const quote = await createQuote(ann, gbpToEur)
    const pounds = await addRecipient(ann, britain)
    const foreign = await addRecipient(ben, germany)
    const deactivated = await addRecipient(ann, byEmail)
    expect((await ann.call(`DELETE /v2/accounts/${deactivated.id}`)).status).toBe(200)
    for (const { id } of [pounds, foreign, deactivated, { id: 4242 }])
      expect(errorsOf(await patchQuote(ann, quote.id, { targetAccount: id }))).toEqual([
        '422 INVALID_RECIPIENT targetAccount',
      ])
    expect((await getQuote(ann, quote.id)).body).toEqual(quote)
  })

  it('422 INVALID_RECIPIENT when the recipient cannot be paid by the requested payOut', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann, gbpToEur)
    const { id } = await addRecipient(ann, germany)
    const reply = await patchQuote(ann, quote.id, { targetAccount: id, payOut: 'SWIFT' })
    expect(errorsOf(reply)).toEqual(['422 INVALID_RECIPIENT targetAccount'])
  })

  it('422 INVALID_RECIPIENT names every form key that the route requires (D17)', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann, toUsd)
    const { address: _, ...details } = america.details
    const { id } = await addRecipient(ann, { ...america, details })
    const reply = await patchQuote(ann, quote.id, { targetAccount: id })
    expect(errorsOf(reply).sort()).toEqual(
      ['city', 'country', 'firstLine', 'postCode'].map(
        (key) => `422 INVALID_RECIPIENT address.${key}`,
      ),
    )
  })

  declareRefusedChangeTests(service, patchQuote)

  it("404 error.quote.not.found for an unknown quote and another user's quote, 404 not.found for another user's profile", async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const { id } = await createQuote(ben, gbpToEur)
    expect(errorsOf(await patchQuote(ann, id, {}))).toEqual(['404 error.quote.not.found quoteId'])
    expect(errorsOf(await patchQuote(ann, randomUUID(), {}))).toEqual([
      '404 error.quote.not.found quoteId',
    ])
    const reply = await ann.call(`PATCH /v3/profiles/${ben.personal}/quotes/${id}`, { body: {} })
    expect(errorsOf(reply)).toEqual(['404 not.found profileId'])
  })

  /** Accepts the quote as a transfer does. */
  const accept = (person: Person, id: string) =>
    service.db.oneStatement(async (tx) => {
      const quote = await findQuote(tx, [person.personal], id)
      checkUsable(quote, id, service.now())
      const hold = { isCounted: true, lockedRateTransfersMax: 3 }
      await tx.write(acceptQuote(quote, service.now(), hold))
      return quote
    })
  const lockOf = (id: string) => rowLock('quotes', { id })

  it('409 quote.already-used for a PATCH that waits for an acceptance', async () => {
    const ann = await service.createUser()
    const { id } = await createQuote(ann, usdToEur)
    const [accepted, patched] = await race<unknown>(service.db, lockOf(id), [
      () => accept(ann, id),
      () => patchQuote(ann, id, { payOut: 'SWIFT' }),
    ])
    expect(accepted?.status).toBe('fulfilled')
    const body = { errors: [{ code: 'quote.already-used' }] }
    expect(patched).toMatchObject({ status: 'fulfilled', value: { status: 409, body } })
    expect((await getQuote(ann, id)).body).toMatchObject({
      status: 'ACCEPTED',
      payOut: 'BANK_TRANSFER',
    })
  })

  it('an acceptance that waits for a PATCH accepts the changed quote', async () => {
    const ann = await service.createUser()
    const { id } = await createQuote(ann, usdToEur)
    const [patched, accepted] = await race<unknown>(service.db, lockOf(id), [
      () => patchQuote(ann, id, { payOut: 'SWIFT' }),
      () => accept(ann, id),
    ])
    expect(patched).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    expect(accepted).toMatchObject({ status: 'fulfilled', value: { payOut: 'SWIFT', version: 1 } })
  })
})
