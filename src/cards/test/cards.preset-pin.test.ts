import { beforeEach, describe, expect, it } from 'vitest'
import { answerChallenge, challengeToken, setsPin } from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import type { Id } from '../../kernel/ids.ts'
import { PayloadUnreadable } from '../errors.ts'
import type { CardRow } from '../store.ts'
import { encryptRequest, fetchesKey, presetPin, ROUTES } from './card-client.ts'
import { issuesReserved, reservationLock, reservesCard, secretsOf } from './issued-cards.ts'

describe(ROUTES.preset, () => {
  const service = testService()
  let ann: Person
  let orderId: Id<'card-order'>
  beforeEach(async () => {
    ann = await service.createUser()
    orderId = await reservesCard(service, ann)
  })
  const issueReserved = async () => {
    const card = await issuesReserved(service, ann, orderId)
    if (card === undefined) throw new Error('the order has a card already')
    return card
  }
  const pinOf = async (card: CardRow) => (await secretsOf(service, card)).pin

  it('D64: 200 with the order as text; the card gets the last PIN that was chosen', async () => {
    expect(await ok(presetPin(ann, orderId, { pin: '1111' }))).toEqual({
      cardOrderId: String(orderId),
    })
    await ok(presetPin(ann, orderId, { pin: '0042' }))
    expect(await pinOf(await issueReserved())).toBe('0042')
  })

  it('Facts 13.4: 200 for indented JSON', async () => {
    await ok(presetPin(ann, orderId, '{\n  "pin": "1234"\n}'))
    expect(await pinOf(await issueReserved())).toBe('1234')
  })

  it('D63: 200 for the header X-Card-Card-Order-Id, and for both headers with the same value', async () => {
    const id = String(orderId)
    const alias = { 'x-card-card-order-id': id }
    const both = { 'x-card-order-id': id, 'x-card-card-order-id': id }
    for (const headers of [alias, both])
      expect(await ok(presetPin(ann, orderId, { pin: '2222' }, headers))).toEqual({
        cardOrderId: id,
      })
    expect(await pinOf(await issueReserved())).toBe('2222')
  })

  it.each<[Record<string, string>, string]>([
    [{}, 'neither header is sent'],
    [{ 'x-card-order-id': '1', 'x-card-card-order-id': '2' }, 'the two headers differ'],
  ])('D63: 400 card.header.missing for %j, because %s', async (headers) => {
    expect(outcome(await presetPin(ann, orderId, { pin: '1111' }, headers))).toBe(
      '400 card.header.missing',
    )
  })

  it.each([
    ['{"pin":"12345"}'],
    ['{"pin":"12a4"}'],
    ['{"pin":1234}'],
    ['{"pin":"１２３４"}'],
    ['{}'],
    ['null'],
    ['1234'],
    ['{'],
  ])(
    'D62: 400 card.payload.unreadable for the content %s, which the reply does not repeat',
    async (content) => {
      const reply = await presetPin(ann, orderId, content)
      const { code, message, path } = PayloadUnreadable
      expect([reply.status, reply.body.errors]).toEqual([
        400,
        [{ code, message, path, arguments: [] }],
      ])
    },
  )

  it('D62: 400 card.payload.unreadable for a payload without content', async () => {
    const { body } = encryptRequest(await fetchesKey(ann))
    const headers = { 'x-card-order-id': String(orderId) }
    expect(outcome(await ann.call(ROUTES.preset, { body, headers }))).toBe(
      '400 card.payload.unreadable',
    )
  })

  it.each(['0', 'x', '9'.repeat(17), '1e3'])(
    '404 card-order.not-found for the order %s',
    async (id) => {
      expect(outcome(await presetPin(ann, id))).toBe('404 card-order.not-found')
    },
  )

  it("404 card-order.not-found for another user's order, before any challenge", async () => {
    const bob = await service.createUser()
    await setsPin(bob)
    const reply = await presetPin(bob, orderId)
    expect(outcome(reply)).toBe('404 card-order.not-found')
    expect(reply.headers['x-2fa-approval']).toBeUndefined()
  })

  it('D64: 409 card.pin.set once the card is issued, and the card keeps its PIN', async () => {
    await ok(presetPin(ann, orderId, { pin: '1111' }))
    const card = await issueReserved()
    expect(outcome(await presetPin(ann, orderId, { pin: '9999' }))).toBe('409 card.pin.set')
    expect(await pinOf(card)).toBe('1111')
  })

  it('D64: 409 card.pin.set for a PIN that is chosen while the card is being issued', async () => {
    const [issued, chosen] = await race<unknown>(service.db, reservationLock(ann, orderId), [
      () => issuesReserved(service, ann, orderId),
      async () => outcome(await presetPin(ann, orderId)),
    ])
    expect(issued).toMatchObject({ value: { status: 'ACTIVE' } })
    expect(chosen).toMatchObject({ value: '409 card.pin.set' })
  })

  it('the PIN is encrypted in the database', async () => {
    await ok(presetPin(ann, orderId, { pin: '8642' }))
    const { rows } = await service.db.pool.query<{ pin: Buffer }>(
      'select pin from card_reservations where order_id = $1',
      [orderId],
    )
    expect(rows[0]?.pin.includes('8642')).toBe(false)
  })

  it('D63: with a factor, an approved token sets one PIN of one order, whichever PIN the body has', async () => {
    await setsPin(ann)
    const other = await reservesCard(service, ann)
    const token = challengeToken(await presetPin(ann, orderId, { pin: '1111' }))
    await answerChallenge(ann, token, 'PIN')
    const headers = (id: number) => ({ 'x-card-order-id': String(id), 'one-time-token': token })
    expect(outcome(await presetPin(ann, other, { pin: '1111' }, headers(other)))).toBe(
      '403 sca.challenge.required',
    )
    await ok(presetPin(ann, orderId, { pin: '2222' }, headers(orderId)))
    expect(outcome(await presetPin(ann, orderId, { pin: '3333' }, headers(orderId)))).toBe(
      '403 sca.challenge.required',
    )
    expect(await pinOf(await issueReserved())).toBe('2222')
  })
})
