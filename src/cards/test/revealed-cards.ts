// The tests that the endpoints for card details and for the PIN share.

import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerChallenge, challengeToken, setsPin } from '../../../test/support/approvals.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import type { CardMove } from '../states.ts'
import type { CardRow } from '../store.ts'
import { emptyRequest, fetchesKey, ROUTES, reveals } from './card-client.ts'
import { pathOf } from './card-paths.ts'
import { cardLock, expiresCard, issuesCard, movesCard } from './issued-cards.ts'

export function testRevealing(route: 'details' | 'pin'): void {
  const service = testService()
  let ann: Person
  let card: CardRow
  beforeEach(async () => {
    vi.restoreAllMocks()
    ann = await service.createUser()
    card = await issuesCard(service, ann)
  })
  const headers = () => ({ 'x-card-card-token': card.token })
  const send = (body: unknown, sentHeaders: Record<string, string> = headers()) =>
    ann.call(ROUTES[route], { body, headers: sentHeaders })
  const rowsOf = async ({ id }: CardRow) => {
    const text = 'select user_id::int, client_id, shown from card_reveals where card_id = $1'
    return (await service.db.pool.query(text, [id])).rows
  }
  const shown = route === 'pin' ? 'PIN' : 'DETAILS'

  describe('the encrypted request', () => {
    it.each(['RSA1_5', 'RSA-OAEP-256'] as const)(
      'D62: 200 for %s without content',
      async (wrap) => {
        const { reply, open } = await reveals(ann, route, card.token, { wrap })
        expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/jose'])
        expect(await open()).toHaveProperty('nonce')
      },
    )

    it('200 with content, whose nonce is in the reply', async () => {
      const content = JSON.stringify({ nonce: 'my nonce' })
      const { body, open } = emptyRequest(await fetchesKey(ann), 'RSA1_5', content)
      expect(await open((await send(body)).text)).toMatchObject({ nonce: 'my nonce' })
    })

    it('each reply to the same request is different', async () => {
      const { body } = emptyRequest(await fetchesKey(ann))
      const [first, second] = [await send(body), await send(body)]
      expect(first.text).not.toBe(second.text)
    })

    it.each<[string, (jwe: string) => string]>([
      ['text', () => 'hello'],
      ['four sections', (jwe) => jwe.split('.').slice(0, 4).join('.')],
      ['content without a tag', (jwe) => jwe.replace(/\.\.$/, '.YWJj.')],
      ['a tag without content', (jwe) => jwe.replace(/\.\.$/, '..YWJj')],
      ['another header member', (jwe) => jwe.replace(/^[^.]+/, headerWith({ crit: ['x'] }))],
      ['another algorithm', (jwe) => jwe.replace(/^[^.]+/, headerWith({ alg: 'none' }))],
    ])('D62: 400 card.payload.unreadable for %s, and nothing is recorded', async (_, change) => {
      const { body } = emptyRequest(await fetchesKey(ann))
      const reply = await send({ ...body, encryptedPayload: change(body.encryptedPayload) })
      expect(outcome(reply)).toBe('400 card.payload.unreadable')
      expect(await rowsOf(card)).toEqual([])
    })

    it('400 card.payload.unreadable at keyVersion for a version that does not exist', async () => {
      const { body } = emptyRequest(await fetchesKey(ann))
      const reply = await send({ ...body, keyVersion: 2 })
      expect(outcome(reply)).toBe('400 card.payload.unreadable')
      expect(reply.body.errors[0].path).toBe('keyVersion')
    })

    it('D62a: 200 for a wrong padding, with a reply that the client cannot open', async () => {
      const { body, open } = emptyRequest(await fetchesKey(ann))
      const sections = body.encryptedPayload.split('.')
      sections[1] = Buffer.concat([Buffer.alloc(1), randomBytes(255)]).toString('base64url')
      const reply = await send({ ...body, encryptedPayload: sections.join('.') })
      expect(reply.status).toBe(200)
      await expect(open(reply.text)).rejects.toThrow()
    })

    it.each([
      {},
      { keyVersion: 1 },
      { encryptedPayload: 'a.b.c..' },
      { keyVersion: 1, encryptedPayload: 'x'.repeat(4097) },
    ])('400 for the body %j', async (body) => {
      expect((await send(body)).status).toBe(400)
    })
  })

  describe('the card', () => {
    it('D63: 400 card.header.missing without the header', async () => {
      const { body } = emptyRequest(await fetchesKey(ann))
      expect(outcome(await send(body, {}))).toBe('400 card.header.missing')
    })

    it.each([
      [
        "another user's card",
        async () => (await issuesCard(service, await service.createUser())).token,
      ],
      ['a token that no card has', async () => '3cf3dd96-903e-473a-9bb4-a5cf93450793'],
      ['a token that is not a UUID', async () => "1' or '1'='1"],
    ])('D63: 404 card.not-found for %s, before any challenge', async (_, tokenOf) => {
      const token = await tokenOf()
      await setsPin(ann)
      const { reply } = await reveals(ann, route, token)
      expect(outcome(reply)).toBe('404 card.not-found')
      expect(reply.headers['x-2fa-approval']).toBeUndefined()
    })

    it.each<[string, CardMove[]]>([
      ['BLOCKED', ['block']],
      ['PARTNER_SUSPENDED', ['suspend']],
      ['EXPIRED', ['expire']],
      ['PURGED', ['expire', 'purge']],
    ])('D63: 403 card.status.not-allowed for a card that is %s', async (_, moves) => {
      let moved = card
      for (const move of moves) moved = await movesCard(service, moved, move)
      const { reply } = await reveals(ann, route, card.token)
      expect(outcome(reply)).toBe('403 card.status.not-allowed')
      expect(await rowsOf(card)).toEqual([])
    })

    it('D63: 403 for a physical card that is not active yet, 200 for a frozen one', async () => {
      const physical = await issuesCard(service, ann, { type: 'PHYSICAL' })
      expect(outcome((await reveals(ann, route, physical.token)).reply)).toBe(
        '403 card.status.not-allowed',
      )
      await ok(ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'FROZEN' } }))
      expect((await reveals(ann, route, card.token)).reply.status).toBe(200)
    })

    it('D63: 403 for an expired card that no sweep has moved yet', async () => {
      await expiresCard(service, card)
      expect(outcome((await reveals(ann, route, card.token)).reply)).toBe(
        '403 card.status.not-allowed',
      )
    })
  })

  describe('D63: with a factor', () => {
    beforeEach(() => setsPin(ann))
    const approvedFor = async (token: string, path = route) => {
      const oneTime = challengeToken((await reveals(ann, path, token)).reply)
      await answerChallenge(ann, oneTime, 'PIN')
      return { 'one-time-token': oneTime }
    }

    it('a token approves the card, also when the body was encrypted again with another content key', async () => {
      const approval = await approvedFor(card.token)
      const { reply, open } = await reveals(ann, route, card.token, { headers: approval })
      expect(reply.status).toBe(200)
      expect(await open()).toHaveProperty('nonce')
    })

    it('a token also approves the same bytes sent again', async () => {
      const { body } = emptyRequest(await fetchesKey(ann))
      const oneTime = challengeToken(await send(body))
      await answerChallenge(ann, oneTime, 'PIN')
      expect((await send(body, { ...headers(), 'one-time-token': oneTime })).status).toBe(200)
    })

    it('a token approves one view', async () => {
      const approval = await approvedFor(card.token)
      await reveals(ann, route, card.token, { headers: approval })
      expect((await reveals(ann, route, card.token, { headers: approval })).reply.status).toBe(403)
      expect(await rowsOf(card)).toHaveLength(1)
    })

    it('a token of another card, or of the other operation, approves nothing', async () => {
      const other = await issuesCard(service, ann)
      const ofOther = await approvedFor(other.token)
      expect((await reveals(ann, route, card.token, { headers: ofOther })).reply.status).toBe(403)
      const ofOperation = await approvedFor(card.token, route === 'pin' ? 'details' : 'pin')
      expect((await reveals(ann, route, card.token, { headers: ofOperation })).reply.status).toBe(
        403,
      )
      expect(await rowsOf(card)).toEqual([])
    })

    it('403 without an approval; nothing is recorded', async () => {
      expect((await reveals(ann, route, card.token)).reply.status).toBe(403)
      expect(await rowsOf(card)).toEqual([])
    })
  })

  describe('the record', () => {
    it('contains the user and the kind of data; the security log has a line without card data', async () => {
      const { open } = await reveals(ann, route, card.token)
      const data = await open()
      expect(await rowsOf(card)).toEqual([{ user_id: ann.userId, client_id: 'personal', shown }])
      const line = service.securityLines.findLast(({ cardId }) => cardId === card.id)
      expect(line).toMatchObject({ userId: ann.userId, profileId: ann.personal, shown })
      expect(JSON.stringify(line)).not.toContain(data['pan'] ?? data['pin'])
    })

    it('D63: 429 card.reveal.limit for the eleventh view of a card in a minute, which counts details and PIN together', async () => {
      for (let n = 0; n < 10; n++)
        expect((await reveals(ann, n % 2 ? 'pin' : 'details', card.token)).reply.status).toBe(200)
      const { reply } = await reveals(ann, route, card.token)
      expect(outcome(reply)).toBe('429 card.reveal.limit')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(await rowsOf(card)).toHaveLength(10)
      const other = await issuesCard(service, ann)
      expect((await reveals(ann, route, other.token)).reply.status).toBe(200)
    })

    it('D63: of two concurrent views after nine, 200 for the first and 429 for the second', async () => {
      for (let n = 0; n < 9; n++) await reveals(ann, route, card.token)
      const view = async () => (await reveals(ann, route, card.token)).reply.status
      const outcomes = await raceResults(service.db, cardLock(card), [view, view])
      expect(outcomes).toEqual([200, 429])
    })
  })
}

function headerWith(members: object): string {
  const header = { alg: 'RSA1_5', enc: 'A256GCM', ...members }
  return Buffer.from(JSON.stringify(header)).toString('base64url')
}
