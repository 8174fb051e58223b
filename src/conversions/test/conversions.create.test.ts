import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorBalances } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { deadlocks, race } from '../../../test/support/race.ts'
import { type Reply, testService } from '../../../test/support/service.ts'
import { eventsAbout, holding, worth } from '../../balances/test/fixtures.ts'
import { balanceOption, move, quote } from './counter.ts'

const jar = { type: 'SAVINGS', name: 'Jar' } as const

describe('conversions.create', () => {
  const service = testService()
  const pounds = (value: number | string) => ({ value, currency: 'GBP' })
  const accountsOf = (ann: Person) => ({
    text: 'select from ledger_accounts where profile_id = $1 order by account for update',
    values: [ann.personal],
  })
  const codes = (reply: Reply) => reply.body.errors.map(({ code }: { code: string }) => code)

  describe('by quote', () => {
    it('201 sells one currency for another, takes the fee, and uses the quote up', async () => {
      const ann = await service.createUser()
      const source = await holding(service, ann, 'GBP', '250')
      const target = await holding(service, ann, 'EUR', '1')
      const asked = await quote(ann, 'GBP', 'EUR')
      const { targetAmount, fee } = balanceOption(asked)
      const reply = await move(ann, { quoteId: asked.id })
      expect(reply.status).toBe(201)
      const euros = (value: number) => ({ value, currency: 'EUR' })
      const after = [pounds(150), euros(Number((1 + targetAmount).toFixed(2)))]
      const flow = {
        sourceAmount: pounds(100),
        targetAmount: euros(targetAmount),
        rate: asked.rate,
      }
      expect(Object.keys(reply.body.steps[0]).slice(-4)).toEqual([
        'sourceAmount',
        'targetAmount',
        'fee',
        'rate',
      ])
      expect(reply.body).toEqual({
        id: expect.any(Number),
        type: 'CONVERSION',
        state: 'COMPLETED',
        balancesAfter: [
          { id: source, ...after[0] },
          { id: target, ...after[1] },
        ],
        creationTime: '2026-01-05T10:00:00.000000Z',
        steps: [
          {
            id: reply.body.id,
            type: 'CONVERSION',
            creationTime: '2026-01-05T10:00:00.000000Z',
            balancesAfter: after,
            channelName: 'CONVERSION',
            channelReferenceId: null,
            tracingReferenceCode: null,
            ...flow,
            fee: pounds(fee.total),
          },
        ],
        ...flow,
        feeAmounts: [pounds(fee.total)],
      })
      expect(await worth(ann, source)).toBe(150)
      const minor = (value: number) => BigInt(Math.round(value * 100))
      expect(await operatorBalances(service.db.reader, ann.personal)).toEqual(
        expect.arrayContaining([
          { account: 'desk', currency: 'EUR', balance: -minor(targetAmount) },
          { account: 'desk', currency: 'GBP', balance: 10000n - minor(fee.total) },
          { account: 'fees', currency: 'GBP', balance: minor(fee.total) },
        ]),
      )
      const used = await ann.call(`GET /v3/profiles/${ann.personal}/quotes/${asked.id}`)
      expect(used.body.status).toBe('FUNDED')
      const [debited] = (await eventsAbout(service, `balance:${source}`)).slice(-1)
      expect(debited?.payload).toMatchObject({
        transaction_type: 'debit',
        amount: 100,
        channel_name: 'CONVERSION',
        transfer_reference: String(reply.body.id),
      })
    })

    it('201 gives the partner its share of the fee', async () => {
      const { applicationId } = await service.createClient({ partnerPrice: '0.005' })
      const ann = await service.createUser({ applicationId })
      await holding(service, ann, 'GBP', '100')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      expect((await move(ann, { quoteId: id })).status).toBe(201)
      expect(await operatorBalances(service.db.reader, ann.personal)).toContainEqual({
        account: `partner:${applicationId}`,
        currency: 'GBP',
        balance: 50n,
      })
    })

    it('201 delivers exactly the target amount that was asked for', async () => {
      const ann = await service.createUser()
      await holding(service, ann, 'GBP', '100')
      const euros = await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR', { targetAmount: 33.33 })
      await move(ann, { quoteId: id })
      expect(await worth(ann, euros)).toBe(33.33)
    })

    it('201 exchanges from a jar to a STANDARD balance and back when both are named', async () => {
      const ann = await service.createUser()
      const saved = await holding(service, ann, 'GBP', '100', jar)
      const euros = await holding(service, ann, 'EUR', '0')
      const there = await quote(ann, 'GBP', 'EUR')
      const pair = { sourceBalanceId: saved, targetBalanceId: euros }
      expect((await move(ann, { quoteId: there.id, ...pair })).status).toBe(201)
      expect(await worth(ann, saved)).toBe(0)
      const back = await quote(ann, 'EUR', 'GBP', { sourceAmount: 50 })
      const reverse = { sourceBalanceId: euros, targetBalanceId: saved }
      expect((await move(ann, { quoteId: back.id, ...reverse })).status).toBe(201)
      expect(await worth(ann, saved)).toBe(balanceOption(back).targetAmount)
    })

    it('201 although the balance was short when the quote was made', async () => {
      const ann = await service.createUser()
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      await holding(service, ann, 'GBP', '100')
      expect((await move(ann, { quoteId: id })).status).toBe(201)
    })

    it('201 with the first answer for the same key, converted once', async () => {
      const ann = await service.createUser()
      const source = await holding(service, ann, 'GBP', '250')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      const key = randomUUID()
      const first = await move(ann, { quoteId: id }, key)
      const again = await move(ann, { quoteId: id }, key)
      expect([again.status, again.body]).toEqual([201, first.body])
      expect(await worth(ann, source)).toBe(150)
    })

    it('409 quote.already-used the second time, and for the loser of two at once', async () => {
      const ann = await service.createUser()
      const source = await holding(service, ann, 'GBP', '250')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      const convert = () => move(ann, { quoteId: id })
      const statuses = (await race(service.db, accountsOf(ann), [convert, convert])).map(statusOf)
      expect(statuses.sort()).toEqual([201, 409])
      const third = await convert()
      expect(third.status).toBe(409)
      expect(codes(third)).toEqual(['quote.already-used'])
      expect(await worth(ann, source)).toBe(150)
    })

    it('409 quote.already-used when the quote itself is what both wait for', async () => {
      const ann = await service.createUser()
      await holding(service, ann, 'GBP', '250')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      const hold = { text: 'select from quotes where id = $1 for update', values: [id] }
      const convert = () => move(ann, { quoteId: id })
      const statuses = (await race(service.db, hold, [convert, convert])).map(statusOf)
      expect(statuses.sort()).toEqual([201, 409])
    })

    it('409 quote.already-used for the loser, though the money was enough for one only', async () => {
      const ann = await service.createUser()
      const source = await holding(service, ann, 'GBP', '100')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      const convert = () => move(ann, { quoteId: id })
      const raced = await race(service.db, accountsOf(ann), [convert, convert])
      expect(raced.map(statusOf).sort()).toEqual([201, 409])
      expect(await worth(ann, source)).toBe(0)
    })

    it('422 error.quote.not.found for an unknown and for a stranger’s quote', async () => {
      const [ann, bob] = [await service.createUser(), await service.createUser()]
      const bobs = await quote(bob, 'GBP', 'EUR')
      for (const quoteId of [randomUUID(), bobs.id]) {
        const reply = await move(ann, { quoteId })
        expect([reply.status, codes(reply)]).toEqual([422, ['error.quote.not.found']])
      }
    })

    it('422 error.quote.expired after thirty minutes', async () => {
      const ann = await service.createUser()
      await holding(service, ann, 'GBP', '100')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      await service.advance({ minutes: 30 })
      const reply = await move(ann, { quoteId: id })
      expect([reply.status, codes(reply)]).toEqual([422, ['error.quote.expired']])
    })

    it('422 error.quote.not-for-balances for a quote that pays out to a bank', async () => {
      const ann = await service.createUser()
      await holding(service, ann, 'GBP', '100')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR', { sourceAmount: 10, payOut: 'BANK_TRANSFER' })
      const reply = await move(ann, { quoteId: id })
      expect([reply.status, codes(reply)]).toEqual([422, ['error.quote.not-for-balances']])
    })

    const crippled: [change: string, code: string, because: string][] = [
      [
        `notices = '[{"type":"BLOCKED","text":"not now","link":null}]'`,
        'error.quote.blocked',
        'a blocked quote must not be used',
      ],
      [`options = '[]'`, 'payment.option-unavailable', 'it has no price when paid from a balance'],
      [
        `options = jsonb_set(options, '{0,targetMinor}', '"0"')`,
        'payment.option-unavailable',
        'nothing would arrive',
      ],
    ]
    it.each(crippled)('422 for a quote with %s: %s, %s', async (change, code) => {
      const ann = await service.createUser()
      await holding(service, ann, 'GBP', '100')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      await service.db.pool.query(`update quotes set ${change} where id = $1`, [id])
      const reply = await move(ann, { quoteId: id })
      expect([reply.status, codes(reply)]).toEqual([422, [code]])
    })

    it('422 movement.balance-missing for each STANDARD balance that is not open', async () => {
      const ann = await service.createUser()
      await holding(service, ann, 'GBP', '100', jar)
      const { id } = await quote(ann, 'GBP', 'EUR')
      const reply = await move(ann, { quoteId: id })
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([
        { code: 'movement.balance-missing', arguments: ['GBP'] },
        { code: 'movement.balance-missing', arguments: ['EUR'] },
      ])
    })

    it('422 balance.currency.mismatch when the balances named are not the quote’s', async () => {
      const ann = await service.createUser()
      const source = await holding(service, ann, 'USD', '100')
      const target = await holding(service, ann, 'GBP', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      const reply = await move(ann, {
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

    it('422 balance.insufficient-funds changes nothing, and the quote can still be used', async () => {
      const ann = await service.createUser()
      const source = await holding(service, ann, 'GBP', '99.99')
      await holding(service, ann, 'EUR', '0')
      const { id } = await quote(ann, 'GBP', 'EUR')
      const reply = await move(ann, { quoteId: id })
      expect([reply.status, codes(reply)]).toEqual([422, ['balance.insufficient-funds']])
      expect(await worth(ann, source)).toBe(99.99)
      const same = await ann.call(`GET /v3/profiles/${ann.personal}/quotes/${id}`)
      expect(same.body.status).toBe('PENDING')
    })
  })

  describe('by amount', () => {
    it('201 moves money into a jar and out again, at no cost', async () => {
      const ann = await service.createUser()
      const standard = await holding(service, ann, 'GBP', '10')
      const saved = await holding(service, ann, 'GBP', '0', jar)
      const into = await move(ann, {
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
      expect((await move(ann, out)).status).toBe(201)
      expect([await worth(ann, standard), await worth(ann, saved)]).toEqual([10, 0])
    })

    it('422 balance.insufficient-funds for the loser of two withdrawals of the last penny', async () => {
      const ann = await service.createUser()
      const standard = await holding(service, ann, 'GBP', '0.01')
      const saved = await holding(service, ann, 'GBP', '0', jar)
      const pair = { sourceBalanceId: standard, targetBalanceId: saved }
      const withdraw = () => move(ann, { amount: pounds(0.01), ...pair })
      const statuses = (await race(service.db, accountsOf(ann), [withdraw, withdraw])).map(statusOf)
      expect(statuses.sort()).toEqual([201, 422])
      expect([await worth(ann, standard), await worth(ann, saved)]).toEqual([0, 0.01])
      const third = await withdraw()
      expect(codes(third)).toEqual(['balance.insufficient-funds'])
    })

    it('lets two moves cross without a deadlock', async () => {
      const ann = await service.createUser()
      const standard = await holding(service, ann, 'GBP', '10')
      const saved = await holding(service, ann, 'GBP', '10', jar)
      const go = (value: number, sourceBalanceId: number, targetBalanceId: number) => () =>
        move(ann, { amount: pounds(value), sourceBalanceId, targetBalanceId })
      for (const account of [standard, saved]) {
        const hold = {
          text: 'select from ledger_accounts where profile_id = $1 and account = $2 for update',
          values: [ann.personal, `available:${account}`],
        }
        const crossing = [go(1, standard, saved), go(3, saved, standard)]
        expect((await race(service.db, hold, crossing)).map(statusOf)).toEqual([201, 201])
        expect(await deadlocks(service.db)).toBe(0)
      }
      expect([await worth(ann, standard), await worth(ann, saved)]).toEqual([14, 6])
    })

    const refused: [body: object, status: number, code: string, path: string, because: string][] = [
      [{}, 400, 'movement.amount-or-quote', 'amount', 'nothing is asked for'],
      [{ amount: pounds(1) }, 400, 'movement.both-balances', 'sourceBalanceId', 'from where?'],
      [{ quoteId: 'soon' }, 400, 'Pattern', 'quoteId', 'a quote id is a UUID'],
      [{ amount: { value: 1 } }, 400, 'NotNull', 'amount.currency', 'one of what?'],
    ]
    it.each(refused)('refuses %o: %i %s at %s, %s', async (body, status, code, path) => {
      const reply = await move(await service.createUser(), body)
      expect(reply.status).toBe(status)
      expect(reply.body.errors[0]).toMatchObject({ code, path })
    })

    const amounts: [amount: object, code: string, path: string, because: string][] = [
      [pounds(0), 'error.greaterThanZero', 'amount.value', 'nothing cannot move'],
      [pounds(-1), 'error.greaterThanZero', 'amount.value', 'money moves one way'],
      [pounds(0.001), 'amount.not-exact', 'amount.value', 'there is no tenth of a penny'],
      [pounds('10000000000000.00'), 'amount.not-exact', 'amount.value', 'sixteen digits'],
      [{ value: 1, currency: 'EUR' }, 'balance.currency.mismatch', 'amount.currency', 'no euros'],
      [{ value: 1, currency: '???' }, 'balance.currency.mismatch', 'amount.currency', 'no such'],
    ]
    it.each(amounts)('422 for %o: %s at %s, %s', async (amount, code, path) => {
      const ann = await service.createUser()
      const sourceBalanceId = await holding(service, ann, 'GBP', '10')
      const targetBalanceId = await holding(service, ann, 'GBP', '0', jar)
      const reply = await move(ann, { amount, sourceBalanceId, targetBalanceId })
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([{ code, path }])
    })

    it('422 balance.full when the target would hold more than fifteen digits', async () => {
      const ann = await service.createUser()
      const sourceBalanceId = await holding(service, ann, 'GBP', '9999999999999.99')
      const targetBalanceId = await holding(service, ann, 'GBP', '0.01', jar)
      const most = pounds('9999999999999.99')
      const reply = await move(ann, { amount: most, sourceBalanceId, targetBalanceId })
      expect([reply.status, codes(reply)]).toEqual([422, ['balance.full']])
    })

    it('422 movement.same-balance for a move to where the money is', async () => {
      const ann = await service.createUser()
      const id = await holding(service, ann, 'GBP', '10')
      const reply = await move(ann, {
        amount: pounds(1),
        sourceBalanceId: id,
        targetBalanceId: id,
      })
      expect([reply.status, codes(reply)]).toEqual([422, ['movement.same-balance']])
    })

    it('422 movement.quote-required between two currencies', async () => {
      const ann = await service.createUser()
      const sourceBalanceId = await holding(service, ann, 'GBP', '10')
      const targetBalanceId = await holding(service, ann, 'EUR', '0')
      const reply = await move(ann, { amount: pounds(1), sourceBalanceId, targetBalanceId })
      expect([reply.status, codes(reply)]).toEqual([422, ['movement.quote-required']])
    })

    it('404 balance.not-found for a stranger’s balance on either side', async () => {
      const [ann, bob] = [await service.createUser(), await service.createUser()]
      const mine = await holding(service, ann, 'GBP', '10')
      const bobs = await holding(service, bob, 'GBP', '10')
      for (const [sourceBalanceId, targetBalanceId, path] of [
        [mine, bobs, 'targetBalanceId'],
        [bobs, mine, 'sourceBalanceId'],
      ]) {
        const reply = await move(ann, { amount: pounds(1), sourceBalanceId, targetBalanceId })
        expect(reply.status).toBe(404)
        expect(reply.body.errors).toMatchObject([{ code: 'balance.not-found', path }])
      }
    })

    it('409 balance.closed for a balance that was closed', async () => {
      const ann = await service.createUser()
      const standard = await holding(service, ann, 'GBP', '10')
      const saved = await holding(service, ann, 'GBP', '0', jar)
      await ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${saved}`)
      const reply = await move(ann, {
        amount: pounds(1),
        sourceBalanceId: standard,
        targetBalanceId: saved,
      })
      expect(reply.status).toBe(409)
      expect(reply.body.errors).toMatchObject([{ code: 'balance.closed', path: 'targetBalanceId' }])
    })
  })

  it('400 idempotency.key.missing without X-idempotence-uuid', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
      body: { quoteId: randomUUID() },
    })
    expect([reply.status, codes(reply)]).toEqual([400, ['idempotency.key.missing']])
  })

  it('404 not.found for a stranger’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await move({ ...ann, personal: bob.personal }, { quoteId: randomUUID() })
    expect([reply.status, codes(reply)]).toEqual([404, ['not.found']])
  })
})

function statusOf(result: PromiseSettledResult<Reply>): number | string {
  return result.status === 'fulfilled' ? result.value.status : String(result.reason)
}
