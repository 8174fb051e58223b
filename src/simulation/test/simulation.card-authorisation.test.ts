import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import {
  authorises,
  createsTerminal,
  eventsOf,
  listTransactions,
  moneyOf,
  readsTransaction,
  sendAuthorisation,
  usageMinorOf,
} from '../../card-transactions/test/terminal.ts'
import { createsCardHolder } from './card-holder.ts'

describe('simulation.card-authorisation', () => {
  const service = testService()

  it('200 holds the amount, counts it for the limits, and returns the data of the request', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const reply = await sendAuthorisation(terminal, 25.5)
    expect([reply.status, reply.body.error]).toEqual([200, null])
    const { transaction, requestMti, authorizationIdResponse } = reply.body.reference
    expect([requestMti, authorizationIdResponse]).toEqual([
      '0200',
      expect.stringMatching(/^[0-9A-F]{6}$/),
    ])
    expect(transaction.card).toMatchObject({
      token: terminal.token,
      schemeName: 'CARD_NETWORK_A',
      pan: terminal.pan,
      pin: '1234',
      cvv1: '123',
      icvv: '456',
      cvv2: '789',
      currencies: ['GBP'],
    })
    expect(await moneyOf(service, ann, 'GBP')).toEqual({
      amount: 74.5,
      reserved: 25.5,
      owedMinor: 0,
    })
    expect(await usageMinorOf(service, terminal)).toBe(2550)
  })

  it('200 creates a transaction with the merchant, the method and the debit', async () => {
    const { balance, terminal } = await createsCardHolder(service)
    const { id } = await authorises(terminal, 25.5)
    expect(await readsTransaction(terminal, id)).toMatchObject({
      id: String(id),
      cardToken: terminal.token,
      type: 'POS_PURCHASE',
      state: 'IN_PROGRESS',
      declineReason: null,
      transactionAmount: { amount: 25.5, currency: 'GBP' },
      fees: [],
      transactionAmountWithFees: { amount: 25.5, currency: 'GBP' },
      merchant: {
        id: 'SHOP-1',
        name: 'Corner Shop',
        category: { code: '5411', name: 'Grocery stores' },
      },
      authorisationMethod: 'CHIP_AND_PIN',
      debits: [
        { balanceId: balance, debitedAmount: { amount: 25.5 }, rate: 1, fee: { amount: 0 } },
      ],
      credit: null,
    })
  })

  it('200 records one event of the transaction, and one of the balance with the channel CARD', async () => {
    const { balance, terminal } = await createsCardHolder(service)
    const { id } = await authorises(terminal, 25.5)
    const { balanceTransactionId } = await readsTransaction(terminal, id)
    const [event, ...others] = await eventsOf(service, id)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      resource: { card_token: terminal.token, client_id: 'personal', type: 'card' },
      transaction_id: id,
      transaction_step_type: 'AUTH',
      transaction_state: 'IN_PROGRESS',
      transaction_amount: { value: 25.5, currency: 'GBP' },
      pin_validation_result: 'ONLINE_PIN_VALIDATED',
      balance_transaction_id: balanceTransactionId,
      balance_movements: [
        { balance_id: balance, type: 'debit', amount: { value: 25.5, currency: 'GBP' } },
      ],
      arn: null,
    })
    const { rows } = await service.db.pool.query(
      `select (payload ->> 'step_id')::int as step, payload ->> 'channel_name' as channel
         from events where subject = $1 order by number desc limit 1`,
      [`balance:${balance}`],
    )
    expect(rows).toEqual([{ step: balanceTransactionId, channel: 'CARD' }])
  })

  it('D69: a balance in another currency pays with an exchange, whose fee is inside the debited amount', async () => {
    const { ann, terminal } = await createsCardHolder(service, 100)
    const { id } = await authorises(terminal, 20, { currency: 'EUR' })
    const { debits, transactionAmount } = await readsTransaction(terminal, id)
    expect(transactionAmount).toEqual({ amount: 20, currency: 'EUR' })
    const [{ debitedAmount, forAmount, rate, fee }] = debits
    expect(forAmount).toEqual({ amount: 20, currency: 'EUR' })
    expect(fee.amount).toBeGreaterThan(0)
    expect((debitedAmount.amount - fee.amount) * rate).toBeCloseTo(20, 1)
    const { amount, reserved } = await moneyOf(service, ann, 'GBP')
    expect([reserved, amount]).toEqual([debitedAmount.amount, 100 - debitedAmount.amount])
  })

  it('D69: the balance in the currency of the payment pays if it covers the amount, otherwise a balance in another currency', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'EUR', 10)
    const pounds = await topsUp(ann, 'GBP', 100)
    const terminal = await createsTerminal(service, ann)
    const [small, large] = [
      await authorises(terminal, 9, { currency: 'EUR' }),
      await authorises(terminal, 11, { currency: 'EUR' }),
    ]
    expect((await readsTransaction(terminal, small.id)).debits[0]).toMatchObject({
      rate: 1,
      fee: { amount: 0 },
    })
    expect((await readsTransaction(terminal, large.id)).debits[0]).toMatchObject({
      balanceId: pounds,
    })
  })

  it('D69: of two balances in other currencies the balance that costs less pays, whichever was opened first', async () => {
    const paysElevenEuros = async (...currencies: readonly string[]) => {
      const ann = await service.createUser()
      for (const currency of currencies) await topsUp(ann, currency, 100)
      const terminal = await createsTerminal(service, ann)
      const { id } = await authorises(terminal, 11, { currency: 'EUR' })
      const { amount, currency } = (await readsTransaction(terminal, id)).debits[0].debitedAmount
      const [{ rate }] = await ok(ann.call(`GET /v1/rates?source=${currency}&target=EUR`))
      return { currency, costInEuros: amount * rate }
    }
    const [pounds, dollars] = [await paysElevenEuros('GBP'), await paysElevenEuros('USD')]
    // More than a cent, so that rounding does not decide.
    expect(Math.abs(pounds.costInEuros - dollars.costInEuros)).toBeGreaterThan(0.01)
    const cheaper = pounds.costInEuros < dollars.costInEuros ? 'GBP' : 'USD'
    for (const opened of [
      ['GBP', 'USD'],
      ['USD', 'GBP'],
    ])
      expect([opened, (await paysElevenEuros(...opened)).currency]).toEqual([opened, cheaper])
  })

  it('an amount of zero checks the card: the payment is approved, and nothing is held or counted', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const { id } = await authorises(terminal, 0)
    const { state, debits, balanceTransactionId } = await readsTransaction(terminal, id)
    expect([state, debits, balanceTransactionId]).toEqual(['IN_PROGRESS', [], null])
    expect(await usageMinorOf(service, terminal)).toBe(0)
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 100, reserved: 0, owedMinor: 0 })
  })

  it('422 card.data.pan.invalid for the number of another card, without a transaction', async () => {
    const { ann, terminal } = await createsCardHolder(service)
    const other = await createsTerminal(service, ann)
    const reply = await sendAuthorisation(terminal, 5, { pan: other.pan })
    expect(outcome(reply)).toBe('422 card.data.pan.invalid')
    expect(JSON.stringify(reply.body)).not.toContain(other.pan)
    expect((await listTransactions(terminal)).body.totalCount).toBe(0)
  })

  it.each([
    [-1, 'GBP', 422, 'card.amount.invalid'],
    [0.001, 'GBP', 422, 'card.amount.invalid'],
    ['9'.repeat(16), 'GBP', 422, 'card.amount.invalid'],
    [5, 'ABC', 422, 'CurrencyCode'],
    ['much', 'GBP', 400, 'TypeMismatch'],
  ])('an amount of %s %s is refused with %i %s', async (value, currency, status, code) => {
    const { terminal } = await createsCardHolder(service)
    const reply = await sendAuthorisation(terminal, value, { currency })
    expect(outcome(reply)).toBe(`${status} ${code}`)
  })

  it.each([
    ['pin', '12345'],
    ['pan', 'not digits at all'],
    ['cvv1', '12345'],
  ])('400 for a malformed %s, which the reply does not repeat', async (name, value) => {
    const { terminal } = await createsCardHolder(service)
    const reply = await sendAuthorisation(terminal, 5, { codes: { [name]: value } })
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, `cardData.${name}`])
    expect(JSON.stringify(reply.body)).not.toContain(value)
  })

  it("404 card.not-found for another user's card, 404 not.found at another user's profile", async () => {
    const { terminal } = await createsCardHolder(service)
    const bob = await service.createUser()
    const asBob = await sendAuthorisation({ ...terminal, ann: bob }, 5)
    expect(outcome(asBob)).toBe('404 card.not-found')
    const asOwner = { ...bob, personal: terminal.ann.personal }
    expect(outcome(await sendAuthorisation({ ...terminal, ann: asOwner }, 5))).toBe('404 not.found')
  })

  it.each([
    [
      { transactionType: 'CASH_WITHDRAWAL', category: 6011, pos: 'CHIP_AND_PIN' },
      'CASH_WITHDRAWAL',
    ],
    [{ transactionType: 'CASH_WITHDRAWAL', category: 5999, pos: 'MINIMAL' }, 'CASH_WITHDRAWAL'],
    [{ category: 6010, pos: 'CHIP_AND_PIN' }, 'CASH_ADVANCE'],
    [
      { transactionType: 'GOODS_AND_SERVICES', category: 4829, pos: 'E_COMMERCE' },
      'ACCOUNT_FUNDING',
    ],
    [{ category: 5411, pos: 'E_COMMERCE' }, 'ECOM_PURCHASE'],
    [{ category: 6011, pos: 'MOBILE_WALLET' }, 'POS_PURCHASE'],
  ])('D73: a payment with %j has the type %s', async (payment, type) => {
    const { terminal } = await createsCardHolder(service)
    const { id } = await authorises(terminal, 1, payment)
    expect((await readsTransaction(terminal, id)).type).toBe(type)
  })

  it('422 card.transaction-type.not-supported for REFUND', async () => {
    const { terminal } = await createsCardHolder(service)
    const reply = await sendAuthorisation(terminal, 5, { transactionType: 'REFUND' })
    expect(outcome(reply)).toBe('422 card.transaction-type.not-supported')
  })

  it('two concurrent payments that each need the whole balance: the first is approved, the second is declined with INSUFFICIENT_FUNDS', async () => {
    const { ann, terminal } = await createsCardHolder(service, 10)
    const other = await createsTerminal(service, ann)
    const lock = rowLock('ledger_accounts', { profile_id: ann.personal })
    const errors = await raceResults(service.db, lock, [
      () => sendAuthorisation(terminal, 10).then(({ body }) => body.error),
      () => sendAuthorisation(other, 10).then(({ body }) => body.error),
    ])
    expect(errors).toEqual([null, 'INSUFFICIENT_FUNDS'])
    expect(await moneyOf(service, ann, 'GBP')).toEqual({ amount: 0, reserved: 10, owedMinor: 0 })
  })

  it('two concurrent payments that together exceed the daily limit: the first is approved, the second is declined with PAYMENT_METHOD_DAILY_LIMIT_EXCEEDED', async () => {
    const { ann, terminal } = await createsCardHolder(service, 100)
    await service.db.pool.query(`update cards set daily_limit = 1500 where token = $1`, [
      terminal.token,
    ])
    await authorises(terminal, 5)
    const lock = rowLock('card_usage', { profile_id: ann.personal })
    const errors = await raceResults(service.db, lock, [
      () => sendAuthorisation(terminal, 10).then(({ body }) => body.error),
      () => sendAuthorisation(terminal, 10).then(({ body }) => body.error),
    ])
    expect(errors).toEqual([null, 'PAYMENT_METHOD_DAILY_LIMIT_EXCEEDED'])
    expect(await usageMinorOf(service, terminal)).toBe(1500)
    expect((await moneyOf(service, ann, 'GBP')).reserved).toBe(15)
  })
})
