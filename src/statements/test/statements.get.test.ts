import { describe, expect, it } from 'vitest'
import {
  addsTransfer,
  createsGroup,
  endsGroup,
  fundGroup,
} from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, readsTransfer, topsUp } from '../../../test/support/transfers.ts'
import {
  importPayment,
  newestDetails,
  orderDetails,
  payFee,
  returnPayment,
} from '../../account-details/test/fixtures.ts'
import { getStatement, interval, makesTransactions } from './transactions.ts'

type Transaction = {
  type: string
  amount: { value: number }
  totalFees: { value: number }
  runningBalance: { value: number }
  details: { type: string; description: string }
  exchangeDetails: { forAmount: object; rate: number } | null
  referenceNumber: string
}

describe('statements.get as JSON', () => {
  const service = testService()

  it('200 lists every transaction with its running balance, newest first', async () => {
    const ann = await service.createUser()
    const { pounds, sent, cancelled, converted, saved } = await makesTransactions(service, ann)
    const reply = await getStatement(ann, pounds)
    expect(reply.status).toBe(200)
    const lines: Transaction[] = reply.body.transactions
    expect(
      lines.map(({ type, details, referenceNumber }) => [type, details.type, referenceNumber]),
    ).toEqual([
      ['DEBIT', 'OUTGOING_CROSS_BALANCE', `BALANCE-${saved.id}`],
      ['DEBIT', 'CONVERSION', `CONVERSION-${converted.id}`],
      ['CREDIT', 'TRANSFER', `TRANSFER-${cancelled.id}`],
      ['DEBIT', 'TRANSFER', `TRANSFER-${cancelled.id}`],
      ['DEBIT', 'TRANSFER', `TRANSFER-${sent.id}`],
      ['CREDIT', 'MONEY_ADDED', expect.stringMatching(/^BALANCE-\d+$/)],
    ])
    expect(lines.map(({ runningBalance }) => runningBalance.value)).toEqual([
      660, 700, 900, 800, 900, 1000,
    ])
    expect(lines[4]).toEqual({
      type: 'DEBIT',
      date: expect.stringMatching(/^2026-01-05T11:/),
      amount: { value: -100, currency: 'GBP' },
      totalFees: { value: Number((100 - sent.sourceValue).toFixed(2)), currency: 'GBP' },
      details: {
        type: 'TRANSFER',
        description: 'Sent money to Nora Sample',
        recipient: { name: 'Nora Sample', bankAccount: expect.stringContaining('FR14') },
        paymentReference: 'Rent',
        method: 'BALANCE',
      },
      exchangeDetails: {
        forAmount: { value: sent.targetValue, currency: 'EUR' },
        rate: sent.rate,
      },
      runningBalance: { value: 900, currency: 'GBP' },
      referenceNumber: `TRANSFER-${sent.id}`,
    })
    expect(reply.body.endOfStatementBalance).toEqual({ value: 660, currency: 'GBP' })
  })

  it('200 FLAT shows fees as separate lines with the same closing balance', async () => {
    const ann = await service.createUser()
    const { pounds, sent } = await makesTransactions(service, ann)
    const { body } = await getStatement(ann, pounds, { type: 'FLAT' })
    const lines: Transaction[] = body.transactions
    const linesOfTransfer = lines.filter(({ referenceNumber }) =>
      referenceNumber.endsWith(`-${sent.id}`),
    )
    const fee = Number((100 - sent.sourceValue).toFixed(2))
    expect(
      linesOfTransfer.map(({ referenceNumber, amount, runningBalance }) => [
        referenceNumber,
        amount.value,
        runningBalance.value,
      ]),
    ).toEqual([
      [`FEE-TRANSFER-${sent.id}`, -fee, 900],
      [`TRANSFER-${sent.id}`, -sent.sourceValue, 900 + fee],
    ])
    expect(lines.every(({ totalFees }) => totalFees.value === 0)).toBe(true)
    expect(body.endOfStatementBalance).toEqual({ value: 660, currency: 'GBP' })
  })

  it('200 for the target balance of a conversion, and for a savings balance', async () => {
    const ann = await service.createUser()
    const { euros, jar } = await makesTransactions(service, ann)
    const ofEuros = await getStatement(ann, euros, { currency: 'EUR' })
    expect(ofEuros.body.transactions[0]).toMatchObject({
      type: 'CREDIT',
      details: { type: 'CONVERSION', description: expect.stringMatching(/^Converted 200\.00 GBP/) },
      exchangeDetails: { forAmount: { value: 200, currency: 'GBP' } },
      totalFees: { value: 0 },
    })
    expect((await getStatement(ann, jar)).body.transactions).toMatchObject([
      { type: 'CREDIT', details: { type: 'INCOMING_CROSS_BALANCE' }, amount: { value: 40 } },
    ])
  })

  it('D85: 200 shows a payment to account details and its return as DEPOSIT, and the fee for account details as ACCRUAL_CHARGE', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 100, ann.business)
    const order = await ok(orderDetails(ann, 'GBP', ann.business))
    await ok(payFee(ann, order.id, ann.business))
    const paid = { reference: 'Invoice 7', sender: { name: 'Bo Sample' } }
    const { id } = await ok(importPayment(ann, 'GBP', 10, { ...paid, profile: ann.business }))
    await service.advance({ minutes: 1 })
    await ok(returnPayment(ann, id, {}, ann.business))
    const path = `/v1/profiles/${ann.business}/balance-statements/${pounds}/statement.json`
    const { body } = await ann.call(`GET ${path}`, { query: { currency: 'GBP', ...interval } })
    const [returned, received, fee] = body.transactions
    expect(returned).toMatchObject({
      type: 'DEBIT',
      amount: { value: -10 },
      details: { type: 'DEPOSIT', description: 'Returned money to Bo Sample' },
      referenceNumber: `DEPOSIT-${id}`,
    })
    expect(received).toMatchObject({
      type: 'CREDIT',
      amount: { value: 10 },
      details: {
        type: 'DEPOSIT',
        description: 'Received money from Bo Sample',
        paymentReference: 'Invoice 7',
        method: 'BANK_TRANSFER',
      },
      referenceNumber: `DEPOSIT-${id}`,
    })
    expect(fee).toMatchObject({
      type: 'DEBIT',
      amount: { value: -16 },
      details: { type: 'ACCRUAL_CHARGE', description: 'Fee for GBP account details' },
      referenceNumber: `ACCRUAL_CHARGE-${order.id}`,
    })
  })

  it('Facts 8.1: 200 returns the newest account details of the balance as bankDetails', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 5)
    await ok(orderDetails(ann, 'GBP'))
    await ok(orderDetails(ann, 'GBP'))
    const newest = await newestDetails(ann, 'GBP')
    const { body } = await getStatement(ann, pounds)
    const expected = { id: newest?.id, accountHolderName: 'Ann Sample', currency: 'GBP' }
    expect(body.bankDetails).toMatchObject(expected)
  })

  it('200 returns the account holder, the issuer and the query', async () => {
    const ann = await service.createUser()
    const details = { country: 'GB', firstLine: '1 High Street', city: 'London' }
    await ann.call('POST /v1/addresses', { body: { profile: ann.personal, details } })
    const pounds = await topsUp(ann, 'GBP', 5)
    const { body } = await getStatement(ann, pounds, { statementLocale: 'en' })
    expect(body.accountHolder).toEqual({
      type: 'PERSONAL',
      address: {
        addressFirstLine: '1 High Street',
        city: 'London',
        postCode: null,
        stateCode: null,
        countryName: 'United Kingdom',
      },
      firstName: 'Ann',
      lastName: 'Sample',
    })
    expect(body.issuer).toMatchObject({ name: expect.any(String), country: 'United Kingdom' })
    expect(body.bankDetails).toBeNull()
    expect(body.query).toEqual({
      intervalStart: '2026-01-01T00:00:00.000Z',
      intervalEnd: '2026-01-31T00:00:00.000Z',
      currency: 'GBP',
      accountId: pounds,
      type: 'COMPACT',
      addStamp: false,
      profileId: ann.personal,
      balanceId: pounds,
      timezone: 'Z',
    })
    expect(body.request).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      creationTime: expect.stringMatching(/^2026-01-05T/),
      profileId: ann.personal,
      currency: 'GBP',
      balanceId: pounds,
      balanceName: null,
      intervalStart: '2026-01-01T00:00:00.000Z',
      intervalEnd: '2026-01-31T00:00:00.000Z',
    })
  })

  it('200 shows a settled debt as BALANCE_ADJUSTMENT', async () => {
    const ann = await service.createUser()
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'owed', 'GBP', -500, 1)`,
      [ann.personal],
    )
    await service.db.pool.query(
      `insert into ledger_postings
         (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
       values ($1, 'debt-incurred', 'x:1', 'owed', 'pay-in', 'GBP', 500, now())`,
      [ann.personal],
    )
    const pounds = await topsUp(ann, 'GBP', 20)
    const lines: Transaction[] = (await getStatement(ann, pounds)).body.transactions
    expect(lines.map(({ details, amount }) => [details.type, amount.value])).toEqual([
      ['BALANCE_ADJUSTMENT', -5],
      ['MONEY_ADDED', 20],
    ])
  })

  it("422 request.invalid.balance_id for another profile's balance, and for a balance in another currency", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const foreign = await topsUp(bob, 'GBP', 5)
    const euros = await topsUp(ann, 'EUR', 5)
    for (const balance of [foreign, euros]) {
      const reply = await getStatement(ann, balance)
      expect([reply.status, reply.body]).toMatchObject([
        422,
        {
          status: 'UNPROCESSABLE_ENTITY',
          errorCode: 'request.invalid.balance_id',
          message: `GBP balance not found for profile ${ann.personal}`,
          errors: [{ code: 'request.invalid.balance_id' }],
        },
      ])
    }
  })
})

describe('statements.get with a payment of a batch group', () => {
  const service = testService()

  it('200 returns the sum of the fees of the transfers that were paid, without that of a lapsed transfer', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 500)
    const { id } = await createsGroup(ann)
    const lapsed = await addsTransfer(ann, id)
    await service.advance({ hours: 72 })
    const added = [await addsTransfer(ann, id), await addsTransfer(ann, id)]
    await endsGroup(ann, id, 'COMPLETED')
    // `lapsed` has now been unpaid for five working days, and the other transfers for less.
    await service.advance({ hours: 24 * 5 + 20 })
    await ok(fundGroup(ann, id))
    expect((await readsTransfer(ann, lapsed.id)).status).toBe('cancelled')
    const sent = await Promise.all(added.map((transfer) => readsTransfer(ann, transfer.id)))
    const fee = Number(
      sent.reduce((sum, transfer) => sum + 100 - transfer.sourceValue, 0).toFixed(2),
    )
    expect(fee).toBeGreaterThan(0)
    const lines = async (type: string): Promise<Transaction[]> =>
      (await getStatement(ann, pounds, { type })).body.transactions
    const [compact] = await lines('COMPACT')
    expect(compact).toMatchObject({
      amount: { value: -200 },
      totalFees: { value: fee },
      runningBalance: { value: 300 },
      referenceNumber: expect.stringMatching(/^BATCH-\d+$/),
    })
    const flat = await lines('FLAT')
    expect(flat.map(({ amount, runningBalance }) => [amount.value, runningBalance.value])).toEqual([
      [-fee, 300],
      [fee - 200, 300 + fee],
      [500, 500],
    ])
  })
})

describe('statements.get with a long history', () => {
  // The entries are inserted without ledger postings, so the audit of the ledger is turned off.
  const service = testService({ audited: false })

  it('422 statement.too-long for more than ten thousand transactions', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 5)
    await service.db.pool.query(
      `insert into balance_entries
         (profile_id, balance_id, sequence, delta, balance, reference, channel, occurred_at)
       select $1, $2, n, 1, n, 'movement:1', 'CARD', '2026-01-06' from generate_series(2, 10001) n`,
      [ann.personal, pounds],
    )
    for (const format of ['json', 'csv', 'pdf', 'xml']) {
      const reply = await getStatement(ann, pounds, {}, format)
      expect(outcome(reply)).toBe('422 statement.too-long')
    }
    const less = await getStatement(ann, pounds, { intervalEnd: '2026-01-05T12:00:00Z' })
    expect(less.status).toBe(200)
  })
})
