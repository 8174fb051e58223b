// How transfers and conversions use quotes: each quote once, at a locked rate or at the current one.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { heldRatesLock, race, raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { decimal, decimalNumber } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/ids.ts'
import { findRecipient } from '../../recipients/index.ts'
import { addRecipient, britain, germany } from '../../recipients/test/samples.ts'
import {
  acceptAndFundQuote,
  acceptQuote,
  checkUsable,
  chosenOption,
  findQuote,
  fundQuote,
  fundQuotes,
  priceNow,
  type QuoteRow,
  recipientFaults,
  releaseQuote,
  setRates,
} from '../index.ts'
import {
  createQuote,
  dollarsAbroad,
  gbpToEur,
  getQuote,
  patchQuote,
  postQuote,
  usdToEur,
} from './quote-requests.ts'

describe('using quotes', () => {
  const service = testService()
  const lockedRateTransfersMax = 3

  async function getRow(person: Person, quoteId: string): Promise<QuoteRow> {
    const quote = await findQuote(service.db.reader, [person.business, person.personal], quoteId)
    if (quote === undefined) throw new Error(`no quote ${quoteId}`)
    return quote
  }

  /** Accepts the quote as a single transfer does. Returns whether the transfer keeps the rate. */
  const accept = (person: Person, quoteId: string, max = lockedRateTransfersMax) =>
    service.db.oneStatement(async (tx) => {
      const quote = await findQuote(tx, [person.personal], quoteId)
      checkUsable(quote, quoteId, service.now())
      const hold = { isCounted: true, lockedRateTransfersMax: max }
      const [accepted] = await tx.write(acceptQuote(quote, service.now(), hold))
      return accepted?.keepsRate
    })

  const convert = (person: Person, quoteId: string) =>
    service.db.oneStatement(async (tx) => {
      const quote = await findQuote(tx, [person.personal], quoteId)
      checkUsable(quote, quoteId, service.now())
      await tx.write(acceptAndFundQuote(quote, service.now()))
      return 'converted'
    })

  const refusalOf = (status: number, code: string) => ({ status, faults: [{ kind: { code } }] })

  const statusOf = async (person: Person, quoteId: string) =>
    (await getQuote(person, quoteId)).body.status

  describe('checkUsable', () => {
    it('422 error.quote.not.found with the id in message and arguments', async () => {
      const ann = await service.createUser()
      const id = randomUUID()
      const error = {
        code: 'error.quote.not.found',
        message: `We couldn't find a quote with that ID (${id})`,
        arguments: [id],
      }
      const refused = { status: 422, body: { errors: [error] } }
      await expect(accept(ann, id)).rejects.toMatchObject(refused)
    })

    it('422 error.quote.expired 30 minutes after creation', async () => {
      const ann = await service.createUser()
      const { id } = await createQuote(ann)
      await service.advance({ minutes: 30 })
      await expect(accept(ann, id)).rejects.toMatchObject(refusalOf(422, 'error.quote.expired'))
    })

    it('422 error.quote.blocked for a quote with a BLOCKED notice', async () => {
      const ann = await service.createUser()
      const { id } = await createQuote(ann, { ...usdToEur, sourceCurrency: 'KPW' })
      await expect(accept(ann, id)).rejects.toMatchObject(refusalOf(422, 'error.quote.blocked'))
    })

    it('409 quote.already-used for a used quote, also after its expiry', async () => {
      const ann = await service.createUser()
      const { id } = await createQuote(ann)
      await accept(ann, id)
      const used = refusalOf(409, 'quote.already-used')
      await expect(accept(ann, id)).rejects.toMatchObject(used)
      await service.advance({ hours: 1 })
      await expect(convert(ann, id)).rejects.toMatchObject(used)
    })
  })

  describe('a quote is used once', () => {
    it.each([
      ['an acceptance that waits for a conversion', [convert, accept], 'FUNDED'],
      ['a conversion that waits for an acceptance', [accept, convert], 'ACCEPTED'],
    ] as const)('409 quote.already-used for %s', async (_, uses, status) => {
      const ann = await service.createUser()
      const { id } = await createQuote(ann)
      const lock = rowLock('quotes', { id })
      const requests = uses.map((use) => () => use(ann, id))
      const [first, second] = await race<unknown>(service.db, lock, requests)
      expect(first).toMatchObject({ status: 'fulfilled' })
      expect(second).toMatchObject({ reason: refusalOf(409, 'quote.already-used') })
      expect(await statusOf(ann, id)).toBe(status)
    })

    it('an acceptance of a quote that has changed since it was read fails', async () => {
      const ann = await service.createUser()
      const { id } = await createQuote(ann)
      const before = await getRow(ann, id)
      await patchQuote(ann, id, { payOut: 'SWIFT' })
      const hold = { isCounted: false, lockedRateTransfersMax }
      const write = acceptQuote(before, service.now(), hold)
      await expect(service.db.oneStatement((tx) => tx.write(write))).rejects.toThrow(
        'try.again.later',
      )
      expect(await statusOf(ann, id)).toBe('PENDING')
    })

    it('a quote is funded once, and only after its acceptance', async () => {
      const ann = await service.createUser()
      const { id } = await createQuote(ann)
      const quote = await getRow(ann, id)
      await expect(service.db.oneStatement((tx) => tx.write(fundQuote(quote)))).rejects.toThrow(
        'try.again.later',
      )
      await accept(ann, id)
      await service.db.oneStatement((tx) => tx.write(fundQuote(quote)))
      expect(await statusOf(ann, id)).toBe('FUNDED')
      await expect(service.db.oneStatement((tx) => tx.write(fundQuote(quote)))).rejects.toThrow(
        'try.again.later',
      )
    })

    it('the quotes of a batch group are funded together or not at all', async () => {
      const ann = await service.createUser()
      const ids = [(await createQuote(ann)).id, (await createQuote(ann)).id]
      const fund = () =>
        service.db.oneStatement((tx) =>
          tx.write(
            fundQuotes(
              ann.personal,
              ids.map((id) => ({ id })),
            ),
          ),
        )
      await accept(ann, ids[0])
      await expect(fund()).rejects.toThrow('try.again.later')
      expect(await statusOf(ann, ids[0])).toBe('ACCEPTED')
      await accept(ann, ids[1])
      await fund()
      for (const id of ids) expect(await statusOf(ann, id)).toBe('FUNDED')
    })
  })

  describe('D12a: at most three unfunded transfers hold a locked rate', () => {
    it('a fourth quote has a live rate and a notice; later quotes lock their rate once a transfer is funded or cancelled', async () => {
      const ann = await service.createUser()
      const ids = []
      for (let n = 0; n < 3; n++) {
        const { id, notices } = await createQuote(ann)
        expect(notices).toEqual([])
        expect(await accept(ann, id)).toBe(true)
        ids.push(id)
      }
      const fourth = await createQuote(ann)
      const info = { type: 'INFO', text: expect.stringContaining('3 open transfers'), link: null }
      expect(fourth.notices).toEqual([info])
      expect((await getQuote(ann, fourth.id)).body.notices).toEqual([info])
      expect(await getRow(ann, fourth.id)).toMatchObject({ hasLiveRate: true })
      const [first, second] = [await getRow(ann, ids[0]), await getRow(ann, ids[1])]
      await service.db.oneStatement((tx) => tx.write(fundQuote(first)))
      const fifth = await createQuote(ann)
      expect(fifth.notices).toEqual([])
      expect(await accept(ann, fifth.id)).toBe(true)
      expect((await createQuote(ann)).notices).toEqual([info])
      await service.db.oneStatement((tx) => tx.write(releaseQuote(second)))
      expect((await createQuote(ann)).notices).toEqual([])
      // A quote keeps its live rate, because its notice promises the live rate.
      expect(await accept(ann, fourth.id)).toBe(false)
    })

    it('an expired lock no longer counts', async () => {
      const ann = await service.createUser()
      for (let n = 0; n < 3; n++) await accept(ann, (await createQuote(ann)).id)
      await service.advance({ minutes: 30 })
      expect((await createQuote(ann)).notices).toEqual([])
    })

    it('four quotes created in advance lock three rates', async () => {
      const ann = await service.createUser()
      const ids = []
      for (let n = 0; n < 4; n++) ids.push((await createQuote(ann)).id)
      const held = []
      for (const id of ids) held.push(await accept(ann, id))
      expect(held).toEqual([true, true, true, false])
    })

    it('four concurrent acceptances lock three rates', async () => {
      const ann = await service.createUser()
      const ids: string[] = []
      for (let n = 0; n < 4; n++) ids.push((await createQuote(ann)).id)
      const lock = heldRatesLock(ann.personal)
      const held = await raceResults(
        service.db,
        lock,
        ids.map((id) => () => accept(ann, id)),
      )
      expect(held).toEqual([true, true, true, false])
    })

    it('the locked rates of one profile do not count for another profile of the user', async () => {
      const ann = await service.createUser()
      for (let n = 0; n < 3; n++) await accept(ann, (await createQuote(ann)).id)
      expect((await createQuote(ann, usdToEur, ann.business)).notices).toEqual([])
    })

    it('a member of a batch group keeps its rate, which does not count as one of the three', async () => {
      const ann = await service.createUser()
      const quote = await getRow(ann, (await createQuote(ann)).id)
      const hold = { isCounted: false, lockedRateTransfersMax }
      const write = acceptQuote(quote, service.now(), hold)
      const [accepted] = await service.db.oneStatement((tx) => tx.write(write))
      expect(accepted?.keepsRate).toBe(true)
      for (let n = 0; n < 2; n++) await accept(ann, (await createQuote(ann)).id)
      expect((await createQuote(ann)).notices).toEqual([])
    })
  })

  describe('priceNow', () => {
    it('prices at the current rate; source amount and fee are unchanged', async () => {
      const ann = await service.createUser()
      const quote = await getRow(ann, (await createQuote(ann, gbpToEur)).id)
      const option = chosenOption(quote)
      const same = await priceNow(service.db.reader, { ...quote, ...option }, service.now())
      expect(same).toEqual({ rate: quote.rate, targetMinor: option.targetMinor })
      await service.db.transact((tx) =>
        setRates(
          tx,
          { currency: 'GBP', perUsd: decimal('0.8'), at: service.now(), source: 'test' },
          { currency: 'EUR', perUsd: decimal('1.6'), at: service.now(), source: 'test' },
        ),
      )
      const { rate, targetMinor } = await priceNow(
        service.db.reader,
        { ...quote, ...option },
        service.now(),
      )
      expect(decimalNumber(rate)).toBe(2)
      expect(targetMinor).toBe(2n * (option.sourceMinor - option.feeMinor))
    })
  })

  describe('recipientFaults of stored quotes and recipients', () => {
    it('is empty for a recipient that leaves the price unchanged, and INVALID_RECIPIENT for one in another currency and an unknown one', async () => {
      const ann = await service.createUser()
      const quote = await getRow(ann, (await createQuote(ann, gbpToEur)).id)
      const faultsOf = async (id: Id<'recipient'>) => {
        const recipient = await findRecipient(service.db.reader, [ann.personal], id)
        return recipientFaults(quote, recipient).map(({ kind, path }) => [kind.code, path])
      }
      expect(await faultsOf((await addRecipient(ann, germany)).id)).toEqual([])
      const pounds = await addRecipient(ann, britain)
      expect(await faultsOf(pounds.id)).toEqual([['INVALID_RECIPIENT', undefined]])
      expect(await faultsOf(4242 as Id<'recipient'>)).toEqual([['INVALID_RECIPIENT', undefined]])
    })

    it('contains a fault for a recipient that would change the price, and none when the quote has the pay-out method of the recipient', async () => {
      const ann = await service.createUser()
      const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', sourceAmount: 500 }
      const abroad = await addRecipient(ann, dollarsAbroad)
      const recipient = await findRecipient(service.db.reader, [ann.personal], abroad.id)
      const bankQuote = await getRow(ann, (await postQuote(ann, toUsd)).body.id)
      expect(recipientFaults(bankQuote, recipient)[0]?.message).toContain('changes the price')
      const swiftQuote = await getRow(
        ann,
        (await createQuote(ann, { ...toUsd, payOut: 'SWIFT' })).id,
      )
      expect(recipientFaults(swiftQuote, recipient)).toEqual([])
    })
  })
})
