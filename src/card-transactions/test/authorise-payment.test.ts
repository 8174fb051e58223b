// Concurrent authorisations are batched: each kind of statement is sent once for all of them. Authorisations around midnight
// count in the periods in the order in which they are written.

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import { random } from '../../app/http/context.ts'
import type { Id } from '../../kernel/ids.ts'
import { authorisePayment } from '../authorise-payment.ts'
import { numbersOf } from '../references.ts'
import {
  type ApprovedPayment,
  createsTerminal,
  listTransactions,
  moneyOf,
  reverse,
  type Terminal,
  usageMinorOf,
} from './terminal.ts'

describe('authorisePayment', () => {
  const service = testService()
  let ann: Person
  let terminal: Terminal
  beforeEach(async () => {
    ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    terminal = await createsTerminal(service, ann)
  })
  afterEach(() => void vi.restoreAllMocks())

  const authorise = async (by: Terminal, value: string, now = service.now()) => {
    const { transaction } = await service.db.oneStatement((tx) =>
      authorisePayment(tx, {
        profileId: by.ann.personal,
        cardToken: by.token,
        pan: by.pan,
        amount: { value, currency: 'GBP' },
        terminal: { pos: 'CHIP_AND_PIN', isCashWithdrawal: false, codes: {}, country: 'GB' },
        merchant: { id: null, name: 'Corner Shop', city: null, country: 'GB', category: '5411' },
        now,
        random,
      }),
    )
    return transaction
  }

  /** The statements of the service that are sent while `work` runs. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await work()
    return (query.mock.calls as unknown as { text?: string }[][]).flatMap(
      ([sent]) => sent?.text ?? [],
    )
  }
  const readNumbers = async () => {
    const { rows } = await service.db.pool.query(
      'select number, amount::int from card_transactions where profile_id = $1 order by number',
      [ann.personal],
    )
    return rows
  }

  const nextMidnight = () => {
    const day = service.now().toZonedDateTimeISO('UTC').toPlainDate()
    return day.add({ days: 1 }).toZonedDateTime('UTC').toInstant()
  }

  it('writes concurrent authorisations of one card together, and numbers them without gaps', async () => {
    await authorise(terminal, '1')
    const sent = await statementsOf(() =>
      Promise.all(['2', '3', '4'].map((value) => authorise(terminal, value))),
    )
    expect(sent.filter((text) => text.includes('insert into card_transactions'))).toHaveLength(1)
    expect((await readNumbers()).map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(await usageMinorOf(service, terminal)).toBe(1000)
    expect(await moneyOf(service, ann, 'GBP')).toMatchObject({ amount: 90, reserved: 10 })
    expect((await listTransactions(terminal)).body.totalCount).toBe(4)
  })

  it('writes concurrent authorisations of a card together also when they are its first', async () => {
    const sent = await statementsOf(() =>
      Promise.all(['2', '3'].map((value) => authorise(terminal, value))),
    )
    expect(sent.filter((text) => text.includes('insert into card_transactions'))).toHaveLength(1)
    expect((await readNumbers()).map(({ number }) => number)).toEqual([1, 2])
    expect(await usageMinorOf(service, terminal)).toBe(500)
  })

  it('sends three statements for concurrent authorisations of three cards: the cards, the funds with the ids, and the write', async () => {
    const terminals = [
      terminal,
      await createsTerminal(service, ann),
      await createsTerminal(service, ann),
    ]
    await authorise(terminal, '1')
    const sent = await statementsOf(() =>
      Promise.all(terminals.map((each) => authorise(each, '2'))),
    )
    const kinds = ['from cards c', 'card_transactions_id_seq', 'insert into card_transactions']
    expect(sent.map((text) => kinds.find((kind) => text.includes(kind)))).toEqual(kinds)
  })

  it('D66: a request of the previous day that is written after one of the next day counts in the next day, and reversals reduce the periods in which the payments count', async () => {
    const readAmounts = async () => {
      const { rows } = await service.db.pool.query<Record<string, number>>(
        `select day_amount::int, month_amount::int, lifetime_amount::int from card_usage
          where profile_id = $1`,
        [ann.personal],
      )
      return rows.flatMap((row) => Object.values(row))
    }
    const midnight = nextMidnight()
    const paymentOf = (id: Id<'card-transaction'>): ApprovedPayment => {
      const { stan, retrievalReferenceNum } = numbersOf(id)
      return { id, ref: { transaction: { stan, retrievalReferenceNum } }, currency: 'GBP' }
    }
    const first = await authorise(terminal, '1', midnight.subtract({ milliseconds: 2 }))
    expect(await readAmounts()).toEqual([100, 100, 100])
    await authorise(terminal, '2', midnight.add({ milliseconds: 1 }))
    expect(await readAmounts()).toEqual([200, 300, 300])
    const last = await authorise(terminal, '3', midnight.subtract({ milliseconds: 1 }))
    expect(await readAmounts()).toEqual([500, 600, 600])
    await service.advance({ hours: 24 })
    await ok(reverse(terminal, paymentOf(first.id), 0))
    expect(await readAmounts()).toEqual([500, 500, 500])
    await ok(reverse(terminal, paymentOf(last.id), 0))
    expect(await readAmounts()).toEqual([200, 200, 200])
  })

  it('D66: the daily limit holds for a request of the previous day that is decided after midnight', async () => {
    await service.db.pool.query('update cards set daily_limit = 500 where token = $1', [
      terminal.token,
    ])
    const midnight = nextMidnight()
    await authorise(terminal, '4', midnight)
    const late = await authorise(terminal, '2', midnight.subtract({ milliseconds: 1 }))
    expect(late.declineReason).toBe('PAYMENT_METHOD_DAILY_LIMIT_EXCEEDED')
  })

  it('D66: approves concurrent authorisations that together exceed a limit of the card only up to the limit', async () => {
    await service.db.pool.query('update cards set daily_limit = 1200 where token = $1', [
      terminal.token,
    ])
    const transactions = await Promise.all(
      ['5', '5', '5'].map((value) => authorise(terminal, value)),
    )
    expect(transactions.map(({ declineReason }) => declineReason).sort()).toEqual([
      'PAYMENT_METHOD_DAILY_LIMIT_EXCEEDED',
      null,
      null,
    ])
    expect(await usageMinorOf(service, terminal)).toBe(1000)
    expect((await readNumbers()).map(({ number }) => number)).toEqual([1, 2, 3])
  })
})
