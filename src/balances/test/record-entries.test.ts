import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { type Statement, sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { balanceMove, post, transferFunded, transferPaidIn } from '../../ledger/index.ts'
import { recordEntries } from '../index.ts'
import { amountOf, eventsAbout, opensBalanceOfKind, opensBalanceWith } from './fixtures.ts'

type Entry = {
  balanceId: number
  sequence: number
  delta: bigint
  balance: bigint
  reference: string
}
const listEntriesSql: Statement<Entry> = sql(`
  select balance_id, sequence, delta, balance, reference from balance_entries
   where profile_id = $1 order by balance_id, sequence`)

describe('recordEntries', () => {
  const service = testService()

  it('writes a balance entry and the events of each balance that a journal changed', async () => {
    const ann = await service.createUser()
    const profileId = ann.personal
    const from = await opensBalanceWith(service, ann, 'GBP', '10')
    const to = await opensBalanceOfKind(
      service,
      ann,
      { currency: 'GBP', type: 'SAVINGS', name: 'Jar' },
      '0',
    )
    await service.db.oneStatement((tx) =>
      tx.write(
        post(profileId, balanceMove(71, from, to, money(250n, 'GBP')), service.now()),
        recordEntries({
          profileId,
          reference: 'movement:71',
          channel: 'BALANCE',
          now: service.now(),
          currencies: ['GBP'],
        }),
      ),
    )
    const reference = 'movement:71'
    expect((await service.db.reader.rows(listEntriesSql, [profileId])).slice(1)).toEqual([
      { balanceId: from, sequence: 2, delta: -250n, balance: 750n, reference },
      { balanceId: to, sequence: 1, delta: 250n, balance: 250n, reference },
    ])
    const common = { currency: 'GBP', occurred_at: '2026-01-05T10:00:00Z' }
    const resource = (id: number) => ({ id, profile_id: profileId, type: 'balance-account' })
    const update = { ...common, channel_name: 'BALANCE', step_id: expect.any(Number), amount: 2.5 }
    expect((await eventsAbout(service, `balance:${from}`)).slice(2)).toEqual([
      {
        name: 'balances#update',
        number: 2,
        payload: {
          ...update,
          resource: resource(from),
          balance_id: from,
          transaction_type: 'debit',
          transfer_reference: '71',
          post_transaction_balance_amount: 7.5,
        },
      },
    ])
    expect(await eventsAbout(service, `balance:${to}`)).toEqual([
      {
        name: 'balances#credit',
        number: 1,
        payload: {
          ...common,
          resource: resource(to),
          transaction_type: 'credit',
          amount: 2.5,
          post_transaction_balance_amount: 2.5,
        },
      },
      {
        name: 'balances#update',
        number: 1,
        payload: {
          ...update,
          resource: resource(to),
          balance_id: to,
          transaction_type: 'credit',
          transfer_reference: 'BNK-71',
          post_transaction_balance_amount: 2.5,
        },
      },
    ])
  })

  const scales: [currency: string, amount: string, wire: number, because: string][] = [
    ['JPY', '7', 7, 'yen have no decimals'],
    ['GBP', '9999999999999.99', 9999999999999.99, 'fifteen digits are kept'],
  ]
  it.each(scales)(
    'puts %s %s into events and replies as exactly %s, because %s',
    async (currency, amount, wire) => {
      const ann = await service.createUser()
      const id = await opensBalanceWith(service, ann, currency, amount)
      const events = await eventsAbout(service, `balance:${id}`)
      expect(events.map(({ name, payload }) => [name, payload['amount']])).toEqual([
        ['balances#credit', wire],
        ['balances#update', wire],
      ])
      expect(await amountOf(ann, id)).toBe(wire)
    },
  )

  it('writes no entry for a journal that changes no balance', async () => {
    const ann = await service.createUser()
    const transferId = 88 as Id<'transfer'>
    await service.db.oneStatement((tx) =>
      tx.write(
        post(ann.personal, transferPaidIn(transferId, money(100n, 'GBP')), service.now()),
        recordEntries({
          profileId: ann.personal,
          reference: 'transfer:88',
          channel: 'TRANSFER',
          now: service.now(),
          currencies: ['GBP'],
        }),
      ),
    )
    expect(await service.db.reader.rows(listEntriesSql, [ann.personal])).toEqual([])
  })

  it('fails the whole write when a currency of the journal is not listed', async () => {
    const ann = await service.createUser()
    const id = await opensBalanceWith(service, ann, 'EUR', '10')
    const funded = transferFunded(9 as Id<'transfer'>, id, money(100n, 'EUR'))
    const about = { profileId: ann.personal, reference: 'transfer:9', channel: 'TRANSFER' }
    const write = service.db.oneStatement((tx) =>
      tx.write(
        post(ann.personal, funded, service.now()),
        recordEntries({ ...about, now: service.now(), currencies: ['GBP'] }),
      ),
    )
    await expect(write).rejects.toThrow('recordEntries lacks the currency EUR')
    expect(await amountOf(ann, id)).toBe(10)
  })
})
