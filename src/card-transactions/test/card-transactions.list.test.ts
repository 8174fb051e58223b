import { beforeAll, describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome, topsUp } from '../../../test/support/transfers.ts'
import { authorises, createsTerminal, listTransactions, type Terminal } from './terminal.ts'

describe('card-transactions.list', () => {
  const service = testService()
  let terminal: Terminal
  const ids: string[] = []
  let day = ''
  const dayAfter = (n: number) => String(Temporal.PlainDate.from(day).add({ days: n }))

  beforeAll(async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    terminal = await createsTerminal(service, ann)
    // Twelve transactions on each of two days, with a day without transactions between the two.
    for (const days of [0, 2]) {
      if (days > 0) await service.advance({ hours: days * 24 })
      else day = String(service.now()).slice(0, 10)
      for (let n = 0; n < 12; n++) ids.unshift(String((await authorises(terminal, 1)).id))
    }
    // Another card's transactions are not listed.
    await authorises(await createsTerminal(service, ann), 1)
  })

  const readPage = async (query: string) => {
    const { status, body } = await listTransactions(terminal, query)
    expect(status).toBe(200)
    return [body.totalCount, body.transactions.map(({ id }: { id: string }) => id)]
  }

  it('200 lists ten transactions, newest first, and counts all', async () => {
    expect(await readPage('')).toEqual([24, ids.slice(0, 10)])
  })

  it.each([
    ['?pageNumber=3', 20, 24],
    ['?pageSize=24', 0, 24],
    ['?pageSize=20&pageNumber=2', 20, 24],
    ['?pageNumber=4', 0, 0],
    ['?pageNumber=9007199254740991', 0, 0],
  ])(
    '200 %s returns the transactions from index %i to before %i, newest first',
    async (query, from, to) => {
      expect(await readPage(query)).toEqual([24, ids.slice(from, to)])
    },
  )

  it.each([
    [0, 0, 12, 24, 'the first day has the twelve oldest'],
    [2, 2, 0, 12, 'the last day has the twelve newest'],
    [1, 1, 0, 0, 'the day between has none'],
    [0, 2, 0, 24, 'the period includes both its ends'],
    [3, 9, 0, 0, 'the future has none'],
    [-9, -1, 0, 0, 'no transaction is that old'],
  ])(
    '200 from day %i to day %i returns the transactions from index %i to before %i, newest first, because %s',
    async (from, to, first, last, _) => {
      const query = `?pageSize=50&fromTransactionDate=${dayAfter(from)}&toTransactionDate=${dayAfter(to)}`
      expect(await readPage(query)).toEqual([last - first, ids.slice(first, last)])
    },
  )

  it('200 with only one end of the period, and for a page of a period', async () => {
    expect(await readPage(`?fromTransactionDate=${dayAfter(1)}`)).toEqual([12, ids.slice(0, 10)])
    expect(await readPage(`?toTransactionDate=${dayAfter(1)}&pageNumber=2`)).toEqual([
      12,
      ids.slice(22, 24),
    ])
  })

  it.each([
    '?fromTransactionDate=0000-01-01',
    '?toTransactionDate=9999-12-31',
    '?fromTransactionDate=0000-01-01&toTransactionDate=9999-12-31',
  ])('200 %s finds all transactions', async (query) => {
    expect(await readPage(query)).toEqual([24, ids.slice(0, 10)])
  })

  it.each(['?toTransactionDate=0000-01-01', '?fromTransactionDate=9999-12-31'])(
    '200 %s returns no transactions',
    async (query) => {
      expect(await readPage(query)).toEqual([0, []])
    },
  )

  it.each([
    ['pageSize', '9'],
    ['pageSize', '101'],
    ['pageSize', 'x'],
    ['pageNumber', '0'],
    ['pageNumber', '1.5'],
  ])('400 for %s=%s, with the field as path', async (name, value) => {
    const { status, body } = await listTransactions(terminal, `?${name}=${value}`)
    expect([status, body.errors[0].path]).toEqual([400, name])
  })

  it.each([
    '?fromTransactionDate=2026-02-30',
    '?toTransactionDate=tomorrow',
    '?fromTransactionDate=2026-01-02&toTransactionDate=2026-01-01',
  ])('400 card.transaction.period.invalid for %s', async (query) => {
    const reply = await listTransactions(terminal, query)
    expect(outcome(reply)).toBe('400 card.transaction.period.invalid')
  })

  it("404 card.not-found for another user's card", async () => {
    const bob = await service.createUser()
    const reply = await listTransactions({ ...terminal, ann: bob })
    expect(outcome(reply)).toBe('404 card.not-found')
  })
})
