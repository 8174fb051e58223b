import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { getsDetails, importPayment } from '../../account-details/test/fixtures.ts'
import {
  authorises,
  clear,
  createsTerminal,
  refund,
  reverse,
  sendAuthorisation,
} from '../../card-transactions/test/terminal.ts'

type ListedActivity = { id: string; type: string; status: string; primaryAmount: string }

describe('activities.list', () => {
  const service = testService()
  const list = (ann: Person, query: Record<string, string> = {}) =>
    ann.call(`GET /v1/profiles/${ann.personal}/activities`, { query })

  /** Tops up a balance, then creates a transfer for each of four outcomes. */
  const createsActivities = async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    const created: number[] = []
    for (const outcome of ['sent', 'paid', 'cancelled', 'waiting']) {
      await service.advance({ minutes: 1 })
      const { id } = await createsTransfer(ann)
      created.push(id)
      if (outcome === 'sent' || outcome === 'paid') await ok(fundTransfer(ann, id))
      if (outcome === 'cancelled') await ann.call(`PUT /v1/transfers/${id}/cancel`)
      await service.advance({ minutes: 1 })
      if (outcome === 'sent')
        for (const name of ['funds_converted', 'outgoing_payment_sent'])
          await simulate(ann, id, name)
    }
    return { ann, created }
  }

  it('D85: 200 shows a payment to account details as BALANCE_DEPOSIT', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    await ok(importPayment(ann, 'EUR', 12.5))
    expect((await list(ann)).body.activities).toMatchObject([
      { type: 'BALANCE_DEPOSIT', status: 'COMPLETED', primaryAmount: '12.50 EUR' },
    ])
  })

  it('200 lists the activities with their statuses, newest first', async () => {
    const { ann, created } = await createsActivities()
    const reply = await list(ann)
    expect(reply.status).toBe(200)
    expect(reply.body.cursor).toBeNull()
    expect(reply.body.activities.map(({ type, status }: ListedActivity) => [type, status])).toEqual(
      [
        ['TRANSFER', 'REQUIRES_ATTENTION'],
        ['TRANSFER', 'CANCELLED'],
        ['TRANSFER', 'IN_PROGRESS'],
        ['TRANSFER', 'COMPLETED'],
        ['BALANCE_DEPOSIT', 'COMPLETED'],
      ],
    )
    const sent = reply.body.activities[3]
    const { targetValue } = (await ann.call(`GET /v1/transfers/${created[0]}`)).body
    expect(sent).toEqual({
      id: expect.any(String),
      type: 'TRANSFER',
      resource: { type: 'TRANSFER', id: String(created[0]) },
      title: '<strong>Nora Sample</strong>',
      description: '',
      primaryAmount: `${targetValue.toFixed(2)} EUR`,
      secondaryAmount: '100.00 GBP',
      status: 'COMPLETED',
      createdOn: '2026-01-05T10:01:00.000Z',
      updatedOn: '2026-01-05T10:02:00.000Z',
    })
    expect(reply.body.activities[4]).toMatchObject({
      resource: { type: 'BALANCE_TRANSACTION' },
      title: '<strong>GBP</strong>',
      primaryAmount: '1000.00 GBP',
      secondaryAmount: '',
    })
  })

  /** Makes a completed, a cancelled, a declined and an open card payment, then refunds 10 GBP of the completed one. */
  const paysByCard = async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    const terminal = await createsTerminal(service, ann)
    const euros = { currency: 'EUR' }
    const nextMinute = () => service.advance({ minutes: 1 })
    await nextMinute()
    const refunded = await authorises(terminal, 30)
    await ok(clear(terminal, refunded, 25))
    await nextMinute()
    const cancelled = await authorises(terminal, 8)
    await ok(reverse(terminal, cancelled, 0))
    await nextMinute()
    await sendAuthorisation(terminal, 5000)
    await nextMinute()
    const open = await authorises(terminal, 20, euros)
    await nextMinute()
    await ok(refund(terminal, refunded, 15))
    return { ann, refunded, open }
  }

  it('D85: 200 lists a card payment in each state, and a refund, with the merchant', async () => {
    const { ann, refunded, open } = await paysByCard()
    const { activities } = (await list(ann)).body
    expect(
      activities.map(({ type, status, primaryAmount }: ListedActivity) => [
        type,
        status,
        primaryAmount,
      ]),
    ).toEqual([
      ['CARD_REFUND', 'COMPLETED', '10.00 GBP'],
      ['CARD_PAYMENT', 'IN_PROGRESS', '20.00 EUR'],
      ['CARD_PAYMENT', 'CANCELLED', '5000.00 GBP'],
      ['CARD_PAYMENT', 'CANCELLED', '8.00 GBP'],
      ['CARD_PAYMENT', 'COMPLETED', '25.00 GBP'],
      ['BALANCE_DEPOSIT', 'COMPLETED', '1000.00 GBP'],
    ])
    expect(activities[1]).toEqual({
      id: Buffer.from(`CARD_TRANSACTION:${open.id}`).toString('base64url'),
      type: 'CARD_PAYMENT',
      resource: { type: 'CARD_TRANSACTION', id: String(open.id) },
      title: '<strong>Corner Shop</strong>',
      description: '',
      primaryAmount: '20.00 EUR',
      secondaryAmount: expect.stringMatching(/^1\d\.\d\d GBP$/),
      status: 'IN_PROGRESS',
      createdOn: expect.stringMatching(/^2026-01-05T10:/),
      updatedOn: activities[1].createdOn,
    })
    expect(activities[4]).toMatchObject({ resource: { id: String(refunded.id) } })
  })

  it('200 lists card payments by status, by time and page by page', async () => {
    const { ann } = await paysByCard()
    const { activities } = (await list(ann)).body
    const ofStatus = async (status: string) =>
      (await list(ann, { status, monetaryResourceType: 'CARD_TRANSACTION' })).body.activities
    expect(await ofStatus('COMPLETED')).toEqual([activities[0], activities[4]])
    expect(await ofStatus('IN_PROGRESS')).toEqual([activities[1]])
    expect(await ofStatus('CANCELLED')).toEqual([activities[2], activities[3]])
    expect(await ofStatus('REQUIRES_ATTENTION')).toEqual([])
    const [since, until] = [activities[3].createdOn, activities[1].createdOn]
    expect((await list(ann, { since, until })).body.activities).toEqual(activities.slice(1, 4))
    const first = (await list(ann, { size: '4' })).body
    const next = (await list(ann, { size: '4', nextCursor: first.cursor })).body
    expect([...first.activities, ...next.activities]).toEqual(activities)
    expect(next.cursor).toBeNull()
  })

  /** Opens a balance with 1 EUR, then exchanges 100 GBP to EUR. */
  const converts = async (ann: Person) => {
    await topsUp(ann, 'EUR', 1)
    const quote = await ok(
      ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
        body: {
          sourceCurrency: 'GBP',
          targetCurrency: 'EUR',
          sourceAmount: 100,
          payOut: 'BALANCE',
        },
      }),
    )
    await ok(
      ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
        body: { quoteId: quote.id },
        headers: { 'x-idempotence-uuid': quote.id },
      }),
    )
  }

  it('D105: 200 lists a conversion as type INTERBALANCE with the resource BALANCE_TRANSACTION', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    await converts(ann)
    const [conversion] = (await list(ann)).body.activities
    expect(conversion).toMatchObject({
      type: 'INTERBALANCE',
      resource: { type: 'BALANCE_TRANSACTION' },
      secondaryAmount: '100.00 GBP',
    })
    const only = await list(ann, { monetaryResourceType: 'BALANCE_TRANSACTION' })
    expect(only.body.activities.map(({ type }: ListedActivity) => type)).toEqual([
      'INTERBALANCE',
      'BALANCE_DEPOSIT',
      'BALANCE_DEPOSIT',
    ])
  })

  it('200 returns each earlier activity once, page by page, while new activities are added', async () => {
    const { ann } = await createsActivities()
    const whole = (await list(ann)).body.activities.map(({ id }: ListedActivity) => id)
    const seen: string[] = []
    let query: Record<string, string> = { size: '2' }
    for (;;) {
      const { cursor, activities } = (await list(ann, query)).body
      seen.push(...activities.map(({ id }: ListedActivity) => id))
      await createsTransfer(ann)
      if (cursor === null) break
      query = { size: '2', nextCursor: cursor }
    }
    expect(seen).toEqual(whole)
  })

  it('200 lists only activities that match the filters', async () => {
    const { ann } = await createsActivities()
    const types = async (query: Record<string, string>) =>
      (await list(ann, query)).body.activities.map(({ type }: ListedActivity) => type)
    const { activities } = (await list(ann)).body
    expect(await types({ status: 'COMPLETED' })).toEqual(['TRANSFER', 'BALANCE_DEPOSIT'])
    expect(await types({ status: 'COMPLETED', monetaryResourceType: 'TRANSFER' })).toEqual([
      'TRANSFER',
    ])
    expect(await types({ status: 'UPCOMING' })).toEqual([])
    const statuses = ['REQUIRES_ATTENTION', 'CANCELLED', 'IN_PROGRESS', 'COMPLETED']
    for (const [n, status] of statuses.entries()) {
      const [first] = (await list(ann, { status, size: '1' })).body.activities
      expect(first).toEqual(activities[n])
    }
    expect(await types({ monetaryResourceType: 'BALANCE_TRANSACTION' })).toEqual([
      'BALANCE_DEPOSIT',
    ])
    expect(await types({ until: activities[4].createdOn })).toEqual(['BALANCE_DEPOSIT'])
    expect(await types({ since: activities[1].createdOn })).toHaveLength(2)
    const { createdOn } = activities[2]
    expect(await types({ since: createdOn, until: createdOn })).toEqual(['TRANSFER'])
    expect(await types({ since: createdOn, until: createdOn, status: 'CANCELLED' })).toEqual([])
    expect(await types({ since: activities[0].createdOn, until: createdOn })).toEqual([])
  })

  it('200 escapes markup in the name of a recipient', async () => {
    const ann = await service.createUser()
    await createsTransfer(ann)
    await service.db.pool.query(
      `update recipients set account_holder_name = '<b onload="x">' where profile_id = $1`,
      [ann.personal],
    )
    expect((await list(ann)).body.activities).toMatchObject([
      { title: '<strong>&#60;b onload=&#34;x&#34;&#62;</strong>' },
    ])
  })

  it('gap 164: 200 shows the source amount of an unpaid transfer after its rate lock ended', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    await service.advance({ minutes: 31 })
    expect((await list(ann)).body.activities).toMatchObject([
      { resource: { id: String(id) }, primaryAmount: '100.00 GBP', secondaryAmount: '' },
    ])
  })

  it('D111a: 200 shows the source amount while an active issue holds a transfer after its rate lock ended', async () => {
    const ann = await service.createUser({ verified: false })
    await topsUp(ann, 'GBP', 500)
    const [held, sameCurrency] = [
      await createsTransfer(ann),
      await createsTransfer(ann, { target: 'GBP' }),
    ]
    for (const { id } of [held, sameCurrency]) await ok(fundTransfer(ann, id))
    const amounts = async () =>
      (await list(ann)).body.activities
        .filter(({ type }: ListedActivity) => type === 'TRANSFER')
        .map(({ primaryAmount }: ListedActivity) => primaryAmount)
    const pounds = `${sameCurrency.targetValue.toFixed(2)} GBP`
    expect(await amounts()).toEqual([pounds, `${held.targetValue.toFixed(2)} EUR`])
    await service.advance({ minutes: 31 })
    expect(await amounts()).toEqual([pounds, '100.00 GBP'])
  })

  it('400 activities.cursor.invalid for a malformed cursor, activities.moment.invalid for times that are malformed or out of range, NotAllowed for an unknown type of resource, Range for a page size above the maximum', async () => {
    const ann = await service.createUser()
    for (const [query, code, path] of [
      [{ nextCursor: 'x' }, 'activities.cursor.invalid', 'nextCursor'],
      [{ since: 'soon' }, 'activities.moment.invalid', 'since'],
      [{ until: 'later' }, 'activities.moment.invalid', 'until'],
      [{ since: '0000-01-01T00:00:00Z' }, 'activities.moment.invalid', 'since'],
      [{ until: '+275760-09-12T00:00:00Z' }, 'activities.moment.invalid', 'until'],
      [{ monetaryResourceType: 'BALANCE_MOVEMENT' }, 'NotAllowed', 'monetaryResourceType'],
      [{ size: '101' }, 'Range', 'size'],
    ] as const) {
      const reply = await list(ann, query)
      expect([reply.status, reply.body.errors[0]]).toMatchObject([400, { code, path }])
    }
  })
})
