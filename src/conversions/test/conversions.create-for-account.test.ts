import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  ok,
  outcome,
  topsUp,
} from '../../../test/support/transfers.ts'
import { createMovement, createsBalanceQuote } from './fixtures.ts'

/** Copies a reply without the ids in it. */
const withoutIds = (body: object): object =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'id' ? undefined : value)))

describe('conversions.create-for-account', () => {
  const service = testService()
  const accountOf = async (person: Person, profile: number = person.personal): Promise<number> =>
    (await ok(person.call(`GET /v4/profiles/${profile}/multi-currency-account`))).id
  const convert = (person: Person, account: number, quoteId: string, key: string = randomUUID()) =>
    person.call(`POST /v1/borderless-accounts/${account}/conversions`, {
      body: { quoteId },
      headers: { 'x-idempotence-uuid': key },
    })
  /** Creates a user with the balances 500 GBP and 1 EUR. Returns the user and the id of the account. */
  const createsAccount = async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    await topsUp(ann, 'EUR', 1)
    return { ann, account: await accountOf(ann) }
  }

  it('D57: 201 with the movement in the form of POST /v2/profiles/{profileId}/balance-movements', async () => {
    const { ann, account } = await createsAccount()
    const quote = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const reply = await convert(ann, account, quote.id)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      type: 'CONVERSION',
      state: 'COMPLETED',
      sourceAmount: { value: 100, currency: 'GBP' },
      targetAmount: { currency: 'EUR' },
      balancesAfter: [{ value: 400, currency: 'GBP' }, { currency: 'EUR' }],
    })
    const { ann: bob } = await createsAccount()
    const { id: quoteId } = await createsBalanceQuote(bob, 'GBP', 'EUR')
    const movement = await ok(createMovement(bob, { quoteId }))
    expect(withoutIds(reply.body)).toEqual(withoutIds(movement))
  })

  it('201 with the stored reply for the same key', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const key = randomUUID()
    const first = await convert(ann, account, id, key)
    const second = await convert(ann, account, id, key)
    expect([second.status, second.body]).toEqual([201, first.body])
  })

  it('D57: the key belongs to the profile, so the accounts of two profiles of a user may use the same key (gap 650)', async () => {
    const { ann, account } = await createsAccount()
    await topsUp(ann, 'GBP', 500, ann.business)
    await topsUp(ann, 'EUR', 1, ann.business)
    const business = await accountOf(ann, ann.business)
    const [first, second] = [
      await createsBalanceQuote(ann, 'GBP', 'EUR'),
      await createsBalanceQuote({ ...ann, personal: ann.business }, 'GBP', 'EUR'),
    ]
    const key = randomUUID()
    const [movement, other] = [
      await ok(convert(ann, account, first.id, key)),
      await ok(convert(ann, business, second.id, key)),
    ]
    expect(other.id).not.toBe(movement.id)
    expect(await ok(convert(ann, account, first.id, key))).toEqual(movement)
    expect(outcome(await convert(ann, account, second.id, key))).toBe('409 idempotency.key.reused')
  })

  it('404 multi-currency-account.not-found instead of the stored reply for a key that was used with the account of another user', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const key = randomUUID()
    await ok(convert(ann, account, id, key))
    const bob = await service.createUser()
    expect(outcome(await convert(bob, account, id, key))).toBe(
      '404 multi-currency-account.not-found',
    )
  })

  it('400 idempotency.key.missing without X-idempotence-uuid', async () => {
    const { ann, account } = await createsAccount()
    const route = `POST /v1/borderless-accounts/${account}/conversions`
    const reply = await ann.call(route, { body: { quoteId: randomUUID() } })
    expect(outcome(reply)).toBe('400 idempotency.key.missing')
  })

  it('404 multi-currency-account.not-found for unknown accounts and those of others', async () => {
    const { ann, account } = await createsAccount()
    const bob = await service.createUser()
    await topsUp(bob, 'GBP', 1)
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    for (const [caller, named] of [
      [bob, account],
      [ann, await accountOf(bob)],
      [ann, 999_999],
    ] as const)
      expect(outcome(await convert(caller, named, id))).toBe('404 multi-currency-account.not-found')
  })

  it('D57: 404 multi-currency-account.not-found for an account of another profile of the same user than the quote', async () => {
    const { ann, account } = await createsAccount()
    await topsUp(ann, 'GBP', 500, ann.business)
    await topsUp(ann, 'EUR', 1, ann.business)
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const business = await accountOf(ann, ann.business)
    expect(outcome(await convert(ann, business, id))).toBe('404 multi-currency-account.not-found')
    expect((await convert(ann, account, id)).status).toBe(201)
  })

  it('422 error.quote.not.found for unknown quotes and those of others', async () => {
    const { ann, account } = await createsAccount()
    const bob = await service.createUser()
    await topsUp(bob, 'GBP', 1)
    const { id } = await createsBalanceQuote(bob, 'GBP', 'EUR')
    for (const quoteId of [id, randomUUID()])
      expect(outcome(await convert(ann, account, quoteId))).toBe('422 error.quote.not.found')
  })

  it('422 error.quote.not-for-balances for a quote that pays a recipient', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsQuote(ann, { recipient: await addsRecipient(ann) })
    expect(outcome(await convert(ann, account, id))).toBe('422 error.quote.not-for-balances')
  })

  it('422 movement.balance-missing when the target balance is not open', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'USD')
    expect(outcome(await convert(ann, account, id))).toBe('422 movement.balance-missing')
  })

  it('422 movement.same-balance for a quote within one currency', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'GBP')
    expect(outcome(await convert(ann, account, id))).toBe('422 movement.same-balance')
  })

  it('422 balance.insufficient-funds when the source balance is short', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR', { sourceAmount: 500.01 })
    expect(outcome(await convert(ann, account, id))).toBe('422 balance.insufficient-funds')
  })

  it.each([
    [`notices = '[{"type":"BLOCKED","text":"not now","link":null}]'`, 'error.quote.blocked'],
    [`options = '[]'`, 'payment.option-unavailable'],
  ])('422 for a quote with %s: %s', async (change, code) => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    await service.db.pool.query(`update quotes set ${change} where id = $1`, [id])
    expect(outcome(await convert(ann, account, id))).toBe(`422 ${code}`)
  })

  it('422 balance.full when the target would hold more than fifteen digits', async () => {
    const { ann, account } = await createsAccount()
    const [, euros] = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`))
    const money = { profileId: ann.personal, balanceId: euros.id, currency: 'EUR' }
    const most = { ...money, amount: '9999999999998.99' }
    await ok(ann.call('POST /v1/simulation/balance/topup', { body: most }))
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    expect(outcome(await convert(ann, account, id))).toBe('422 balance.full')
  })

  it('D111: 422 error.amount.not-payable when the current rate leaves a target amount of zero', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR', { sourceAmount: 10 })
    // Three newer quotes take the three rate locks of the profile.
    for (let n = 0; n < 3; n++) {
      await service.advance({ seconds: 1 })
      await createsBalanceQuote(ann, 'GBP', 'EUR')
    }
    await setsRate(service, 'EUR', '0.0001')
    const reply = await convert(ann, account, id)
    // A rate at which the tests that follow can convert.
    await setsRate(service, 'EUR', '0.9')
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
  })

  it('409 quote.already-used for a quote that was converted', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    await ok(convert(ann, account, id))
    expect(outcome(await convert(ann, account, id))).toBe('409 quote.already-used')
  })

  it('422 error.quote.expired after thirty minutes', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    await service.advance({ minutes: 30 })
    expect(outcome(await convert(ann, account, id))).toBe('422 error.quote.expired')
  })

  it('422 profile.owes while the profile owes money', async () => {
    const { ann, account } = await createsAccount()
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'owed', 'USD', -1, 1)`,
      [ann.personal],
    )
    const reply = await convert(ann, account, id)
    // The audit after the test file would report a debt without postings.
    await service.db.pool.query(`delete from ledger_accounts where account = 'owed'`)
    expect(outcome(reply)).toBe('422 profile.owes')
  })
})
