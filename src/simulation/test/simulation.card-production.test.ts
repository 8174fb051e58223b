import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  cardStatusOf,
  orderLock,
  ordersIssuedCard,
  physical,
  readsOrder,
  reportedStatuses,
  setOrderStatus,
  simulateOrder,
} from '../../card-orders/test/card-order-fixtures.ts'
import { createsTerminal } from '../../card-transactions/test/terminal.ts'

const PRODUCED = { status: 'PRODUCED' }
const FAILED = { status: 'PRODUCTION_ERROR', errorCode: 'PIN_VERIFICATION_FAILED' }

describe('simulation.card-production', () => {
  const service = testService()
  const pathOf = (ann: Person, cardToken: string | null) =>
    `/v3/spend/profiles/${ann.personal}/cards/${cardToken}/production`
  const report = (ann: Person, cardToken: string | null, body: object) =>
    ann.call(`POST ${pathOf(ann, cardToken)}`, { body })
  const refusalOf = async (reply: ReturnType<typeof report>) => {
    const { status, body } = await reply
    return [status, body.errors[0].code, body.errors[0].path]
  }
  const CONFLICT = [409, 'card-order.status.conflict', 'status']

  it('D88: 200 PRODUCED moves the order, with one event, and leaves the card INACTIVE', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const { status, body } = await report(ann, cardToken, PRODUCED)
    expect([status, body]).toEqual([200, { status: 'PRODUCED', errorCode: null }])
    expect((await readsOrder(ann, id)).status).toBe('PRODUCED')
    expect(await cardStatusOf(service, cardToken)).toBe('INACTIVE')
    expect((await reportedStatuses(service, id)).slice(2)).toEqual(['PRODUCED'])
  })

  it('Facts 9.5: 200 also at the path below /v1/simulation', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const path = `/v1/simulation/spend/profiles/${ann.personal}/cards/${cardToken}/production`
    await ok(ann.call(`POST ${path}`, { body: PRODUCED }))
    expect((await readsOrder(ann, id)).status).toBe('PRODUCED')
  })

  it('200 PRODUCED for a repeated request, which changes nothing, also after simulation.card-order has moved the order', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    await ok(simulateOrder(ann, id, 'produced'))
    for (const _ of [1, 2]) await ok(report(ann, cardToken, PRODUCED))
    expect(await reportedStatuses(service, id)).toHaveLength(3)
  })

  it('gap 810: 200 PRODUCTION_ERROR leaves the order unchanged, and the card can still be produced', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const before = await readsOrder(ann, id)
    for (const body of [FAILED, { ...FAILED, errorCode: null }])
      expect(await ok(report(ann, cardToken, body))).toEqual(body)
    expect(await readsOrder(ann, id)).toEqual(before)
    await ok(report(ann, cardToken, PRODUCED))
    expect((await reportedStatuses(service, id)).slice(2)).toEqual(['PRODUCED'])
  })

  it('409 card-order.status.conflict for PRODUCTION_ERROR of a produced card', async () => {
    const ann = await service.createUser()
    const { cardToken } = await ordersIssuedCard(service, ann, physical)
    await ok(report(ann, cardToken, PRODUCED))
    expect(await refusalOf(report(ann, cardToken, FAILED))).toEqual(CONFLICT)
  })

  it.each(['COMPLETED', 'CANCELLED'])(
    '409 card-order.status.conflict for either report of a card whose order is %s',
    async (orderStatus) => {
      const ann = await service.createUser()
      const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
      await ok(setOrderStatus(ann, id, orderStatus))
      for (const body of [PRODUCED, FAILED])
        expect(await refusalOf(report(ann, cardToken, body))).toEqual(CONFLICT)
      expect((await readsOrder(ann, id)).status).toBe(orderStatus)
    },
  )

  it('409 card-order.status.conflict for a production concurrent with an earlier cancellation', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const replies = await raceResults(service.db, orderLock(id), [
      () => setOrderStatus(ann, id, 'CANCELLED'),
      () => report(ann, cardToken, PRODUCED),
    ])
    expect(replies.map(outcome)).toEqual(['202', '409 card-order.status.conflict'])
    expect(await cardStatusOf(service, cardToken)).toBe('BLOCKED')
  })

  it('422 card-production.not-physical for a virtual card, ordered or not', async () => {
    const ann = await service.createUser()
    const { cardToken } = await ordersIssuedCard(service, ann)
    const { token } = await createsTerminal(service, ann)
    for (const virtualCard of [cardToken, token])
      for (const body of [PRODUCED, FAILED])
        expect(await refusalOf(report(ann, virtualCard, body))).toEqual([
          422,
          'card-production.not-physical',
          'cardToken',
        ])
  })

  it('422 card-production.error-code.not-allowed for errorCode with PRODUCED, which changes nothing', async () => {
    const ann = await service.createUser()
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    const body = { ...FAILED, ...PRODUCED }
    expect(await refusalOf(report(ann, cardToken, body))).toEqual([
      422,
      'card-production.error-code.not-allowed',
      'errorCode',
    ])
    expect((await readsOrder(ann, id)).status).toBe('CARD_DETAILS_CREATED')
  })

  it('400 NotNull for a missing status, NotAllowed for an unknown one, Pattern for an errorCode that is malformed or has 65 characters', async () => {
    const ann = await service.createUser()
    const { cardToken } = await ordersIssuedCard(service, ann, physical)
    for (const [body, code, path] of [
      [{}, 'NotNull', 'status'],
      [{ status: 'READY' }, 'NotAllowed', 'status'],
      [{ ...FAILED, errorCode: 'a code' }, 'Pattern', 'errorCode'],
      [{ ...FAILED, errorCode: 'A'.repeat(65) }, 'Pattern', 'errorCode'],
    ] as const)
      expect(await refusalOf(report(ann, cardToken, body))).toEqual([400, code, path])
    await ok(report(ann, cardToken, { ...FAILED, errorCode: 'A'.repeat(64) }))
  })

  it("404 card.not-found for another user's card, 404 not.found at another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id, cardToken } = await ordersIssuedCard(service, ann, physical)
    expect(await refusalOf(report(bob, cardToken, PRODUCED))).toEqual([
      404,
      'card.not-found',
      'cardToken',
    ])
    const stolen = await report({ ...bob, personal: ann.personal }, cardToken, PRODUCED)
    expect(outcome(stolen)).toBe('404 not.found')
    expect((await readsOrder(ann, id)).status).toBe('CARD_DETAILS_CREATED')
  })
})
