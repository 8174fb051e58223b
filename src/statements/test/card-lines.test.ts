// Card payments on statements, over HTTP (D85).

import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import {
  authorises,
  CASH_MACHINE,
  clear,
  createsTerminal,
  endsHold,
  refund,
  reverse,
  sendAuthorisation,
} from '../../card-transactions/test/terminal.ts'
import { getStatement } from './transactions.ts'

describe('D85: statements.get shows card payments', () => {
  const service = testService()

  const createsTerminalWithPounds = async (pounds: number) => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', pounds)
    return { ann, balance, terminal: await createsTerminal(service, ann) }
  }
  const linesOf = async (ann: Person, balance: number, query: object = {}) =>
    (await ok(getStatement(ann, balance, query))).transactions

  it('200 with the authorisation, and the money that the capture returns, as CARD', async () => {
    const { ann, balance, terminal } = await createsTerminalWithPounds(100)
    const paid = await authorises(terminal, 20)
    await ok(clear(terminal, paid, 15))
    const [returned, authorised] = await linesOf(ann, balance)
    expect(authorised).toEqual({
      type: 'DEBIT',
      date: expect.any(String),
      amount: { value: -20, currency: 'GBP' },
      totalFees: { value: 0, currency: 'GBP' },
      details: {
        type: 'CARD',
        description: 'Card payment of 20.00 GBP at Corner Shop',
        merchant: {
          name: 'Corner Shop',
          city: 'London',
          country: 'GB',
          category: 'Grocery stores',
        },
      },
      exchangeDetails: null,
      runningBalance: { value: 80, currency: 'GBP' },
      referenceNumber: `CARD-${paid.id}`,
    })
    expect(returned).toMatchObject({
      type: 'CREDIT',
      amount: { value: 5 },
      details: { type: 'CARD', description: 'Returned: card payment at Corner Shop' },
      referenceNumber: `CARD-${paid.id}`,
    })
  })

  it('200 with exchangeDetails and the fee of each entry: authorised, captured beyond the hold, refunded', async () => {
    const { ann, balance, terminal } = await createsTerminalWithPounds(100)
    const paid = await authorises(terminal, 20, { currency: 'EUR' })
    const euros = { ...paid, currency: 'EUR' }
    await ok(clear(terminal, euros, 22))
    await ok(refund(terminal, euros, 0))
    const [refunded, further, first] = await linesOf(ann, balance)
    const { rate } = first.exchangeDetails
    expect(rate).toBeGreaterThan(1)
    expect(first).toMatchObject({
      exchangeDetails: { forAmount: { value: 20, currency: 'EUR' } },
      referenceNumber: `CARD-${paid.id}`,
    })
    expect(first.totalFees.value).toBeGreaterThan(0)
    expect(-first.amount.value - first.totalFees.value).toBeCloseTo(20 / rate, 1)
    expect(further).toMatchObject({
      type: 'DEBIT',
      details: { description: 'Further charge: card payment at Corner Shop' },
      exchangeDetails: { forAmount: { value: 2, currency: 'EUR' }, rate },
      referenceNumber: `CARD-${paid.id}`,
    })
    expect(refunded).toMatchObject({
      type: 'CREDIT',
      amount: { value: Number((-first.amount.value - further.amount.value).toFixed(2)) },
      details: { type: 'CARD', description: 'Card refund of 22.00 EUR from Corner Shop' },
      exchangeDetails: { forAmount: { value: 22, currency: 'EUR' }, rate },
      runningBalance: { value: 100 },
    })
    expect(refunded.referenceNumber).not.toBe(`CARD-${paid.id}`)
    const flat = await linesOf(ann, balance, { type: 'FLAT' })
    expect(flat.map(({ referenceNumber }: { referenceNumber: string }) => referenceNumber)).toEqual(
      [
        refunded.referenceNumber,
        `FEE-CARD-${paid.id}`,
        `CARD-${paid.id}`,
        `FEE-CARD-${paid.id}`,
        `CARD-${paid.id}`,
        expect.stringMatching(/^BALANCE-/),
      ],
    )
  })

  it('200 with a cash withdrawal and its reversal; a declined payment is not shown', async () => {
    const { ann, balance, terminal } = await createsTerminalWithPounds(100)
    const cash = { transactionType: 'CASH_WITHDRAWAL', category: CASH_MACHINE }
    const taken = await authorises(terminal, 30, cash)
    await ok(reverse(terminal, taken, 0))
    await ok(sendAuthorisation(terminal, 500))
    const lines = await linesOf(ann, balance)
    expect(lines).toHaveLength(3)
    expect(lines).toMatchObject([
      {
        amount: { value: 30 },
        details: { description: 'Returned: cash withdrawal at Corner Shop' },
      },
      { details: { description: 'Cash withdrawal of 30.00 GBP at Corner Shop' } },
      { details: { type: 'MONEY_ADDED' } },
    ])
  })

  it('200 with the return and the late capture of a lapsed payment as CARD, although both happen at the same moment', async () => {
    const { ann, balance, terminal } = await createsTerminalWithPounds(100)
    const paid = await authorises(terminal, 20)
    await endsHold(service, paid.id)
    await ok(clear(terminal, paid, 20))
    const lines = await linesOf(ann, balance)
    expect(lines).toMatchObject([
      {
        amount: { value: -20 },
        details: { type: 'CARD', description: expect.stringMatching(/^Card payment/) },
      },
      {
        amount: { value: 20 },
        details: { type: 'CARD', description: expect.stringMatching(/^Returned/) },
      },
      { amount: { value: -20 }, details: { type: 'CARD' } },
      { details: { type: 'MONEY_ADDED' } },
    ])
    expect(lines[0].date).toBe(lines[1].date)
  })

  it('200 shows the settlement of a debt by a card refund as BALANCE_ADJUSTMENT', async () => {
    const { ann, balance, terminal } = await createsTerminalWithPounds(20)
    const paid = await authorises(terminal, 20)
    await ok(clear(terminal, paid, 24))
    await ok(refund(terminal, paid, 0))
    expect(await linesOf(ann, balance)).toMatchObject([
      { amount: { value: -4 }, details: { type: 'BALANCE_ADJUSTMENT' } },
      { amount: { value: 24 }, details: { type: 'CARD' } },
      { amount: { value: -20 }, details: { type: 'CARD' } },
      { details: { type: 'MONEY_ADDED' } },
    ])
  })

  it.each([
    [
      'csv',
      /^CARD-\d+,.*,-\d+\.\d+,GBP,CARD,Card payment of 20\.00 EUR at Corner Shop/m,
      /^CARD-\d+,.*,\d+\.\d+,GBP,CARD,Returned: card payment at Corner Shop/m,
    ],
    [
      'xml',
      /<CcyXchg><SrcCcy>GBP<\/SrcCcy><TrgtCcy>EUR<\/TrgtCcy><UnitCcy>GBP<\/UnitCcy>/,
      /<CcyXchg><SrcCcy>EUR<\/SrcCcy><TrgtCcy>GBP<\/TrgtCcy><UnitCcy>GBP<\/UnitCcy>/,
    ],
  ])(
    '200 shows a card payment in EUR and its returned money in %s',
    async (format, payment, returned) => {
      const { ann, balance, terminal } = await createsTerminalWithPounds(100)
      const paid = await authorises(terminal, 20, { currency: 'EUR' })
      await ok(reverse(terminal, { ...paid, currency: 'EUR' }, 0))
      const reply = await getStatement(ann, balance, {}, format)
      expect(reply.status).toBe(200)
      expect(reply.text).toMatch(payment)
      expect(reply.text).toMatch(returned)
    },
  )
})
