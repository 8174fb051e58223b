// The tests that the endpoints for card details and for the PIN share.

import { randomBytes } from 'node:crypto'
import { errors } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerChallenge, challengeToken, setsPin } from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { type Reply, type TestService, testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { cardDataShown } from '../security-events.ts'
import type { CardMove } from '../states.ts'
import type { CardRow } from '../store.ts'
import { encryptRequest, fetchesKey, ROUTES, requestCardData } from './card-client.ts'
import { pathOf } from './card-paths.ts'
import { cardLock, expiresCard, issuesCard, movesCard } from './issued-cards.ts'

type Route = 'details' | 'pin'

type Setup = {
  readonly service: TestService
  readonly route: Route
  readonly ann: Person
  /** Ann's card. */
  readonly card: CardRow
  /** The headers of a request about the card. */
  headers(): Record<string, string>
  send(body: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Requests the data of the card, or of the card with `token`. */
  requestData(options?: RevealOptions): ReturnType<typeof requestCardData>
  /** The recorded views of the card. */
  views(): Promise<unknown[]>
}

type RevealOptions = { readonly token?: string } & Parameters<typeof requestCardData>[3]

export function testRevealing(route: Route): void {
  const setup = setUp(route)
  describe('the encrypted request', () => testRequest(setup))
  describe('the card', () => testCard(setup))
  describe('D63: with a factor', () => testApproval(setup))
  describe('the record', () => testRecord(setup))
}

function setUp(route: Route): Setup {
  const service = testService()
  let ann: Person
  let card: CardRow
  beforeEach(async () => {
    vi.restoreAllMocks()
    ann = await service.createUser()
    card = await issuesCard(service, ann)
  })
  const headers = () => ({ 'x-card-card-token': card.token })
  return {
    service,
    route,
    get ann() {
      return ann
    },
    get card() {
      return card
    },
    headers,
    send: (body, sentHeaders = headers()) =>
      ann.call(ROUTES[route], { body, headers: sentHeaders }),
    requestData: ({ token = card.token, ...options } = {}) =>
      requestCardData(ann, route, token, options),
    views: async () => {
      const text = 'select user_id::int, client_id, shown from card_reveals where card_id = $1'
      return (await service.db.pool.query(text, [card.id])).rows
    },
  }
}

function testRequest(setup: Setup): void {
  it.each(['RSA1_5', 'RSA-OAEP-256'] as const)('D62: 200 for %s without content', async (wrap) => {
    const { reply, open } = await setup.requestData({ wrap })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/jose'])
    expect(await open()).toHaveProperty('nonce')
  })

  it('200 with the nonce of the content in the reply', async () => {
    const content = JSON.stringify({ nonce: 'my nonce' })
    const { body, open } = encryptRequest(await fetchesKey(setup.ann), 'RSA1_5', content)
    const reply = await setup.send(body)
    expect(reply.status).toBe(200)
    expect(await open(reply.text)).toMatchObject({ nonce: 'my nonce' })
  })

  it('each reply to the same request is different', async () => {
    const { body } = encryptRequest(await fetchesKey(setup.ann))
    const [first, second] = [await setup.send(body), await setup.send(body)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.text).not.toBe(second.text)
  })

  it.each<[string, (jwe: string) => string]>([
    ['a text that is not a JWE', () => 'hello'],
    ['four sections', (jwe) => jwe.split('.').slice(0, 4).join('.')],
    ['content without a tag', (jwe) => jwe.replace(/\.\.$/, '.YWJj.')],
    ['a tag without content', (jwe) => jwe.replace(/\.\.$/, '..YWJj')],
    [
      'an unknown critical header member',
      (jwe) => jwe.replace(/^[^.]+/, headerWith({ crit: ['x'] })),
    ],
    ['another algorithm', (jwe) => jwe.replace(/^[^.]+/, headerWith({ alg: 'none' }))],
  ])('D62: 400 card.payload.unreadable for %s, and nothing is recorded', async (_, change) => {
    const { body } = encryptRequest(await fetchesKey(setup.ann))
    const reply = await setup.send({ ...body, encryptedPayload: change(body.encryptedPayload) })
    expect(outcome(reply)).toBe('400 card.payload.unreadable')
    expect(await setup.views()).toEqual([])
  })

  it('400 card.payload.unreadable at keyVersion for a version that does not exist', async () => {
    const { body } = encryptRequest(await fetchesKey(setup.ann))
    const reply = await setup.send({ ...body, keyVersion: 2 })
    expect(outcome(reply)).toBe('400 card.payload.unreadable')
    expect(reply.body.errors[0].path).toBe('keyVersion')
  })

  it('D62a: 200 for a wrong padding, with a reply that the client cannot open', async () => {
    const { body, open } = encryptRequest(await fetchesKey(setup.ann))
    const sections = body.encryptedPayload.split('.')
    sections[1] = Buffer.concat([Buffer.alloc(1), randomBytes(255)]).toString('base64url')
    const reply = await setup.send({ ...body, encryptedPayload: sections.join('.') })
    expect(reply.status).toBe(200)
    await expect(open(reply.text)).rejects.toThrow(errors.JWEDecryptionFailed)
  })

  it.each<[string, object, string[]]>([
    ['an empty body', {}, ['keyVersion', 'encryptedPayload']],
    ['a body without encryptedPayload', { keyVersion: 1 }, ['encryptedPayload']],
    ['a body without keyVersion', { encryptedPayload: 'a.b.c..' }, ['keyVersion']],
    [
      'an encryptedPayload of 4,097 characters',
      { keyVersion: 1, encryptedPayload: 'x'.repeat(4097) },
      ['encryptedPayload'],
    ],
  ])('400 for %s', async (_, body, paths) => {
    const reply = await setup.send(body)
    expect([reply.status, reply.body.errors]).toMatchObject([400, paths.map((path) => ({ path }))])
  })
}

function testCard(setup: Setup): void {
  it('D63: 400 card.header.missing without the header', async () => {
    const { body } = encryptRequest(await fetchesKey(setup.ann))
    expect(outcome(await setup.send(body, {}))).toBe('400 card.header.missing')
  })

  it.each([
    [
      "another user's card",
      async () => (await issuesCard(setup.service, await setup.service.createUser())).token,
    ],
    ['a token that no card has', async () => '3cf3dd96-903e-473a-9bb4-a5cf93450793'],
    ['a token that is not a UUID', async () => "1' or '1'='1"],
  ])('D63: 404 card.not-found for %s, before any challenge', async (_, tokenOf) => {
    const token = await tokenOf()
    await setsPin(setup.ann)
    const { reply } = await setup.requestData({ token })
    expect(outcome(reply)).toBe('404 card.not-found')
    expect(reply.headers['x-2fa-approval']).toBeUndefined()
  })

  it.each<[string, CardMove[]]>([
    ['BLOCKED', ['block']],
    ['PARTNER_SUSPENDED', ['suspend']],
    ['EXPIRED', ['expire']],
    ['PURGED', ['expire', 'purge']],
  ])('D63: 403 card.status.not-allowed for a card that is %s', async (_, moves) => {
    let moved = setup.card
    for (const move of moves) moved = await movesCard(setup.service, moved, move)
    const { reply } = await setup.requestData()
    expect(outcome(reply)).toBe('403 card.status.not-allowed')
    expect(await setup.views()).toEqual([])
  })

  it('D63: 403 card.status.not-allowed for a physical card that is not active yet, 200 for a frozen one', async () => {
    const physical = await issuesCard(setup.service, setup.ann, { type: 'PHYSICAL' })
    expect(outcome((await setup.requestData({ token: physical.token })).reply)).toBe(
      '403 card.status.not-allowed',
    )
    await ok(setup.ann.call(`PUT ${pathOf(setup.card, '/status')}`, { body: { status: 'FROZEN' } }))
    expect((await setup.requestData()).reply.status).toBe(200)
  })

  it('D63: 403 card.status.not-allowed for an expired card that no sweep has moved yet', async () => {
    await expiresCard(setup.service, setup.card)
    expect(outcome((await setup.requestData()).reply)).toBe('403 card.status.not-allowed')
  })
}

function testApproval(setup: Setup): void {
  beforeEach(() => setsPin(setup.ann))
  const approvalFor = async (token: string, route = setup.route) => {
    const oneTime = challengeToken((await requestCardData(setup.ann, route, token)).reply)
    await answerChallenge(setup.ann, oneTime, 'PIN')
    return { 'one-time-token': oneTime }
  }

  it('a token approves the card, also when the body was encrypted again with another content key', async () => {
    const approval = await approvalFor(setup.card.token)
    const { reply, open } = await setup.requestData({ headers: approval })
    expect(reply.status).toBe(200)
    expect(await open()).toHaveProperty('nonce')
  })

  it('a token also approves the same bytes sent again', async () => {
    const { body } = encryptRequest(await fetchesKey(setup.ann))
    const oneTime = challengeToken(await setup.send(body))
    await answerChallenge(setup.ann, oneTime, 'PIN')
    expect((await setup.send(body, { ...setup.headers(), 'one-time-token': oneTime })).status).toBe(
      200,
    )
  })

  it('a token approves one view', async () => {
    const approval = await approvalFor(setup.card.token)
    await setup.requestData({ headers: approval })
    expect(outcome((await setup.requestData({ headers: approval })).reply)).toBe(
      '403 sca.challenge.required',
    )
    expect(await setup.views()).toHaveLength(1)
  })

  it('a token for another card, or for the other kind of card data, approves nothing', async () => {
    const other = await issuesCard(setup.service, setup.ann)
    const ofOtherCard = await approvalFor(other.token)
    expect(outcome((await setup.requestData({ headers: ofOtherCard })).reply)).toBe(
      '403 sca.challenge.required',
    )
    const otherRoute = setup.route === 'pin' ? 'details' : 'pin'
    const ofOtherRoute = await approvalFor(setup.card.token, otherRoute)
    expect(outcome((await setup.requestData({ headers: ofOtherRoute })).reply)).toBe(
      '403 sca.challenge.required',
    )
    expect(await setup.views()).toEqual([])
  })

  it('403 sca.challenge.required without an approval; nothing is recorded', async () => {
    expect(outcome((await setup.requestData()).reply)).toBe('403 sca.challenge.required')
    expect(await setup.views()).toEqual([])
  })
}

function testRecord(setup: Setup): void {
  it('contains the user and the kind of data; the security log has a line without card data', async () => {
    await setup.requestData()
    const { userId, personal } = setup.ann
    const shown = setup.route === 'pin' ? 'PIN' : 'DETAILS'
    expect(await setup.views()).toEqual([{ user_id: userId, client_id: 'personal', shown }])
    const line = setup.service.securityLines.findLast(({ cardId }) => cardId === setup.card.id)
    expect(line).toEqual({
      security: 'cards.data-shown',
      message: cardDataShown.summary,
      operation: `cards.get-${setup.route}`,
      address: expect.any(String),
      traceId: expect.any(String),
      userId,
      profileId: personal,
      cardId: setup.card.id,
      shown,
    })
  })

  it('D63: 429 card.reveal.limit for the eleventh view of a card in a minute, counting details and PIN together', async () => {
    const { ann, card } = setup
    for (let n = 0; n < 10; n++)
      expect((await requestCardData(ann, n % 2 ? 'pin' : 'details', card.token)).reply.status).toBe(
        200,
      )
    const { reply } = await setup.requestData()
    expect(outcome(reply)).toBe('429 card.reveal.limit')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(await setup.views()).toHaveLength(10)
    const other = await issuesCard(setup.service, setup.ann)
    expect((await setup.requestData({ token: other.token })).reply.status).toBe(200)
  })

  it('D63: of two concurrent views after nine, 200 for the first and 429 for the second', async () => {
    for (let n = 0; n < 9; n++) await setup.requestData()
    const view = async () => (await setup.requestData()).reply.status
    const outcomes = await raceResults(setup.service.db, cardLock(setup.card), [view, view])
    expect(outcomes).toEqual([200, 429])
  })
}

function headerWith(members: object): string {
  const header = { alg: 'RSA1_5', enc: 'A256GCM', ...members }
  return Buffer.from(JSON.stringify(header)).toString('base64url')
}
