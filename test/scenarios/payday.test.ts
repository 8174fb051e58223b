// A company pays salaries: one batch group, one payment, and independent transfers afterwards.

import { describe, expect, it } from 'vitest'
import { availableOn } from '../support/balances.ts'
import {
  createsCompletedGroup,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
  simulateDebit,
} from '../support/batch-groups.ts'
import { houseAccountBalances } from '../support/ledger.ts'
import { testService } from '../support/service.ts'
import { ok, readsTransfer, simulate, topsUp } from '../support/transfers.ts'
import { messagesAt, moneyOf, movesAt, subscribes } from './observations.ts'

describe('a batch group', () => {
  const service = testService()

  it('pays its members together; when one is returned, only that one is refunded', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 500)
    const url = 'https://payday.example.com/hook'
    await subscribes(ann, 'transfers#state-change', url)
    const { id, transfers } = await createsCompletedGroup(ann, { members: 3 })
    await ok(fundGroup(ann, id))
    const [first = 0, second = 0, third = 0] = transfers
    for (const transfer of [first, second]) {
      await ok(simulate(ann, transfer, 'funds_converted'))
      await ok(simulate(ann, transfer, 'outgoing_payment_sent'))
    }
    await ok(simulate(ann, second, 'bounced_back'))
    await ok(simulate(ann, second, 'funds_refunded'))
    await service.settle()

    const paid = ['null -> incoming_payment_waiting', 'incoming_payment_waiting -> processing']
    const sent = ['processing -> funds_converted', 'funds_converted -> outgoing_payment_sent']
    const back = ['outgoing_payment_sent -> bounced_back', 'bounced_back -> funds_refunded']
    expect(movesAt(service, url, first)).toEqual([...paid, ...sent])
    expect(movesAt(service, url, second)).toEqual([...paid, ...sent, ...back])
    expect(movesAt(service, url, third)).toEqual(paid)
    expect(await availableOn(ann, pounds)).toBe(300)
    expect(await moneyOf(service, ann.personal, second)).toEqual({})
    expect(await moneyOf(service, ann.personal, third)).toEqual({
      [`available:${pounds} GBP`]: -100_00n,
      'in flight GBP': 100_00n,
    })
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })

  it('pays the application its fee when the payment of the group needs money converted from another balance', async () => {
    const partner = await service.createClient({ partnerPrice: '0.01' })
    const ann = await service.createUser({ applicationId: partner.applicationId })
    await topsUp(ann, 'EUR', 1000)
    const { id } = await createsCompletedGroup(ann, { members: 1 })
    await ok(fundGroup(ann, id))
    const { rows } = await service.db.pool.query(
      `select source_amount::float as source, fee::float as fee from balance_movements
        where profile_id = $1 and type = 'CONVERSION'`,
      [ann.personal],
    )
    const all = await houseAccountBalances(service.db.reader, ann.personal)
    const earned = all.find(({ account }) => account === `partner:${partner.applicationId}`)
    expect(Number(earned?.balance)).toBe(Math.round(rows[0].source * 0.01))
    expect(rows[0].fee).toBeGreaterThan(Number(earned?.balance))
  })

  it('sends the application the events of its direct debit in order', async () => {
    const partner = await service.createClient()
    const ann = await service.createUser({ applicationId: partner.applicationId })
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
    const { id, transfers } = await createsCompletedGroup(ann, { source: 'CAD' })
    const initiation = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    for (const state of ['PROCESSING', 'COMPLETED'])
      await ok(simulateDebit(ann, initiation.id, state))
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('processing')
    await ok(simulateDebit(ann, initiation.id, 'CHARGED_BACK'))
    await service.settle()
    const messages = messagesAt(service, url)
    expect(messages.map(({ previousStatus, newStatus }) => [previousStatus, newStatus])).toEqual([
      ['NEW', 'PROCESSING'],
      ['PROCESSING', 'COMPLETED'],
      ['COMPLETED', 'CHARGED_BACK'],
    ])
    expect(messages[0].resource).toEqual({
      id: initiation.id,
      batchGroupId: id,
      profileId: ann.personal,
    })
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('cancelled')
  })
})
