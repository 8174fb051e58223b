import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { optionOf, outcome } from '../../../test/support/transfers.ts'
import { amountOf, opensBalanceOfKind, opensBalanceWith } from '../../balances/test/fixtures.ts'
import { accountsLock, codesOf, createMovement, createsBalanceQuote, jar } from './fixtures.ts'

describe('conversions.create', () => {
  const service = testService()

  it('201 delivers exactly the target amount of the quote request', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '100')
    const euros = await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR', { targetAmount: 33.33 })
    expect((await createMovement(ann, { quoteId: id })).status).toBe(201)
    expect(await amountOf(ann, euros)).toBe(33.33)
  })

  it('201 exchanges between a savings jar and a STANDARD balance when both are named', async () => {
    const ann = await service.createUser()
    const saved = await opensBalanceOfKind(service, ann, { currency: 'GBP', ...jar }, '100')
    const euros = await opensBalanceWith(service, ann, 'EUR', '0')
    const there = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const pair = { sourceBalanceId: saved, targetBalanceId: euros }
    expect((await createMovement(ann, { quoteId: there.id, ...pair })).status).toBe(201)
    expect(await amountOf(ann, saved)).toBe(0)
    const back = await createsBalanceQuote(ann, 'EUR', 'GBP', { sourceAmount: 50 })
    const reverse = { sourceBalanceId: euros, targetBalanceId: saved }
    expect((await createMovement(ann, { quoteId: back.id, ...reverse })).status).toBe(201)
    expect(await amountOf(ann, saved)).toBe(optionOf(back, 'BALANCE').targetAmount)
  })

  it('201 although the balance was too low when the quote was created', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'EUR', '0')
    const quote = await createsBalanceQuote(ann, 'GBP', 'EUR')
    expect(optionOf(quote, 'BALANCE')).toMatchObject({ disabled: true })
    await opensBalanceWith(service, ann, 'GBP', '100')
    expect((await createMovement(ann, { quoteId: quote.id })).status).toBe(201)
  })

  it('201 with the same reply for the same idempotency key, and converts once', async () => {
    const ann = await service.createUser()
    const source = await opensBalanceWith(service, ann, 'GBP', '250')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const key = randomUUID()
    const first = await createMovement(ann, { quoteId: id }, key)
    const again = await createMovement(ann, { quoteId: id }, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await amountOf(ann, source)).toBe(150)
  })

  it('409 quote.already-used for a repeat, and for one of two concurrent requests', async () => {
    const ann = await service.createUser()
    const source = await opensBalanceWith(service, ann, 'GBP', '250')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const convert = () => createMovement(ann, { quoteId: id })
    const raced = await raceResults(service.db, accountsLock(ann), [convert, convert])
    expect(raced.map(outcome).sort()).toEqual(['201', '409 quote.already-used'])
    const third = await convert()
    expect(third.status).toBe(409)
    expect(codesOf(third)).toEqual(['quote.already-used'])
    expect(await amountOf(ann, source)).toBe(150)
  })

  it('409 quote.already-used for one of two requests that wait for the lock of the quote', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '250')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const lock = rowLock('quotes', { id })
    const convert = () => createMovement(ann, { quoteId: id })
    const raced = await raceResults(service.db, lock, [convert, convert])
    expect(raced.map(outcome).sort()).toEqual(['201', '409 quote.already-used'])
  })

  it('409 quote.already-used, not insufficient funds, when the money suffices for one of two requests', async () => {
    const ann = await service.createUser()
    const source = await opensBalanceWith(service, ann, 'GBP', '100')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const convert = () => createMovement(ann, { quoteId: id })
    const raced = await raceResults(service.db, accountsLock(ann), [convert, convert])
    expect(raced.map(outcome).sort()).toEqual(['201', '409 quote.already-used'])
    expect(await amountOf(ann, source)).toBe(0)
  })

  it('422 error.quote.not.found for an unknown quote and for another user’s quote', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const bobs = await createsBalanceQuote(bob, 'GBP', 'EUR')
    for (const quoteId of [randomUUID(), bobs.id]) {
      const reply = await createMovement(ann, { quoteId })
      expect([reply.status, codesOf(reply)]).toEqual([422, ['error.quote.not.found']])
    }
  })

  it('422 error.quote.expired after thirty minutes', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '100')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    await service.advance({ minutes: 30 })
    const reply = await createMovement(ann, { quoteId: id })
    expect([reply.status, codesOf(reply)]).toEqual([422, ['error.quote.expired']])
  })

  it('422 error.quote.not-for-balances for a quote that pays out to a bank', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '100')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR', {
      sourceAmount: 10,
      payOut: 'BANK_TRANSFER',
    })
    const reply = await createMovement(ann, { quoteId: id })
    expect([reply.status, codesOf(reply)]).toEqual([422, ['error.quote.not-for-balances']])
  })

  const unusable: [change: string, code: string, because: string][] = [
    [
      `notices = '[{"type":"BLOCKED","text":"not now","link":null}]'`,
      'error.quote.blocked',
      'a blocked quote must not be used',
    ],
    [
      `options = '[]'`,
      'payment.option-unavailable',
      'the quote has no price for payment from a balance',
    ],
    [
      `options = jsonb_set(options, '{0,targetMinor}', '"0"')`,
      'payment.option-unavailable',
      'nothing would arrive',
    ],
  ]
  it.each(unusable)('422 for a quote with %s: %s, because %s', async (change, code) => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '100')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    await service.db.pool.query(`update quotes set ${change} where id = $1`, [id])
    const reply = await createMovement(ann, { quoteId: id })
    expect([reply.status, codesOf(reply)]).toEqual([422, [code]])
  })

  it('422 movement.balance-missing for each STANDARD balance that is not open', async () => {
    const ann = await service.createUser()
    await opensBalanceOfKind(service, ann, { currency: 'GBP', ...jar }, '100')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const reply = await createMovement(ann, { quoteId: id })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toMatchObject([
      { code: 'movement.balance-missing', arguments: ['GBP'] },
      { code: 'movement.balance-missing', arguments: ['EUR'] },
    ])
  })

  it('422 movement.same-balance for a quote within one currency and no named balances', async () => {
    const ann = await service.createUser()
    await opensBalanceWith(service, ann, 'GBP', '100')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'GBP')
    const reply = await createMovement(ann, { quoteId: id })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toMatchObject([{ code: 'movement.same-balance', path: 'quoteId' }])
  })

  it('422 balance.currency.mismatch when the named balances have other currencies than the quote', async () => {
    const ann = await service.createUser()
    const source = await opensBalanceWith(service, ann, 'USD', '100')
    const target = await opensBalanceWith(service, ann, 'GBP', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const reply = await createMovement(ann, {
      quoteId: id,
      sourceBalanceId: source,
      targetBalanceId: target,
    })
    expect(reply.status).toBe(422)
    const code = 'balance.currency.mismatch'
    expect(reply.body.errors).toMatchObject([
      { code, path: 'sourceBalanceId', arguments: ['GBP', 'USD'] },
      { code, path: 'targetBalanceId', arguments: ['EUR', 'GBP'] },
    ])
  })

  it('422 balance.insufficient-funds changes nothing, and the quote stays PENDING', async () => {
    const ann = await service.createUser()
    const source = await opensBalanceWith(service, ann, 'GBP', '99.99')
    await opensBalanceWith(service, ann, 'EUR', '0')
    const { id } = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const reply = await createMovement(ann, { quoteId: id })
    expect([reply.status, codesOf(reply)]).toEqual([422, ['balance.insufficient-funds']])
    expect(await amountOf(ann, source)).toBe(99.99)
    const same = await ann.call(`GET /v3/profiles/${ann.personal}/quotes/${id}`)
    expect(same.body.status).toBe('PENDING')
  })

  it('400 idempotency.key.missing without X-idempotence-uuid', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
      body: { quoteId: randomUUID() },
    })
    expect([reply.status, codesOf(reply)]).toEqual([400, ['idempotency.key.missing']])
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await createMovement(
      { ...ann, personal: bob.personal },
      { quoteId: randomUUID() },
    )
    expect([reply.status, codesOf(reply)]).toEqual([404, ['not.found']])
  })
})
