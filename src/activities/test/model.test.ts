import { describe, expect, it } from 'vitest'
import { transferStates } from '../../transfers/index.ts'
import {
  type Activity,
  activityStatuses,
  type Cursor,
  cursorText,
  mergePage,
  type ResourceType,
  readCursor,
  standingOf,
  standingsOf,
} from '../model.ts'

const START: Cursor = { TRANSFER: 99, BALANCE_TRANSACTION: 99 }

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
  const BALANCE_TRANSACTION = [8, 7, 2].map((minute, n) =>
    activity('BALANCE_TRANSACTION', 3 - n, minute),
  )
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
        BALANCE_TRANSACTION: below(BALANCE_TRANSACTION, cursor.BALANCE_TRANSACTION, size),
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
    expect(mergePage({ TRANSFER: [], BALANCE_TRANSACTION: [] }, START, 5)).toEqual({
      activities: [],
      next: undefined,
    })
  })
})

describe('a cursor', () => {
  it('is read as it was written', () => {
    const cursor = { TRANSFER: 12, BALANCE_TRANSACTION: Number.MAX_SAFE_INTEGER }
    expect(readCursor(cursorText(cursor))).toEqual(cursor)
  })

  it.each(['', 'x', 'MTI', Buffer.from('1.9999999999999999').toString('base64url')])(
    'is not %j',
    (text) => {
      expect(readCursor(text)).toBeUndefined()
    },
  )
})

describe('how a transfer stands', () => {
  it.each([
    ['incoming_payment_waiting', false, 'REQUIRES_ATTENTION', 'somebody has to pay it'],
    ['incoming_payment_waiting', true, 'REQUIRES_ATTENTION', 'too little money came'],
    ['processing', false, 'IN_PROGRESS', 'it moves by itself'],
    ['processing', true, 'REQUIRES_ATTENTION', 'it does not move until the case is closed'],
    ['funds_converted', true, 'REQUIRES_ATTENTION', 'nobody said where the money is to go'],
    ['bounced_back', false, 'IN_PROGRESS', 'the money comes back by itself'],
    ['outgoing_payment_sent', true, 'COMPLETED', 'nothing can hold it up any more'],
    ['funds_refunded', true, 'CANCELLED', 'it is over'],
    ['cancelled', true, 'CANCELLED', 'it is over'],
  ] as const)('%s, held up: %s, is %s: %s', (state, isHeldUp, stands, _because) => {
    expect(standingOf(state, isHeldUp)).toBe(stands)
  })

  it('is found by each status as it is told', () => {
    const pairs = transferStates.states.flatMap((state) => [
      { state, isHeldUp: false },
      { state, isHeldUp: true },
    ])
    for (const { state, isHeldUp } of pairs) {
      const found = activityStatuses.filter((status) =>
        standingsOf(status).some(
          (one) => one.state === state && (one.isHeldUp ?? isHeldUp) === isHeldUp,
        ),
      )
      expect(found).toEqual([standingOf(state, isHeldUp)])
    }
    expect(standingsOf('UPCOMING')).toEqual([])
  })
})
