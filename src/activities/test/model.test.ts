import { describe, expect, it } from 'vitest'
import { transferStates } from '../../transfers/index.ts'
import {
  type Activity,
  activityStatuses,
  type Cursor,
  conditionsOf,
  cursorText,
  mergePage,
  type ResourceType,
  readCursor,
  statusOf,
} from '../model.ts'

const START: Cursor = { TRANSFER: 99, BALANCE_TRANSACTION: 99 }

function activity(resource: ResourceType, id: number, minute: number): Activity {
  const at = Temporal.Instant.from('2026-01-05T10:00:00Z').add({ minutes: minute })
  const primary = { minor: 1n, currency: 'GBP' }
  return {
    type: 'TRANSFER',
    resource,
    id,
    title: '',
    primary,
    secondary: undefined,
    status: 'COMPLETED',
    createdAt: at,
    updatedAt: at,
  }
}

describe('mergePage', () => {
  const TRANSFER = [9, 7, 4, 1].map((minute, n) => activity('TRANSFER', 4 - n, minute))
  const BALANCE_TRANSACTION = [8, 7, 2].map((minute, n) =>
    activity('BALANCE_TRANSACTION', 3 - n, minute),
  )
  const whole = ['T4', 'M3', 'T3', 'M2', 'T2', 'M1', 'T1']

  const idsBelow = (all: readonly Activity[], id: number, size: number) =>
    all.filter((one) => one.id < id).slice(0, size + 1)

  it.each([1, 2, 3, 4, 6, 7, 50])('with size %i returns every activity once, in order', (size) => {
    const seen: string[] = []
    let cursor: Cursor | undefined = START
    let pages = 0
    while (cursor !== undefined) {
      const streams = {
        TRANSFER: idsBelow(TRANSFER, cursor.TRANSFER, size),
        BALANCE_TRANSACTION: idsBelow(BALANCE_TRANSACTION, cursor.BALANCE_TRANSACTION, size),
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

  it('returns the activities of one table when the other has none', () => {
    const streams = { TRANSFER: [], BALANCE_TRANSACTION }
    expect(mergePage(streams, START, 5).activities).toEqual(BALANCE_TRANSACTION)
    expect(mergePage({ TRANSFER, BALANCE_TRANSACTION: [] }, START, 5).activities).toEqual(TRANSFER)
  })

  it('returns no cursor for an empty page', () => {
    expect(mergePage({ TRANSFER: [], BALANCE_TRANSACTION: [] }, START, 5)).toEqual({
      activities: [],
      next: undefined,
    })
  })
})

describe('readCursor', () => {
  it('returns the cursor that cursorText wrote', () => {
    const cursor = { TRANSFER: 12, BALANCE_TRANSACTION: Number.MAX_SAFE_INTEGER }
    expect(readCursor(cursorText(cursor))).toEqual(cursor)
  })

  it.each([
    ['', 'it is empty'],
    ['12', 'it has one number'],
    ['1.9999999999999999', 'the number is not a safe integer'],
    ['x1.2', 'there is text before the numbers'],
    ['1.2x', 'there is text after the numbers'],
    ['1.2.3', 'it has three numbers'],
    ['-1.2', 'a number is negative'],
  ])('returns undefined for %j, because %s', (text) => {
    expect(readCursor(Buffer.from(text).toString('base64url'))).toBeUndefined()
  })
})

describe('the status of a transfer', () => {
  it.each([
    ['incoming_payment_waiting', false, 'REQUIRES_ATTENTION', 'it has to be paid'],
    ['incoming_payment_waiting', true, 'REQUIRES_ATTENTION', 'too little money arrived'],
    ['processing', false, 'IN_PROGRESS', 'it needs no action'],
    ['processing', true, 'REQUIRES_ATTENTION', 'it stops until the issue is closed'],
    ['funds_converted', true, 'REQUIRES_ATTENTION', 'it has no recipient yet'],
    ['bounced_back', false, 'IN_PROGRESS', 'the refund needs no action'],
    ['outgoing_payment_sent', true, 'COMPLETED', 'a sent payment cannot be held up'],
    ['funds_refunded', true, 'CANCELLED', 'it is over'],
    ['cancelled', true, 'CANCELLED', 'it is over'],
  ] as const)(
    '%s, with an active issue: %s, is %s because %s',
    (state, isHeldUp, status, _because) => {
      expect(statusOf(state, isHeldUp)).toBe(status)
    },
  )

  it('conditionsOf selects a state exactly for the status that statusOf returns', () => {
    const pairs = transferStates.states.flatMap((state) => [
      { state, isHeldUp: false },
      { state, isHeldUp: true },
    ])
    for (const { state, isHeldUp } of pairs) {
      const found = activityStatuses.filter((status) =>
        conditionsOf(status).some(
          (one) => one.state === state && (one.isHeldUp ?? isHeldUp) === isHeldUp,
        ),
      )
      expect(found).toEqual([statusOf(state, isHeldUp)])
    }
    expect(conditionsOf('UPCOMING')).toEqual([])
  })
})
