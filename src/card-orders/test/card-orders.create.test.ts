import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { insertsPrimaryAddress } from '../../profiles/test/extension-fixtures.ts'
import {
  address,
  faultsOf,
  orderBody,
  ordersCard,
  ordersPath,
  PHYSICAL,
  physical,
  placeOrder,
  reportedStatuses,
  VIRTUAL,
} from './card-order-fixtures.ts'

describe('card-orders.create', () => {
  const service = testService()
  const countOrders = async ({ personal, call }: Parameters<typeof ordersCard>[0]) =>
    (await ok(call(`GET ${ordersPath(personal)}`))).totalCount

  it('200 with the order of a virtual card of a verified profile', async () => {
    const ann = await service.createUser()
    const reply = await placeOrder(ann)
    expect(reply.status).toBe(200)
    const lines = { ...address, secondLine: null, thirdLine: null, state: null }
    expect(reply.body).toEqual({
      id: expect.any(Number),
      profileId: ann.personal,
      clientId: 'personal',
      cardProgram: {
        name: VIRTUAL,
        scheme: 'CARD_NETWORK_A',
        defaultCurrency: 'GBP',
        cardType: 'VIRTUAL_NON_UPGRADEABLE',
      },
      address: lines,
      billingAddress: { ...lines, phoneNumber: '+447700900123' },
      cardType: 'VIRTUAL_NON_UPGRADEABLE',
      cardToken: null,
      replacesCard: null,
      creationTime: '2026-01-05T10:00:00.000Z',
      modificationTime: '2026-01-05T10:00:00.000Z',
      status: 'REQUIREMENTS_FULFILLED',
      cardHolderName: 'Nora Sample',
      embossedName: null,
      phoneNumber: '+447700900123',
      lifetimeLimit: 1000,
      deliveryEstimate: '2026-01-05T10:00:00.000Z',
      deliveryDetails: null,
    })
  })

  it('200 with the embossed name of a physical card, and an estimate of seven working days for its delivery', async () => {
    const ann = await service.createUser()
    const order = await ordersCard(ann, physical)
    expect(order).toMatchObject({
      cardProgram: { name: PHYSICAL, cardType: 'PHYSICAL' },
      billingAddress: null,
      embossedName: 'NORA SAMPLE',
      deliveryEstimate: '2026-01-14T00:00:00.000Z',
    })
  })

  it('200 with the key of the application whose token ordered the card', async () => {
    const client = await service.createClient()
    const ann = await service.createUser({ applicationId: client.applicationId })
    expect((await ordersCard(ann)).clientId).toBe(client.clientKey)
  })

  it('D77: 200 with PLACED for an unverified profile, REQUIREMENTS_FULFILLED for a verified one, and one event for each', async () => {
    const [ann, bob] = [await service.createUser({ verified: false }), await service.createUser()]
    const [first, fulfilled] = [await ordersCard(ann), await ordersCard(bob)]
    expect([first.status, fulfilled.status]).toEqual(['PLACED', 'REQUIREMENTS_FULFILLED'])
    expect(await reportedStatuses(service, first.id)).toEqual(['PLACED'])
    const { rows } = await service.db.pool.query('select payload from events where subject = $1', [
      `card-order:${fulfilled.id}`,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].payload).toEqual({
      resource: {
        type: 'card',
        profile_id: String(bob.personal),
        client_id: 'personal',
        card_token: null,
        card_program: VIRTUAL,
      },
      order_id: String(fulfilled.id),
      order_status: 'REQUIREMENTS_FULFILLED',
      delivery_vendor: null,
      occurred_at: '2026-01-05T10:00:00Z',
    })
  })

  it('200 with a lifetime limit of 0 when the request has none, and with the greatest limit in a currency without decimals', async () => {
    const ann = await service.createUser()
    await insertsPrimaryAddress(service, ann, 'JP')
    const program = 'card_network_a_debit_consumer_jp_1_cards_api'
    const { lifetimeLimit: _, ...body } = orderBody({ program })
    const send = (more: object) =>
      ok(
        ann.call(`POST ${ordersPath(ann.personal)}`, {
          body: { ...body, ...more },
          headers: { 'x-idempotence-uuid': randomUUID() },
        }),
      )
    expect((await send({})).lifetimeLimit).toBe(0)
    const order = await send({ lifetimeLimit: 1_000_000_000 })
    expect([order.lifetimeLimit, order.cardProgram.defaultCurrency]).toEqual([1_000_000_000, 'JPY'])
  })

  it('200 with the first reply for a repeated idempotency key, also when the order has changed since; 409 idempotency.key.reused with another body', async () => {
    const ann = await service.createUser()
    const headers = { 'x-idempotence-uuid': randomUUID() }
    const first = await placeOrder(ann, {}, headers)
    await service.settle()
    const second = await placeOrder(ann, {}, headers)
    expect([second.status, second.text]).toEqual([200, first.text])
    const reused = await placeOrder(ann, { lifetimeLimit: 2 }, headers)
    expect(outcome(reused)).toBe('409 idempotency.key.reused')
    expect(await countOrders(ann)).toBe(1)
  })

  it('200 with billingAddress instead of address, and with both when they are the same', async () => {
    const ann = await service.createUser()
    const old = await ordersCard(ann, {
      address: undefined,
      billingAddress: { ...address, phoneNumber: '+447700900123' },
    })
    expect(old['address']).toMatchObject(address)
    await ordersCard(ann, { billingAddress: { ...address, city: ' London ' } })
  })

  it('D76: 422 card-order.address.ambiguous for two different addresses', async () => {
    const ann = await service.createUser()
    const reply = await placeOrder(ann, { billingAddress: { ...address, city: 'Leeds' } })
    expect(faultsOf(reply)).toEqual([422, 'card-order.address.ambiguous billingAddress'])
  })

  it('D76: 422 card-order.program.unavailable for a program of another country, a program for businesses and an unknown program', async () => {
    const ann = await service.createUser()
    for (const program of [
      'CARD_NETWORK_A_DEBIT_CONSUMER_US_1_CARDS_API',
      'CARD_NETWORK_A_DEBIT_BUSINESS_UK_1_CARDS_API',
      'DEBIT_CONSUMER_UK_1_CARDS_API',
      '',
    ])
      expect(faultsOf(await placeOrder(ann, { program }))).toEqual([
        422,
        'card-order.program.unavailable program',
      ])
    expect(await countOrders(ann)).toBe(0)
  })

  it('422 with every violation, each with its path', async () => {
    const ann = await service.createUser()
    const reply = await placeOrder(ann, {
      ...physical,
      cardHolderName: 'Нора',
      embossedName: '',
      phoneNumber: '12345',
      lifetimeLimit: 1.5,
      address: { ...address, firstLine: 'PO Box 12', city: '', country: 'US' },
    })
    expect(faultsOf(reply)).toEqual([
      422,
      'NOT_VALID cardHolderName',
      'REQUIRED embossedName',
      'NOT_VALID phoneNumber',
      'NOT_VALID address.firstLine',
      'REQUIRED address.city',
      'NOT_VALID address.postCode',
      'REQUIRED address.state',
      'NOT_VALID lifetimeLimit',
    ])
    const addressless = await placeOrder(ann, { address: undefined })
    expect(faultsOf(addressless)).toEqual([422, 'REQUIRED address'])
    const billing = await placeOrder(ann, { address: undefined, billingAddress: {} })
    expect(faultsOf(billing)[1]).toBe('REQUIRED billingAddress.country')
  })

  it.each([
    [{ replacementDetails: { cardToken: randomUUID() } }, 'replacementDetails'],
    [{ cardHolderProfileId: 1 }, 'cardHolderProfileId'],
    [{ deliveryOption: 'KIOSK_COLLECTION' }, 'deliveryOption'],
  ])('D76a: 422 card-order.not-supported for %j', async (more, path) => {
    const ann = await service.createUser()
    expect(faultsOf(await placeOrder(ann, more))).toEqual([422, `card-order.not-supported ${path}`])
  })

  it('400 idempotency.key.missing without an idempotency key; 400 for fields that are null, of a wrong type or not an allowed value', async () => {
    const ann = await service.createUser()
    const keyless = await ann.call(`POST ${ordersPath(ann.personal)}`, { body: orderBody() })
    expect(outcome(keyless)).toBe('400 idempotency.key.missing')
    const empty = await placeOrder(ann, {
      program: null,
      cardHolderName: null,
      phoneNumber: 7,
      deliveryOption: 'COURIER',
    })
    expect([empty.status, empty.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['program', 'cardHolderName', 'phoneNumber', 'deliveryOption'],
    ])
  })

  it("404 not.found for another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await placeOrder({ personal: ann.personal, call: bob.call })
    expect(faultsOf(reply)).toEqual([404, 'not.found profileId'])
    expect(await countOrders(ann)).toBe(0)
  })
})

describe('card-orders.create in live mode', () => {
  const service = testService({ mode: 'live' })

  it('D86: 422 card-order.program.unavailable, because no processor is connected', async () => {
    const reply = await placeOrder(await service.createUser())
    expect(faultsOf(reply)).toEqual([422, 'card-order.program.unavailable program'])
  })
})
