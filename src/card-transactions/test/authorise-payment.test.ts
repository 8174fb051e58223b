// What concurrent authorisations cost: each kind of statement is sent once for all of them.

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'
import { random } from '../../app/http/context.ts'
import { authorisePayment } from '../authorise-payment.ts'
import { holdsCard, listTransactions, moneyOf, type Terminal, usageOf } from './terminal.ts'

describe('concurrent authorisations', () => {
  const service = testService()
  let ann: Person
  let card: Terminal
  beforeEach(async () => {
    ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    card = await holdsCard(service, ann)
  })
  afterEach(() => void vi.restoreAllMocks())

  const authorise = async ({ ann, token, pan }: Terminal, value: string) => {
    const { transaction } = await service.db.singleStatement((tx) =>
      authorisePayment(tx, {
        profileId: ann.personal,
        cardToken: token,
        pan,
        amount: { value, currency: 'GBP' },
        terminal: { pos: 'CHIP_AND_PIN', isCashWithdrawal: false, codes: {}, country: 'GB' },
        merchant: { id: null, name: 'Corner Shop', city: null, country: 'GB', category: '5411' },
        now: service.now(),
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
  const numbers = async () => {
    const { rows } = await service.db.pool.query(
      'select number, amount::int from card_transactions where profile_id = $1 order by number',
      [ann.personal],
    )
    return rows
  }

  it('of one card are one write, counted together and numbered one by one', async () => {
    await authorise(card, '1')
    const sent = await statementsOf(() =>
      Promise.all(['2', '3', '4'].map((value) => authorise(card, value))),
    )
    expect(sent.filter((text) => text.includes('insert into card_transactions'))).toHaveLength(1)
    expect((await numbers()).map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(await usageOf(service, card)).toBe(1000)
    expect(await moneyOf(service, ann, 'GBP')).toMatchObject({ amount: 90, reserved: 10 })
    expect((await listTransactions(card)).body.totalCount).toBe(4)
  })

  it('the first ones of a card are one write as well', async () => {
    const sent = await statementsOf(() =>
      Promise.all(['2', '3'].map((value) => authorise(card, value))),
    )
    expect(sent.filter((text) => text.includes('insert into card_transactions'))).toHaveLength(1)
    expect((await numbers()).map(({ number }) => number)).toEqual([1, 2])
    expect(await usageOf(service, card)).toBe(500)
  })

  it('send five statements: the card, the balances, the debts, the ids, and the write', async () => {
    const cards = [card, await holdsCard(service, ann), await holdsCard(service, ann)]
    await authorise(card, '1')
    const sent = await statementsOf(() => Promise.all(cards.map((each) => authorise(each, '2'))))
    expect(sent).toHaveLength(5)
  })

  it('D66: that together exceed a limit are decided one by one', async () => {
    await service.db.pool.query('update cards set daily_limit = 1200 where token = $1', [
      card.token,
    ])
    const made = await Promise.all(['5', '5', '5'].map((value) => authorise(card, value)))
    expect(made.map(({ declineReason }) => declineReason).sort()).toEqual([
      'PAYMENT_METHOD_DAILY_LIMIT_EXCEEDED',
      null,
      null,
    ])
    expect(await usageOf(service, card)).toBe(1000)
    expect((await numbers()).map(({ number }) => number)).toEqual([1, 2, 3])
  })
})
