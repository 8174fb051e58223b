// A company pays its people: one group, one payment, and every transfer goes its own way from there.

import { describe, expect, it } from 'vitest'
import { answers, completes, fundAll, initiate, links, readsGroup } from '../support/batching.ts'
import { houseBalances } from '../support/ledger.ts'
import { holds, ok, reads, step } from '../support/sending.ts'
import { house } from '../support/service.ts'
import { heldOn, listens, moneyOf, movesAt, newsAt } from './telling.ts'

describe('payday', () => {
  const h = house()

  it('salaries go out together; one comes back, and only that one', async () => {
    const ann = await h.user()
    const pounds = await holds(ann, 'GBP', 500)
    const url = 'https://payday.example.com/hook'
    await listens(ann, 'transfers#state-change', url)
    const { id, transfers } = await completes(ann, { members: 3 })
    await ok(fundAll(ann, id))
    const [first = 0, second = 0, third = 0] = transfers
    for (const transfer of [first, second]) {
      await ok(step(ann, transfer, 'funds_converted'))
      await ok(step(ann, transfer, 'outgoing_payment_sent'))
    }
    await ok(step(ann, second, 'bounced_back'))
    await ok(step(ann, second, 'funds_refunded'))
    await h.settle()

    const paid = ['null -> incoming_payment_waiting', 'incoming_payment_waiting -> processing']
    const sent = ['processing -> funds_converted', 'funds_converted -> outgoing_payment_sent']
    const back = ['outgoing_payment_sent -> bounced_back', 'bounced_back -> funds_refunded']
    expect(movesAt(h, url, first)).toEqual([...paid, ...sent])
    expect(movesAt(h, url, second)).toEqual([...paid, ...sent, ...back])
    expect(movesAt(h, url, third)).toEqual(paid)
    expect(await heldOn(ann, pounds)).toBe(300)
    expect(await moneyOf(h, ann.personal, second)).toEqual({})
    expect(await moneyOf(h, ann.personal, third)).toEqual({
      [`available:${pounds} GBP`]: -100_00n,
      'in flight GBP': 100_00n,
    })
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })

  it('what is bought for it earns the application its price', async () => {
    const partner = await h.client({ partnerPrice: '0.01' })
    const ann = await h.user({ applicationId: partner.applicationId })
    await holds(ann, 'EUR', 1000)
    const { id } = await completes(ann, { members: 1 })
    await ok(fundAll(ann, id))
    const { rows } = await h.db.pool.query(
      `select source_amount::float as source, fee::float as fee from balance_movements
        where profile_id = $1 and type = 'CONVERSION'`,
      [ann.personal],
    )
    const all = await houseBalances(h.db.reader, ann.personal)
    const earned = all.find(({ account }) => account === `partner:${partner.applicationId}`)
    expect(Number(earned?.balance)).toBe(Math.round(rows[0].source * 0.01))
    expect(rows[0].fee).toBeGreaterThan(Number(earned?.balance))
  })

  it('the application follows a direct debit by its events', async () => {
    const partner = await h.client()
    const ann = await h.user({ applicationId: partner.applicationId })
    const url = 'https://debits.example.com/hook'
    await ok(
      partner.call(`POST /v3/applications/${partner.clientKey}/subscriptions`, {
        body: {
          name: 'debits',
          trigger_on: 'batch-payment-initiations#state-change',
          delivery: { version: '2.0.0', url },
        },
      }),
    )
    const { id, transfers } = await completes(ann, { source: 'CAD' })
    const initiation = await ok(initiate(ann, id, await links(ann)))
    for (const state of ['PROCESSING', 'COMPLETED']) await ok(answers(ann, initiation.id, state))
    expect((await reads(ann, transfers[0] ?? 0)).status).toBe('processing')
    await ok(answers(ann, initiation.id, 'CHARGED_BACK'))
    await h.settle()
    const news = newsAt(h, url)
    expect(news.map(({ previousStatus, newStatus }) => [previousStatus, newStatus])).toEqual([
      ['NEW', 'PROCESSING'],
      ['PROCESSING', 'COMPLETED'],
      ['COMPLETED', 'CHARGED_BACK'],
    ])
    expect(news[0].resource).toEqual({
      id: initiation.id,
      batchGroupId: id,
      profileId: ann.personal,
    })
    expect((await reads(ann, transfers[0] ?? 0)).status).toBe('cancelled')
  })
})
