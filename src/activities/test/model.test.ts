import { describe, expect, it } from 'vitest'
import {
  type Activity,
  type Cursor,
  cursorText,
  mergePage,
  type ResourceType,
  readCursor,
} from '../model.ts'

const START: Cursor = { TRANSFER: 99, BALANCE_MOVEMENT: 99 }

function activity(resource: ResourceType, id: number, minute: number): Activity {
  const at = Temporal.Instant.from('2026-01-05T10:00:00Z').add({ minutes: minute })
  const primary = { minor: 1n, currency: 'GBP' }
  return {
    type: 'TRANSFER',
    resource,
    id,
    about: '',
    primary,
    secondary: undefined,
    status: 'COMPLETED',
    createdAt: at,
    updatedAt: at,
  }
}

describe('a page', () => {
  const TRANSFER = [9, 7, 4, 1].map((minute, n) => activity('TRANSFER', 4 - n, minute))
  const BALANCE_MOVEMENT = [8, 7, 2].map((minute, n) => activity('BALANCE_MOVEMENT', 3 - n, minute))
  const whole = ['T4', 'M3', 'T3', 'M2', 'T2', 'M1', 'T1']

  const below = (all: readonly Activity[], id: number, size: number) =>
    all.filter((one) => one.id < id).slice(0, size + 1)

  it.each([1, 2, 3, 4, 6, 7, 50])('of %i at a time reads everything once, in order', (size) => {
    const seen: string[] = []
    let cursor: Cursor | undefined = START
    let pages = 0
    while (cursor !== undefined) {
      const streams = {
        TRANSFER: below(TRANSFER, cursor.TRANSFER, size),
        BALANCE_MOVEMENT: below(BALANCE_MOVEMENT, cursor.BALANCE_MOVEMENT, size),
      }
      const page = mergePage(streams, cursor, size)
      seen.push(
        ...page.activities.map(({ resource, id }) => `${resource === 'TRANSFER' ? 'T' : 'M'}${id}`),
      )
      cursor = page.next
      pages++
    }
    expect(seen).toEqual(whole)
    expect(pages).toBe(Math.ceil(whole.length / size))
  })

  it('of nothing is the last', () => {
    expect(mergePage({ TRANSFER: [], BALANCE_MOVEMENT: [] }, START, 5)).toEqual({
      activities: [],
      next: undefined,
    })
  })
})

describe('a cursor', () => {
  it('is read as it was written', () => {
    const cursor = { TRANSFER: 12, BALANCE_MOVEMENT: Number.MAX_SAFE_INTEGER }
    expect(readCursor(cursorText(cursor))).toEqual(cursor)
  })

  it.each(['', 'x', 'MTI', Buffer.from('1.9999999999999999').toString('base64url')])(
    'is not %j',
    (text) => {
      expect(readCursor(text)).toBeUndefined()
    },
  )
})
