import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'
import { getStatement, makesTransactions } from './transactions.ts'

describe('the interval of a statement', () => {
  const service = testService()
  const faultsOf = (reply: {
    status: number
    body: { errors: { code: string; path: string }[] }
  }) => reply.body.errors.map(({ code, path }) => [reply.status, code, path].join(' '))

  /** The time of the first transfer of `makesTransactions`, the entry after the top-up. The newest transaction comes first. */
  const timeOfTransfer = async (ann: Person, pounds: number): Promise<string> =>
    (await getStatement(ann, pounds)).body.transactions.at(-2).date

  it('D106: the opening balance equals the closing balance of the previous interval', async () => {
    const ann = await service.createUser()
    const { pounds } = await makesTransactions(service, ann)
    const from = await timeOfTransfer(ann, pounds)
    const justBefore = Temporal.Instant.from(from).subtract({ microseconds: 1 }).toString()
    const before = (await getStatement(ann, pounds, { intervalEnd: justBefore })).body
    const after = (await getStatement(ann, pounds, { intervalStart: from })).body
    expect(before.startOfStatementBalance).toEqual({ value: 0, currency: 'GBP' })
    expect(before.endOfStatementBalance).toEqual({ value: 1000, currency: 'GBP' })
    expect(after.startOfStatementBalance).toEqual({ value: 1000, currency: 'GBP' })
    expect([before.transactions.length, after.transactions.length]).toEqual([1, 5])
  })

  it('D106: entries whose times are out of order appear exactly once in adjacent statements', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 5)
    await service.db.pool.query(
      `insert into balance_entries
         (profile_id, balance_id, sequence, delta, balance, reference, channel, occurred_at)
       values ($1, $2, 2, 100, 600, 'x:2', 'CARD', '2026-01-07T00:00:00.004Z'),
              ($1, $2, 3, 200, 800, 'x:3', 'CARD', '2026-01-07T00:00:00.001Z'),
              ($1, $2, 4, 400, 1200, 'x:4', 'CARD', '2026-01-07T00:00:00.003Z')`,
      [ann.personal, pounds],
    )
    const valuesIn = async (intervalStart: string, intervalEnd: string) => {
      const { body } = await getStatement(ann, pounds, { intervalStart, intervalEnd })
      return [
        body.startOfStatementBalance.value,
        ...body.transactions
          .map(({ amount }: { amount: { value: number } }) => amount.value)
          .reverse(),
        body.endOfStatementBalance.value,
      ]
    }
    const earlier = await valuesIn('2026-01-01', '2026-01-07T00:00:00.002Z')
    const later = await valuesIn('2026-01-07T00:00:00.002001Z', '2026-01-08')
    // The ledger has no changes for these entries, so the audit after this file would report them. A trigger refuses a deletion.
    await service.db.pool.query(
      `alter table balance_entries disable trigger user;
       delete from balance_entries where reference like 'x:%';
       alter table balance_entries enable trigger user`,
    )
    expect([earlier, later]).toEqual([
      [0, 5, 1, 2, 8],
      [8, 4, 12],
    ])
  })

  it('200 returns no transaction and a balance of zero for an interval before the first transaction', async () => {
    const ann = await service.createUser()
    const { pounds } = await makesTransactions(service, ann)
    const before = { intervalStart: '2025-01-01', intervalEnd: '2026-01-01' }
    const { body } = await getStatement(ann, pounds, before)
    expect(body.transactions).toEqual([])
    expect(body.endOfStatementBalance.value).toBe(0)
  })

  it('200 includes the whole day when intervalEnd is a date, also when intervalStart is a time on that day', async () => {
    const ann = await service.createUser()
    const { pounds } = await makesTransactions(service, ann)
    const [latest] = (await getStatement(ann, pounds)).body.transactions
    const day = latest.date.slice(0, 10)
    const { body } = await getStatement(ann, pounds, { intervalEnd: day })
    expect(body.query.intervalEnd).toBe(`${day}T23:59:59.999Z`)
    expect(body.transactions[0]).toEqual(latest)
    const onOneDay = { intervalStart: `${day}T00:00:01Z`, intervalEnd: day }
    expect((await getStatement(ann, pounds, onOneDay)).body.transactions[0]).toEqual(latest)
  })

  it('200 includes an entry at intervalEnd, and returns the balance between two entries', async () => {
    const ann = await service.createUser()
    const { pounds } = await makesTransactions(service, ann)
    const paid = await timeOfTransfer(ann, pounds)
    const { body } = await getStatement(ann, pounds, { intervalEnd: paid })
    expect([body.transactions.length, body.endOfStatementBalance.value]).toEqual([2, 900])
    const later = (minutes: number) => Temporal.Instant.from(paid).add({ minutes }).toString()
    const withoutEntries = { intervalStart: later(10), intervalEnd: later(20) }
    const { transactions, endOfStatementBalance } = (
      await getStatement(ann, pounds, withoutEntries)
    ).body
    expect([transactions, endOfStatementBalance.value]).toEqual([[], 900])
  })

  it('400 statement.interval.malformed for a malformed time, 422 statement.interval.invalid for an interval that ends before it starts or is too long', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 5)
    const from = '2026-01-01T00:00:00Z'
    for (const [intervalStart, intervalEnd, expected] of [
      [
        'soon',
        'later',
        [
          '400 statement.interval.malformed intervalStart',
          '400 statement.interval.malformed intervalEnd',
        ],
      ],
      // Years outside the range that the service accepts.
      ['+275760-09-12T00:00:00Z', from, ['400 statement.interval.malformed intervalStart']],
      [from, '0000-01-01T00:00:00Z', ['400 statement.interval.malformed intervalEnd']],
      [from, '2025-12-31T23:59:59Z', ['422 statement.interval.invalid intervalEnd']],
      // 470 days later.
      [from, '2027-04-16', ['422 statement.interval.invalid intervalEnd']],
    ] as const)
      expect(faultsOf(await getStatement(ann, pounds, { intervalStart, intervalEnd }))).toEqual(
        expected,
      )
    const of469Days = { intervalStart: from, intervalEnd: '2027-04-15' }
    expect((await getStatement(ann, pounds, of469Days)).status).toBe(200)
  })
})
