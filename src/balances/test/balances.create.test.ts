import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { eventsAbout, openBalance } from './fixtures.ts'

describe('balances.create', () => {
  const service = testService()

  it('201 opens an empty STANDARD balance and records an ACTIVE event', async () => {
    const ann = await service.createUser()
    const reply = await openBalance(ann, 'GBP')
    expect(reply.status).toBe(201)
    const zero = { value: 0, currency: 'GBP' }
    expect(Object.entries(reply.body)).toEqual([
      ['id', expect.any(Number)],
      ['currency', 'GBP'],
      ['amount', zero],
      ['reservedAmount', zero],
      ['cashAmount', zero],
      ['totalWorth', zero],
      ['type', 'STANDARD'],
      ['name', null],
      ['icon', null],
      ['investmentState', 'NOT_INVESTED'],
      ['creationTime', '2026-01-05T10:00:00.000000Z'],
      ['modificationTime', '2026-01-05T10:00:00.000000Z'],
      ['visible', true],
      ['primary', true],
      ['groupId', null],
      ['recipientId', expect.any(Number)],
    ])
    expect(await eventsAbout(service, `balance-state:${reply.body.id}`)).toEqual([
      {
        name: 'balances#account-state-change',
        number: 1,
        payload: {
          resource: {
            type: 'balance-account',
            id: reply.body.id,
            profile_id: ann.personal,
            state: 'ACTIVE',
          },
          occurred_at: '2026-01-05T10:00:00Z',
        },
      },
    ])
  })

  it('201 opens several SAVINGS balances of one currency, each with its name', async () => {
    const ann = await service.createUser()
    const holidays = await openBalance(ann, 'EUR', { type: 'SAVINGS', name: 'Holidays' })
    const rainyDays = await openBalance(ann, 'EUR', { type: 'SAVINGS', name: 'Rainy days' })
    expect([holidays.status, rainyDays.status]).toEqual([201, 201])
    expect(holidays.body).toMatchObject({ name: 'Holidays', primary: false })
    expect(rainyDays.body).toMatchObject({ name: 'Rainy days', primary: false })
  })

  it('201 keeps the name that is sent for a STANDARD balance', async () => {
    const reply = await openBalance(await service.createUser(), 'EUR', { name: 'Wages' })
    expect([reply.status, reply.body]).toMatchObject([201, { type: 'STANDARD', name: 'Wages' }])
  })

  it.each([['🎉'], [{ type: 'EMOJI', value: '🎉' }], [{ value: '🎉' }]])(
    '201 accepts the icon %j and returns it as text',
    async (icon) => {
      const reply = await openBalance(await service.createUser(), 'EUR', {
        type: 'SAVINGS',
        name: 'Party',
        icon,
      })
      expect([reply.status, reply.body.icon]).toEqual([201, '🎉'])
    },
  )

  it.each([
    [7, 'icon'],
    [{ type: 'EMOJI' }, 'icon.value'],
    [{ value: 7 }, 'icon.value'],
    [{ type: 'URL', value: '🎉' }, 'icon.type'],
  ])('400 for the icon %j with the path %s', async (icon, path) => {
    const reply = await openBalance(await service.createUser(), 'EUR', {
      type: 'SAVINGS',
      name: 'Party',
      icon,
    })
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ path }]])
  })

  it('201 returns the same balance for a repeated idempotency key', async () => {
    const ann = await service.createUser()
    const request = {
      body: { currency: 'USD', type: 'STANDARD' },
      headers: { 'x-idempotence-uuid': randomUUID() },
    }
    const route = `POST /v4/profiles/${ann.personal}/balances`
    const first = await ann.call(route, request)
    const repeated = await ann.call(route, request)
    expect(repeated.status).toBe(201)
    expect(repeated.body).toEqual(first.body)
  })

  it('400 idempotency.key.missing without X-idempotence-uuid', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST /v4/profiles/${ann.personal}/balances`, {
      body: { currency: 'GBP', type: 'STANDARD' },
    })
    expect(outcome(reply)).toBe('400 idempotency.key.missing')
  })

  it('400 reports an unknown type and a missing currency together', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST /v4/profiles/${ann.personal}/balances`, {
      body: { type: 'HOLIDAY' },
      headers: { 'x-idempotence-uuid': randomUUID() },
    })
    expect(reply.status).toBe(400)
    const paths = reply.body.errors.map(({ path }: { path: string }) => path)
    expect(paths.sort()).toEqual(['currency', 'type'])
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await openBalance({ ...ann, personal: bob.personal }, 'GBP')
    expect(outcome(reply)).toBe('404 not.found')
  })

  it('409 balance.exists for a second STANDARD balance of one currency', async () => {
    const ann = await service.createUser()
    await openBalance(ann, 'GBP')
    const reply = await openBalance(ann, 'GBP')
    expect(reply.status).toBe(409)
    expect(reply.body.errors[0]).toMatchObject({ code: 'balance.exists', path: 'currency' })
  })

  it('201 and 409 balance.exists for two concurrent requests for a STANDARD balance of one currency', async () => {
    const ann = await service.createUser()
    const lock = { text: 'lock table balances in share mode', values: [] }
    const open = () => openBalance(ann, 'GBP')
    const replies = await raceResults(service.db, lock, [open, open])
    expect(replies.map(outcome).sort()).toEqual(['201', '409 balance.exists'])
  })

  const refused: [string, object, string, string, because: string][] = [
    [
      'USDT',
      {},
      'balance.currency.not-supported',
      'currency',
      'USDT is not a currency of the service',
    ],
    ['gbp', {}, 'balance.currency.not-supported', 'currency', 'currency codes are upper case'],
    [
      'GBP',
      { type: 'SAVINGS' },
      'balance.name.required',
      'name',
      'several SAVINGS balances may exist, so each has a name',
    ],
    [
      'GBP',
      { type: 'SAVINGS', name: '  ' },
      'balance.name.required',
      'name',
      'a blank name counts as missing',
    ],
  ]
  it.each(refused)(
    '422 for currency %s with %j: %s at %s, because %s',
    async (currency, kind, code, path) => {
      const reply = await openBalance(await service.createUser(), currency, kind)
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([{ code, path }])
    },
  )

  it('422 reports an unsupported currency and a missing name together', async () => {
    const reply = await openBalance(await service.createUser(), 'XXX', { type: 'SAVINGS' })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toMatchObject([
      { code: 'balance.currency.not-supported', path: 'currency' },
      { code: 'balance.name.required', path: 'name' },
    ])
  })
})
