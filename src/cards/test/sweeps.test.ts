import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { advanceTo, testService } from '../../../test/support/service.ts'
import { isPanOf } from '../index.ts'
import { findSealedCard } from '../issue/issue-store.ts'
import type { CardMove } from '../states.ts'
import type { CardRow } from '../store.ts'
import { issuesCard, movesCard, readsCard, secretsOf } from './issued-cards.ts'

describe('sweeps of cards', () => {
  const service = testService()
  let ann: Person
  let now: Temporal.Instant
  beforeEach(async () => {
    ann = await service.createUser()
    now = service.now()
  })
  const readCurrent = (card: CardRow) => readsCard(service, card)
  /** A card that expires in an hour, and whose data is deleted in two hours. */
  const issuesExpiringCard = async (move?: CardMove) => {
    const issued = await issuesCard(service, ann)
    const card = move === undefined ? issued : await movesCard(service, issued, move)
    await service.db.pool.query('update cards set expires_at = $1, purges_at = $2 where id = $3', [
      now.add({ hours: 1 }).toString(),
      now.add({ hours: 2 }).toString(),
      card.id,
    ])
    return card
  }

  it.each([
    ['an active card', undefined],
    ['a frozen card', 'freeze'],
    ['a suspended card', 'suspend'],
  ] as const)('D60: %s expires and is then purged', async (_, move) => {
    const card = await issuesExpiringCard(move)
    const { pan } = await secretsOf(service, card)
    await service.advance({ minutes: 59 })
    expect((await readCurrent(card)).status).toBe(card.status)
    await service.advance({ minutes: 1 })
    expect(await readCurrent(card)).toMatchObject({ status: 'EXPIRED', statusBefore: null })
    expect(await isPanOf(service.db.reader, await readCurrent(card), pan)).toBe(true)
    await service.advance({ hours: 1 })
    const purged = await readCurrent(card)
    expect(purged).toMatchObject({
      status: 'PURGED',
      panIndex: null,
      lastDigits: card.lastDigits,
    })
    expect(await findSealedCard(service.db.reader, purged)).toBeUndefined()
    expect(await isPanOf(service.db.reader, purged, pan)).toBe(false)
  })

  it('D60: a blocked card stays blocked until it is purged', async () => {
    const card = await issuesExpiringCard('block')
    await service.advance({ minutes: 90 })
    expect((await readCurrent(card)).status).toBe('BLOCKED')
    await service.advance({ minutes: 30 })
    expect((await readCurrent(card)).status).toBe('PURGED')
  })

  it('the events about the issue, the expiry and the purge of a card have changed_by internal_system', async () => {
    const card = await issuesExpiringCard()
    await service.advance({ hours: 3 })
    const { rows } = await service.db.pool.query<{ payload: Record<string, string> }>(
      'select payload from events where subject = $1 order by number',
      [`card:${card.id}`],
    )
    expect(rows.map(({ payload }) => `${payload['card_status']} ${payload['changed_by']}`)).toEqual(
      ['ACTIVE internal_system', 'EXPIRED internal_system', 'PURGED internal_system'],
    )
  })
})

describe('expiry by the clock', () => {
  const service = testService()

  it('D60, D61: a card issued in January 2026 expires at the end of January 2031', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    await advanceTo(service, '2031-02-01T00:00:00Z', -1)
    expect((await readsCard(service, card)).status).toBe('ACTIVE')
    await advanceTo(service, '2031-02-01T00:00:00Z')
    expect((await readsCard(service, card)).status).toBe('EXPIRED')
  })
})
