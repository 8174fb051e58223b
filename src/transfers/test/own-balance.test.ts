// A transfer to the recipient that stands for the profile's balances arrives on a balance (D50).

import { describe, expect, it } from 'vitest'
import { accountBalance } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import type { Id } from '../../kernel/ids.ts'
import { MINOR_MAX } from '../../kernel/money.ts'

describe("a transfer to the profile's balances", () => {
  const service = testService()

  async function createsUserWithBalance() {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { recipientId } = await ok(
      ann.call(`GET /v4/profiles/${ann.personal}/balances/${balance}`),
    )
    return { ann, balance, recipient: recipientId as number }
  }

  const standardBalance = async (ann: Person, currency: string) =>
    (await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`))).find(
      (balance: { currency: string }) => balance.currency === currency,
    )

  async function createsConvertedTransfer(target: string) {
    const { ann, balance, recipient } = await createsUserWithBalance()
    const transfer = await createsTransfer(ann, { target, recipient })
    await ok(fundTransfer(ann, transfer.id))
    await ok(simulate(ann, transfer.id, 'funds_converted'))
    return { ann, balance, ...transfer } as {
      ann: Person
      balance: number
      id: number
      sourceValue: number
      targetValue: number
      quoteUuid: string
    }
  }

  it('D50: has payOut BALANCE, and arrives on a balance that is opened for it', async () => {
    const { ann, id, targetValue, quoteUuid } = await createsConvertedTransfer('EUR')
    const quote = await ok(ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quoteUuid}`))
    expect(quote.payOut).toBe('BALANCE')
    expect(await standardBalance(ann, 'EUR')).toBeUndefined()
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    const euros = await standardBalance(ann, 'EUR')
    expect(euros.amount).toEqual({ value: targetValue, currency: 'EUR' })
    const account = `transfer:${id}` as const
    expect(await accountBalance(service.db.reader, ann.personal, account, 'EUR')).toBe(0n)
    expect((await readsTransfer(ann, id)).status).toBe('outgoing_payment_sent')
    const now = service.now()
    const [from, to] = [now.subtract({ hours: 1 }), now.add({ hours: 1 })]
    const { transactions } = await ok(
      ann.call(
        `GET /v1/profiles/${ann.personal}/balance-statements/${euros.id}/statement.json?currency=EUR&intervalStart=${from}&intervalEnd=${to}&type=COMPACT`,
      ),
    )
    expect(transactions).toMatchObject([
      { type: 'CREDIT', amount: { value: targetValue }, referenceNumber: `TRANSFER-${id}` },
    ])
  })

  it('D50: arrives on the STANDARD balance that is open, which gets an entry and its events', async () => {
    const { ann, id, targetValue } = await createsConvertedTransfer('EUR')
    const euros = await topsUp(ann, 'EUR', 10)
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    const { rows } = await service.db.pool.query(
      `select name from events where subject = $1 and number = 2 order by name`,
      [`balance:${euros}`],
    )
    expect(rows.map(({ name }) => name)).toEqual(['balances#credit', 'balances#update'])
    const { rows: entries } = await service.db.pool.query(
      `select delta::text, reference from balance_entries where balance_id = $1 and sequence = 2`,
      [euros],
    )
    expect(entries).toEqual([
      { delta: String(Math.round(targetValue * 100)), reference: `transfer:${id}` },
    ])
    const minor = BigInt(Math.round((targetValue + 10) * 100))
    const account = `available:${euros as Id<'balance'>}` as const
    expect(await accountBalance(service.db.reader, ann.personal, account, 'EUR')).toBe(minor)
  })

  it('D50: within one currency costs only the fee', async () => {
    const { ann, balance, id, sourceValue, targetValue } = await createsConvertedTransfer('GBP')
    expect(targetValue).toBe(sourceValue)
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    const { amount } = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances/${balance}`))
    expect(amount.value).toBeCloseTo(400 + targetValue)
  })

  it('gap 53: arrives on a balance that has more than fifteen digits afterwards', async () => {
    const { ann, id, targetValue } = await createsConvertedTransfer('EUR')
    const euros = await topsUp(ann, 'EUR', 9_999_999_999_999.99)
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    const account = `available:${euros as Id<'balance'>}` as const
    expect(await accountBalance(service.db.reader, ann.personal, account, 'EUR')).toBe(
      MINOR_MAX + BigInt(Math.round(targetValue * 100)),
    )
  })

  it('D50: is delivered once when the move is repeated', async () => {
    const { ann, id, targetValue } = await createsConvertedTransfer('EUR')
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    expect((await standardBalance(ann, 'EUR')).amount.value).toBe(targetValue)
  })

  it('D50: opens no balance when the write of the move fails', async () => {
    const { ann, id } = await createsConvertedTransfer('EUR')
    const change = (text: string) => service.db.pool.query(`alter table transfers ${text}`)
    await change(`add constraint fails check (status <> 'outgoing_payment_sent') not valid`)
    await expect(simulate(ann, id, 'outgoing_payment_sent')).rejects.toThrow('returned 500')
    expect(await standardBalance(ann, 'EUR')).toBeUndefined()
    await change('drop constraint fails')
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    expect(await standardBalance(ann, 'EUR')).toBeDefined()
  })

  it('409 wrong_status for a bounce, because no bank has the money', async () => {
    const { ann, id, targetValue } = await createsConvertedTransfer('EUR')
    await ok(simulate(ann, id, 'outgoing_payment_sent'))
    const reply = await simulate(ann, id, 'bounced_back')
    expect(outcome(reply)).toBe('409 wrong_status')
    expect(reply.body.errors[0].message).toContain('a balance cannot bounce')
    expect((await readsTransfer(ann, id)).status).toBe('outgoing_payment_sent')
    expect((await standardBalance(ann, 'EUR')).amount.value).toBe(targetValue)
  })

  const quoteTo = async (person: Person, targetAccount: number, change: object = {}) => {
    const order = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 100 }
    const body = { ...order, targetAccount, ...change }
    return outcome(await person.call(`POST /v3/profiles/${person.personal}/quotes`, { body }))
  }

  it.each(['SWIFT', 'CA_NETWORK'])(
    '422 INVALID_RECIPIENT for a quote with payOut %s',
    async (payOut) => {
      const { ann, recipient } = await createsUserWithBalance()
      expect(await quoteTo(ann, recipient, { payOut })).toBe('422 INVALID_RECIPIENT')
    },
  )

  it('422 INVALID_RECIPIENT for a transfer with a quote for a bank pay-out, until a PATCH of the quote names the balance recipient', async () => {
    const { ann, recipient } = await createsUserWithBalance()
    const quote = await createsQuote(ann, { target: 'EUR' })
    const body = {
      targetAccount: recipient,
      quoteUuid: quote.id,
      customerTransactionId: crypto.randomUUID(),
      details: {},
    }
    expect(outcome(await ann.call('POST /v1/transfers', { body }))).toBe('422 INVALID_RECIPIENT')
    const patched = await ok(
      ann.call(`PATCH /v3/profiles/${ann.personal}/quotes/${quote.id}`, {
        body: { targetAccount: recipient },
      }),
    )
    expect(patched.payOut).toBe('BALANCE')
    expect(outcome(await ann.call('POST /v1/transfers', { body }))).toBe('200')
  })

  it('422 INVALID_RECIPIENT for a currency that balances cannot be held in', async () => {
    const { ann, recipient } = await createsUserWithBalance()
    expect(await quoteTo(ann, recipient, { targetCurrency: 'XOF' })).toBe('422 INVALID_RECIPIENT')
  })

  it("422 INVALID_RECIPIENT for the recipient of another user's balances", async () => {
    const { recipient } = await createsUserWithBalance()
    const bob = await service.createUser()
    expect(await quoteTo(bob, recipient)).toBe('422 INVALID_RECIPIENT')
  })
})
