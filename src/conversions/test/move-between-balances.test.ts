// POST /v2/profiles/{profileId}/balance-movements by amount: money to and from savings jars.

import { describe, expect, it } from 'vitest'
import { countDeadlocks, raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { amountOf, opensBalanceOfKind, opensBalanceWith } from '../../balances/test/fixtures.ts'
import { accountsLock, codesOf, createMovement, jar, pounds } from './fixtures.ts'

describe('conversions.create by amount', () => {
  const service = testService()

  it('201 moves money into a savings jar and out again without a fee', async () => {
    const ann = await service.createUser()
    const standard = await opensBalanceWith(service, ann, 'GBP', '10')
    const saved = await opensBalanceOfKind(service, ann, { currency: 'GBP', ...jar }, '0')
    const into = await createMovement(ann, {
      amount: pounds('2.50'),
      sourceBalanceId: standard,
      targetBalanceId: saved,
    })
    expect(into.status).toBe(201)
    expect(into.body).toMatchObject({
      type: 'CONVERSION',
      state: 'COMPLETED',
      balancesAfter: [
        { id: standard, ...pounds(7.5) },
        { id: saved, ...pounds(2.5) },
      ],
      sourceAmount: pounds(2.5),
      targetAmount: pounds(2.5),
      rate: 1,
      feeAmounts: [pounds(0)],
    })
    const out = { amount: pounds(2.5), sourceBalanceId: saved, targetBalanceId: standard }
    expect((await createMovement(ann, out)).status).toBe(201)
    expect([await amountOf(ann, standard), await amountOf(ann, saved)]).toEqual([10, 0])
  })

  it('422 balance.insufficient-funds for one of two concurrent withdrawals of the last penny', async () => {
    const ann = await service.createUser()
    const standard = await opensBalanceWith(service, ann, 'GBP', '0.01')
    const saved = await opensBalanceOfKind(service, ann, { currency: 'GBP', ...jar }, '0')
    const pair = { sourceBalanceId: standard, targetBalanceId: saved }
    const withdraw = () => createMovement(ann, { amount: pounds(0.01), ...pair })
    const raced = await raceResults(service.db, accountsLock(ann), [withdraw, withdraw])
    expect(raced.map(outcome).sort()).toEqual(['201', '422 balance.insufficient-funds'])
    expect([await amountOf(ann, standard), await amountOf(ann, saved)]).toEqual([0, 0.01])
  })

  it('two movements in opposite directions do not deadlock', async () => {
    const ann = await service.createUser()
    const standard = await opensBalanceWith(service, ann, 'GBP', '10')
    const saved = await opensBalanceOfKind(service, ann, { currency: 'GBP', ...jar }, '10')
    const move = (value: number, sourceBalanceId: number, targetBalanceId: number) => () =>
      createMovement(ann, { amount: pounds(value), sourceBalanceId, targetBalanceId })
    for (const account of [standard, saved]) {
      const lock = rowLock('ledger_accounts', {
        profile_id: ann.personal,
        account: `available:${account}`,
      })
      const oppositeMoves = [move(1, standard, saved), move(3, saved, standard)]
      expect(
        (await raceResults(service.db, lock, oppositeMoves)).map(({ status }) => status),
      ).toEqual([201, 201])
      expect(await countDeadlocks(service.db)).toBe(0)
    }
    expect([await amountOf(ann, standard), await amountOf(ann, saved)]).toEqual([14, 6])
  })

  const refused: [body: object, status: number, code: string, path: string, because: string][] = [
    [{}, 400, 'movement.amount-or-quote', 'amount', 'the request is empty'],
    [
      { amount: pounds(1) },
      400,
      'movement.both-balances',
      'sourceBalanceId',
      'no balance is named',
    ],
    [{ quoteId: 'soon' }, 400, 'Pattern', 'quoteId', 'a quote id is a UUID'],
    [{ amount: { value: 1 } }, 400, 'NotNull', 'amount.currency', 'the currency is missing'],
  ]
  it.each(refused)('refuses %j with %i %s at %s because %s', async (body, status, code, path) => {
    const reply = await createMovement(await service.createUser(), body)
    expect(reply.status).toBe(status)
    expect(reply.body.errors[0]).toMatchObject({ code, path })
  })

  const amounts: [amount: object, code: string, path: string, because: string][] = [
    [pounds(0), 'error.greaterThanZero', 'amount.value', 'the amount is zero'],
    [pounds(-1), 'error.greaterThanZero', 'amount.value', 'the amount is negative'],
    [pounds(0.001), 'amount.not-exact', 'amount.value', 'GBP has two decimals'],
    [
      pounds('10000000000000.00'),
      'amount.not-exact',
      'amount.value',
      'the amount has sixteen digits',
    ],
    [
      { value: 1, currency: 'EUR' },
      'balance.currency.mismatch',
      'amount.currency',
      'the balances are in GBP',
    ],
    [
      { value: 1, currency: '???' },
      'balance.currency.mismatch',
      'amount.currency',
      'no currency has this code',
    ],
  ]
  it.each(amounts)('422 for %j: %s at %s because %s', async (amount, code, path) => {
    const ann = await service.createUser()
    const sourceBalanceId = await opensBalanceWith(service, ann, 'GBP', '10')
    const targetBalanceId = await opensBalanceOfKind(service, ann, { currency: 'GBP', ...jar }, '0')
    const reply = await createMovement(ann, { amount, sourceBalanceId, targetBalanceId })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toMatchObject([{ code, path }])
  })

  it('422 balance.full when the target would hold more than fifteen digits', async () => {
    const ann = await service.createUser()
    const sourceBalanceId = await opensBalanceWith(service, ann, 'GBP', '9999999999999.99')
    const targetBalanceId = await opensBalanceOfKind(
      service,
      ann,
      { currency: 'GBP', ...jar },
      '0.01',
    )
    const most = pounds('9999999999999.99')
    const reply = await createMovement(ann, { amount: most, sourceBalanceId, targetBalanceId })
    expect([reply.status, codesOf(reply)]).toEqual([422, ['balance.full']])
  })

  it('422 movement.same-balance when source and target are one balance', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'GBP', '10')
    const reply = await createMovement(ann, {
      amount: pounds(1),
      sourceBalanceId: id,
      targetBalanceId: id,
    })
    expect([reply.status, codesOf(reply)]).toEqual([422, ['movement.same-balance']])
  })

  it('422 movement.quote-required for an amount between two currencies', async () => {
    const ann = await service.createUser()
    const sourceBalanceId = await opensBalanceWith(service, ann, 'GBP', '10')
    const targetBalanceId = await opensBalanceWith(service, ann, 'EUR', '0')
    const reply = await createMovement(ann, {
      amount: pounds(1),
      sourceBalanceId,
      targetBalanceId,
    })
    expect([reply.status, codesOf(reply)]).toEqual([422, ['movement.quote-required']])
  })

  it('404 balance.not-found for another user’s balance on either side', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const mine = await opensBalanceWith(service, ann, 'GBP', '10')
    const bobs = await opensBalanceWith(service, bob, 'GBP', '10')
    for (const [sourceBalanceId, targetBalanceId, path] of [
      [mine, bobs, 'targetBalanceId'],
      [bobs, mine, 'sourceBalanceId'],
    ]) {
      const reply = await createMovement(ann, {
        amount: pounds(1),
        sourceBalanceId,
        targetBalanceId,
      })
      expect(reply.status).toBe(404)
      expect(reply.body.errors).toMatchObject([{ code: 'balance.not-found', path }])
    }
  })

  it('409 balance.closed for a closed balance', async () => {
    const ann = await service.createUser()
    const standard = await opensBalanceWith(service, ann, 'GBP', '10')
    const saved = await opensBalanceOfKind(service, ann, { currency: 'GBP', ...jar }, '0')
    await ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${saved}`)
    const reply = await createMovement(ann, {
      amount: pounds(1),
      sourceBalanceId: standard,
      targetBalanceId: saved,
    })
    expect(reply.status).toBe(409)
    expect(reply.body.errors).toMatchObject([{ code: 'balance.closed', path: 'targetBalanceId' }])
  })
})
