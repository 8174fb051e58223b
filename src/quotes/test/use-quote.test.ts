// What transfers and conversions do with quotes: take them once, hold their rates, book their money.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { race } from '../../../test/support/race.ts'
import { house } from '../../../test/support/service.ts'
import { decimal, decimalNumber } from '../../kernel/decimal.ts'
import { findRecipient } from '../../recipients/index.ts'
import { added, britain, germany } from '../../recipients/test/samples.ts'
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
import { ask, dollarsAbroad, patch, quoted, read, usual } from './asking.ts'

const toEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 500 }

describe('using quotes', () => {
  const h = house()
  const lockedRateTransfersMax = 3

  async function found(person: Person, quoteId: string): Promise<QuoteRow> {
    const quote = await findQuote(h.db.reader, [person.business, person.personal], quoteId)
    if (quote === undefined) throw new Error(`no quote ${quoteId}`)
    return quote
  }

  /** What a single transfer does with its quote. Answers whether it holds the rate. */
  const accept = (person: Person, quoteId: string, max = lockedRateTransfersMax) =>
    h.db.singleStatement(async (tx) => {
      const quote = await findQuote(tx, [person.personal], quoteId)
      checkUsable(quote, quoteId, h.now())
      const lock = { counts: true, lockedRateTransfersMax: max }
      const [accepted] = await tx.write(acceptQuote(quote, h.now(), lock))
      return accepted?.keepsRate
    })

  const convert = (person: Person, quoteId: string) =>
    h.db.singleStatement(async (tx) => {
      const quote = await findQuote(tx, [person.personal], quoteId)
      checkUsable(quote, quoteId, h.now())
      await tx.write(acceptAndFundQuote(quote, h.now()))
      return 'converted'
    })

  const statusOf = async (person: Person, quoteId: string) =>
    (await read(person, quoteId)).body.status

  describe('checkUsable', () => {
    it('422 error.quote.not.found, saying which', async () => {
      const ann = await h.user()
      const id = randomUUID()
      await expect(accept(ann, id)).rejects.toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              code: 'error.quote.not.found',
              message: `We couldn't find a quote with that ID (${id})`,
              arguments: [id],
            },
          ],
        },
      })
    })

    it('422 error.quote.expired', async () => {
      const ann = await h.user()
      const { id } = await quoted(ann)
      await h.advance({ minutes: 30 })
      await expect(accept(ann, id)).rejects.toThrow('error.quote.expired')
    })

    it('422 error.quote.blocked', async () => {
      const ann = await h.user()
      const { id } = await quoted(ann, { ...usual, sourceCurrency: 'KPW' })
      await expect(accept(ann, id)).rejects.toThrow('error.quote.blocked')
    })

    it('409 quote.already-used, also when its time is over', async () => {
      const ann = await h.user()
      const { id } = await quoted(ann)
      await accept(ann, id)
      await expect(accept(ann, id)).rejects.toThrow('quote.already-used')
      await h.advance({ hours: 1 })
      await expect(convert(ann, id)).rejects.toThrow('quote.already-used')
    })
  })

  describe('once', () => {
    it('409 quote.already-used for the loser, whoever races whom', async () => {
      const ann = await h.user()
      const { id } = await quoted(ann)
      const hold = { text: 'select from quotes where id = $1 for update', values: [id] }
      const results = await race<unknown>(h.db, hold, [
        () => convert(ann, id),
        () => accept(ann, id),
      ])
      expect(results[0]).toMatchObject({ status: 'fulfilled' })
      expect(String((results[1] as PromiseRejectedResult).reason)).toContain('quote.already-used')
      expect(await statusOf(ann, id)).toBe('FUNDED')
    })

    it('is not accepted as it was read when it has been changed since', async () => {
      const ann = await h.user()
      const { id } = await quoted(ann)
      const before = await found(ann, id)
      await patch(ann, id, { payOut: 'SWIFT' })
      const lock = { counts: false, lockedRateTransfersMax }
      const write = acceptQuote(before, h.now(), lock)
      await expect(h.db.singleStatement((tx) => tx.write(write))).rejects.toThrow('try.again.later')
      expect(await statusOf(ann, id)).toBe('PENDING')
    })

    it('is funded once', async () => {
      const ann = await h.user()
      const { id } = await quoted(ann)
      const quote = await found(ann, id)
      await expect(h.db.singleStatement((tx) => tx.write(fundQuote(quote)))).rejects.toThrow(
        'try.again',
      )
      await accept(ann, id)
      await h.db.singleStatement((tx) => tx.write(fundQuote(quote)))
      expect(await statusOf(ann, id)).toBe('FUNDED')
      await expect(h.db.singleStatement((tx) => tx.write(fundQuote(quote)))).rejects.toThrow(
        'try.again',
      )
    })

    it('is funded with all others of a batch or not at all', async () => {
      const ann = await h.user()
      const ids = [(await quoted(ann)).id, (await quoted(ann)).id]
      const fund = () =>
        h.db.singleStatement((tx) =>
          tx.write(
            fundQuotes(
              ann.personal,
              ids.map((id) => ({ id })),
            ),
          ),
        )
      await accept(ann, ids[0])
      await expect(fund()).rejects.toThrow('try.again')
      expect(await statusOf(ann, ids[0])).toBe('ACCEPTED')
      await accept(ann, ids[1])
      await fund()
      expect(await statusOf(ann, ids[1])).toBe('FUNDED')
    })
  })

  describe('D12a: at most three unfunded transfers hold a locked rate', () => {
    it('a further quote says so, and is open again when one of them is funded or cancelled', async () => {
      const ann = await h.user()
      const ids = []
      for (let n = 0; n < 3; n++) {
        const { id, notices } = await quoted(ann)
        expect(notices).toEqual([])
        expect(await accept(ann, id)).toBe(true)
        ids.push(id)
      }
      const further = await quoted(ann)
      const info = { type: 'INFO', text: expect.stringContaining('3 open transfers'), link: null }
      expect(further.notices).toEqual([info])
      expect((await read(ann, further.id)).body.notices).toEqual([info])
      expect(await found(ann, further.id)).toMatchObject({ liveRate: true })
      const [first, second] = [await found(ann, ids[0]), await found(ann, ids[1])]
      await h.db.singleStatement((tx) => tx.write(fundQuote(first)))
      const open = await quoted(ann)
      expect(open.notices).toEqual([])
      expect(await accept(ann, open.id)).toBe(true)
      expect((await quoted(ann)).notices).toEqual([info])
      await h.db.singleStatement((tx) => tx.write(releaseQuote(second)))
      expect((await quoted(ann)).notices).toEqual([])
      // What was told stays true: this quote promised no rate.
      expect(await accept(ann, further.id)).toBe(false)
    })

    it('a lock that is over is held no longer', async () => {
      const ann = await h.user()
      for (let n = 0; n < 3; n++) await accept(ann, (await quoted(ann)).id)
      await h.advance({ minutes: 30 })
      expect((await quoted(ann)).notices).toEqual([])
    })

    it('four quotes made beforehand do not make four locks', async () => {
      const ann = await h.user()
      const ids = []
      for (let n = 0; n < 4; n++) ids.push((await quoted(ann)).id)
      const held = []
      for (const id of ids) held.push(await accept(ann, id))
      expect(held).toEqual([true, true, true, false])
    })

    it('four acceptances at once do not make four locks', async () => {
      const ann = await h.user()
      const ids: string[] = []
      for (let n = 0; n < 4; n++) ids.push((await quoted(ann)).id)
      const hold = {
        text: `select pg_advisory_xact_lock(hashtextextended('quotes.rates_held', $1))`,
        values: [ann.personal],
      }
      const results = await race(
        h.db,
        hold,
        ids.map((id) => () => accept(ann, id)),
      )
      const held = results.map((result) => result.status === 'fulfilled' && result.value)
      expect(held).toEqual([true, true, true, false])
      expect(results.every(({ status }) => status === 'fulfilled')).toBe(true)
    })

    it('another profile has its own three, and a batch member takes none', async () => {
      const ann = await h.user()
      const quote = await found(ann, (await quoted(ann, usual, ann.business)).id)
      const lock = { counts: false, lockedRateTransfersMax }
      await h.db.singleStatement((tx) => tx.write(acceptQuote(quote, h.now(), lock)))
      for (let n = 0; n < 3; n++) await accept(ann, (await quoted(ann)).id)
      expect((await quoted(ann, usual, ann.business)).notices).toEqual([])
    })
  })

  describe('priceNow', () => {
    it('prices at the rate of the moment; source amount and fee stay', async () => {
      const ann = await h.user()
      const quote = await found(ann, (await quoted(ann, toEur)).id)
      const option = chosenOption(quote)
      const same = await priceNow(h.db.reader, quote, option, h.now())
      expect(same).toEqual({ rate: quote.rate, targetMinor: option.targetMinor })
      await h.db.transact((tx) =>
        setRates(
          tx,
          { currency: 'GBP', perUsd: decimal('0.8'), at: h.now(), source: 'test' },
          { currency: 'EUR', perUsd: decimal('1.6'), at: h.now(), source: 'test' },
        ),
      )
      const { rate, targetMinor } = await priceNow(h.db.reader, quote, option, h.now())
      expect(decimalNumber(rate)).toBe(2)
      expect(targetMinor).toBe(2n * (option.sourceMinor - option.feeMinor))
    })
  })

  describe('recipientFaults', () => {
    it('lets a quote without a recipient be paid to one that changes nothing', async () => {
      const ann = await h.user()
      const quote = await found(ann, (await quoted(ann, toEur)).id)
      const recipientOf = async (id: number) =>
        findRecipient(h.db.reader, [ann.personal], id as never)
      const faultsOf = async (id: number) =>
        recipientFaults(quote, await recipientOf(id)).map(({ kind, path }) => [kind.code, path])
      expect(await faultsOf((await added(ann, germany)).id)).toEqual([])
      const pounds = await added(ann, britain)
      expect(await faultsOf(pounds.id)).toEqual([['INVALID_RECIPIENT', undefined]])
      expect(await faultsOf(4242)).toEqual([['INVALID_RECIPIENT', undefined]])
    })

    it('names what would change the price', async () => {
      const ann = await h.user()
      const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', sourceAmount: 500 }
      const abroad = await added(ann, dollarsAbroad)
      const recipient = await findRecipient(h.db.reader, [ann.personal], abroad.id)
      const cheap = await found(ann, (await ask(ann, toUsd)).body.id)
      expect(recipientFaults(cheap, recipient)[0]?.message).toContain('changes the price')
      const swift = await found(ann, (await quoted(ann, { ...toUsd, payOut: 'SWIFT' })).id)
      expect(recipientFaults(swift, recipient)).toEqual([])
    })
  })
})
