// A refund or an arriving transfer may give a balance more than fifteen digits (gap 53). The profile can still read and
// move its money.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { opensJar } from '../support/balances.ts'
import type { Person } from '../support/people.ts'
import { testService } from '../support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  simulate,
  topsUp,
} from '../support/transfers.ts'

/** The largest amount that a top-up can give a balance. */
const LARGEST = 9_999_999_999_999.99

describe('a balance of more than fifteen digits', () => {
  const service = testService()

  /** A transfer from pounds arrives on a balance in euros that holds the largest amount. */
  async function fillsBalance() {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 500)
    const { recipientId: recipient } = await ok(
      ann.call(`GET /v4/profiles/${ann.personal}/balances/${pounds}`),
    )
    const made = await createsTransfer(ann, { target: 'EUR', recipient })
    await ok(fundTransfer(ann, made.id))
    await ok(simulate(ann, made.id, 'funds_converted'))
    const euros = await topsUp(ann, 'EUR', LARGEST)
    await ok(simulate(ann, made.id, 'outgoing_payment_sent'))
    const { amount } = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances/${euros}`))
    expect(amount.value).toBeGreaterThan(LARGEST)
    return { ann, euros, held: amount.value as number }
  }

  const statement = (ann: Person, balance: number, format: string) => {
    const now = service.now()
    return ann.call(
      `GET /v1/profiles/${ann.personal}/balance-statements/${balance}/statement.${format}`,
      {
        query: {
          currency: 'EUR',
          intervalStart: now.subtract({ hours: 1 }).toString(),
          intervalEnd: now.add({ hours: 1 }).toString(),
          type: 'COMPACT',
        },
      },
    )
  }

  const move = (ann: Person, body: object) =>
    ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
      body,
      headers: { 'x-idempotence-uuid': randomUUID() },
    })

  const quoteBetween = (ann: Person, sourceCurrency: string, targetCurrency: string) =>
    ok(
      ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
        body: { sourceCurrency, targetCurrency, sourceAmount: 100, payOut: 'BALANCE' },
      }),
    )

  /** Opens a SAVINGS balance. Returns a function that makes the body of a request to move an amount to this balance. */
  async function opensSavings(ann: Person, from: number) {
    const savings = await opensJar(ann, 'EUR', { name: 'Holidays' })
    return (value: number | string) => ({
      type: 'CONVERSION',
      sourceBalanceId: from,
      targetBalanceId: savings,
      amount: { value, currency: 'EUR' },
    })
  }

  it('gap 53: is shown by JSON, CSV and XML statements and by borderless accounts, and does not prevent a PDF statement', async () => {
    const { ann, euros, held } = await fillsBalance()
    const { endOfStatementBalance } = await ok(statement(ann, euros, 'json'))
    expect(endOfStatementBalance).toMatchObject({ value: held, currency: 'EUR' })
    for (const format of ['csv', 'xml'])
      expect((await statement(ann, euros, format)).text, format).toContain(held.toFixed(2))
    expect((await statement(ann, euros, 'pdf')).status).toBe(200)
    const query = { profileId: String(ann.personal) }
    const [account] = await ok(ann.call('GET /v1/borderless-accounts', { query }))
    const inEuros = account.balances.find((each: { currency: string }) => each.currency === 'EUR')
    expect(inEuros.amount.value).toBe(held)
  })

  it('gap 53: pays conversions and moves; 422 balance.full for a conversion that would add money', async () => {
    const { ann, euros, held } = await fillsBalance()
    const quote = await quoteBetween(ann, 'EUR', 'GBP')
    await ok(move(ann, { type: 'CONVERSION', quoteId: quote.id }))
    const bodyOf = await opensSavings(ann, euros)
    await ok(move(ann, bodyOf(1)))
    const { amount } = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances/${euros}`))
    expect(amount.value).toBeCloseTo(held - 101, 2)
    const back = await quoteBetween(ann, 'GBP', 'EUR')
    const refused = await move(ann, { type: 'CONVERSION', quoteId: back.id })
    expect(outcome(refused)).toBe('422 balance.full')
  })

  it('422 amount.not-exact for a move of more than fifteen digits; a move of fifteen digits succeeds', async () => {
    const { ann, euros, held } = await fillsBalance()
    const bodyOf = await opensSavings(ann, euros)
    expect(outcome(await move(ann, bodyOf(held.toFixed(2))))).toBe('422 amount.not-exact')
    const moved = await ok(move(ann, bodyOf(LARGEST)))
    expect(moved.sourceAmount.value).toBe(LARGEST)
  })
})
