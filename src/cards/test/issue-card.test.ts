import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { passesLuhn } from '../../corridors/forms/checksums.ts'
import { isPanOf } from '../index.ts'
import * as numbers from '../issue/numbers.ts'
import { findReservation } from '../issue/reservation-store.ts'
import { countAllCards, countOpenCards, findCard, findCardById } from '../store.ts'
import {
  issuesCard,
  issuesReserved,
  reservationLock,
  reservesCard,
  secretsOf,
} from './issued-cards.ts'

const service = testService()
let ann: Person
beforeEach(async () => {
  ann = await service.createUser()
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an issued card', () => {
  it('D60: a virtual card is ACTIVE, with the lifetime limit of its order, no other limit, and all permissions', async () => {
    const card = await issuesCard(service, ann, { lifetimeLimitMinor: 0n })
    expect(card).toMatchObject({
      status: 'ACTIVE',
      network: 'A',
      currency: 'GBP',
      lifetimeLimitMinor: 0n,
      transactionLimitMinor: null,
      dailyLimitMinor: null,
      monthlyLimitMinor: null,
      disabledPermissions: [],
      lockedPermissions: [],
      number: 1,
    })
    expect(card.activatedAt).toEqual(service.now())
  })

  it('D65: a physical card is INACTIVE, with contactless and magnetic stripe locked and off', async () => {
    const card = await issuesCard(service, ann, { type: 'PHYSICAL' })
    expect(card).toMatchObject({ status: 'INACTIVE', activatedAt: null })
    expect(card.lockedPermissions).toEqual(['POS_CONTACTLESS', 'POS_MAGSTRIPE'])
    expect(card.disabledPermissions).toEqual(card.lockedPermissions)
  })

  it('D61: has a number that belongs to no bank, with a valid check digit, and a PIN of four digits', async () => {
    const card = await issuesCard(service, ann)
    const { pan, pin } = await secretsOf(service, card)
    expect(pan).toMatch(/^999910\d{10}$/)
    expect(passesLuhn(pan)).toBe(true)
    expect(pin).toMatch(/^\d{4}$/)
    expect([card.bin, card.lastDigits]).toEqual(['999910', pan.slice(-4)])
  })

  it("isPanOf is true for the card's number and false for the number of another card", async () => {
    const [card, other] = [await issuesCard(service, ann), await issuesCard(service, ann)]
    const [{ pan }, { pan: otherPan }] = [
      await secretsOf(service, card),
      await secretsOf(service, other),
    ]
    expect(await isPanOf(service.db.reader, card, pan)).toBe(true)
    expect(await isPanOf(service.db.reader, card, otherPan)).toBe(false)
  })

  it('D61: expires at the end of the month of its issue, five years later', async () => {
    const card = await issuesCard(service, ann)
    expect([String(card.createdAt), String(card.expiresAt)]).toEqual([
      '2026-01-05T10:00:00Z',
      '2031-02-01T00:00:00Z',
    ])
  })

  it('records cards#card-status-change with the event number 1 for its first status', async () => {
    const card = await issuesCard(service, ann, { clientId: 'sandbox-partner' })
    const { rows } = await service.db.pool.query(
      'select name, number, payload from events where subject = $1',
      [`card:${card.id}`],
    )
    expect(rows).toEqual([
      {
        name: 'cards#card-status-change',
        number: 1,
        payload: {
          resource: {
            profile_id: ann.personal,
            client_id: 'sandbox-partner',
            card_token: card.token,
            type: 'card',
          },
          card_status: 'ACTIVE',
          changed_by: 'internal_system',
          occurred_at: '2026-01-05T10:00:00Z',
        },
      },
    ])
  })

  it('D61: gets a different number when the generated one was issued before', async () => {
    const first = await secretsOf(service, await issuesCard(service, ann))
    const generate = vi.spyOn(numbers, 'randomPan').mockReturnValueOnce(first.pan)
    const second = await secretsOf(service, await issuesCard(service, ann))
    expect(generate).toHaveBeenCalledTimes(2)
    expect(second.pan).not.toBe(first.pan)
  })

  it('D61a: no column of its row contains its number or its PIN in the clear', async () => {
    const card = await issuesCard(service, ann)
    const { pan, pin } = await secretsOf(service, card)
    const { rows } = await service.db.pool.query<{ columns: Record<string, unknown> }>(
      'select to_jsonb(c) as columns from cards c where c.id = $1',
      [card.id],
    )
    const columns = Object.values(rows[0]?.columns ?? {}).map(String)
    expect(columns).toContain(card.token)
    expect(columns.join(' ')).not.toContain(pan)
    // Other columns may contain four digits by chance, so the PIN is compared with whole columns and with its bytes.
    expect(columns).not.toContain(pin)
    for (const secret of [pan, pin])
      expect(columns.join(' ')).not.toContain(Buffer.from(secret).toString('hex'))
  })

  it('is not found with the id of another profile', async () => {
    const card = await issuesCard(service, ann)
    expect(await findCard(service.db.reader, ann.business, card.token)).toBeUndefined()
    expect(await findCardById(service.db.reader, ann.business, card.id)).toBeUndefined()
  })
})

describe('an order', () => {
  it('gets one card when its card is issued twice', async () => {
    const orderId = await reservesCard(service, ann)
    const card = await issuesReserved(service, ann, orderId)
    expect(await issuesReserved(service, ann, orderId)).toBeUndefined()
    expect(await findReservation(service.db.reader, ann.personal, orderId)).toMatchObject({
      cardId: card?.id,
    })
    expect(await countAllCards(service.db.reader, ann.personal)).toBe(1)
  })

  it('gets one card when two transactions issue its card concurrently', async () => {
    const orderId = await reservesCard(service, ann)
    const issues = () => issuesReserved(service, ann, orderId)
    const outcomes = await raceResults(service.db, reservationLock(ann, orderId), [issues, issues])
    expect(outcomes.map((card) => card !== undefined)).toEqual([true, false])
    expect(await countOpenCards(service.db.reader, ann.personal)).toEqual({
      virtual: 1,
      physical: 0,
    })
  })
})

it('the cards of a profile have consecutive numbers, also when they are issued concurrently', async () => {
  await issuesCard(service, ann)
  const orders = await Promise.all([1, 2, 3].map(() => reservesCard(service, ann)))
  const cards = await raceResults(
    service.db,
    rowLock('card_counters', { profile_id: ann.personal }),
    orders.map((orderId) => () => issuesReserved(service, ann, orderId)),
  )
  expect(cards.map((card) => card?.number).sort()).toEqual([2, 3, 4])
  expect(await countAllCards(service.db.reader, ann.personal)).toBe(4)
})
