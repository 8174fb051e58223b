import { describe, expect, it } from 'vitest'
import { cardTransactionStates } from '../../card-transactions/index.ts'
import { transferStates } from '../../transfers/index.ts'
import {
  type Activity,
  activityStatuses,
  type Cursor,
  cardTransactionStatesOf,
  conditionsOf,
  cursorText,
  mergePage,
  type ResourceType,
  readCursor,
  statusOfCardTransaction,
  statusOfTransfer,
} from '../model.ts'

/** A cursor above all ids of these tests. */
const START: Cursor = { TRANSFER: 99, BALANCE_TRANSACTION: 99, CARD_TRANSACTION: 99 }

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
  const CARD_TRANSACTION = [6, 5].map((minute, n) => activity('CARD_TRANSACTION', 2 - n, minute))
  /** All activities, newest first: the first letter of the resource, and the id. */
  const whole = ['T4', 'B3', 'T3', 'B2', 'C2', 'C1', 'T2', 'B1', 'T1']

  /** As the store lists them: the newest activities below an id, and one more than a page. */
  const listBelow = (all: readonly Activity[], id: number, size: number) =>
    all.filter((one) => one.id < id).slice(0, size + 1)

  it.each([1, 2, 3, 4, 6, 8, 9, 50])(
    'with size %i returns every activity once, in order',
    (size) => {
      const seen: string[] = []
      let cursor: Cursor | undefined = START
      let pages = 0
      while (cursor !== undefined) {
        const streams = {
          TRANSFER: listBelow(TRANSFER, cursor.TRANSFER, size),
          BALANCE_TRANSACTION: listBelow(BALANCE_TRANSACTION, cursor.BALANCE_TRANSACTION, size),
          CARD_TRANSACTION: listBelow(CARD_TRANSACTION, cursor.CARD_TRANSACTION, size),
        }
        const page = mergePage(streams, cursor, size)
        seen.push(...page.activities.map(({ resource, id }) => `${resource[0]}${id}`))
        cursor = page.next
        pages++
      }
      expect(seen).toEqual(whole)
      expect(pages).toBe(Math.ceil(whole.length / size))
    },
  )

  const nothing = { TRANSFER: [], BALANCE_TRANSACTION: [], CARD_TRANSACTION: [] }

  it.each(Object.entries({ TRANSFER, BALANCE_TRANSACTION, CARD_TRANSACTION }))(
    'returns the activities of %s when the other tables are empty',
    (resource, only) => {
      const page = mergePage({ ...nothing, [resource]: only }, START, 5)
      expect(page.activities).toEqual(only)
    },
  )

  it('returns no cursor for an empty page', () => {
    expect(mergePage(nothing, START, 5)).toEqual({
      activities: [],
      next: undefined,
    })
  })
})

describe('readCursor', () => {
  it('returns the cursor that cursorText wrote', () => {
    const cursor = {
      TRANSFER: 12,
      BALANCE_TRANSACTION: Number.MAX_SAFE_INTEGER,
      CARD_TRANSACTION: 3,
    }
    expect(readCursor(cursorText(cursor))).toEqual(cursor)
  })

  it.each([
    ['', 'the cursor is empty'],
    ['12.13', 'the cursor has two numbers'],
    ['1.2.9999999999999999', 'a number is not a safe integer'],
    ['9999999999999999.1.2', 'a number is not a safe integer'],
    ['x1.2.3', 'there is text before the numbers'],
    ['1.2.3x', 'there is text after the numbers'],
    ['1.2.3.4', 'the cursor has four numbers'],
    ['1..3', 'a number is missing'],
    ['-1.2.3', 'a number is negative'],
  ])('returns undefined for %j, because %s', (text) => {
    expect(readCursor(Buffer.from(text).toString('base64url'))).toBeUndefined()
  })
})

describe('the status of a transfer', () => {
  it.each([
    ['incoming_payment_waiting', false, 'REQUIRES_ATTENTION', 'the user has to pay'],
    ['incoming_payment_waiting', true, 'REQUIRES_ATTENTION', 'too little money arrived'],
    ['processing', false, 'IN_PROGRESS', 'the user need not act'],
    ['processing', true, 'REQUIRES_ATTENTION', 'the transfer stops until the issue is closed'],
    ['funds_converted', true, 'REQUIRES_ATTENTION', 'the recipient has not named an account yet'],
    ['bounced_back', false, 'IN_PROGRESS', 'the refund needs no action'],
    ['outgoing_payment_sent', true, 'COMPLETED', 'a sent payment cannot be held up'],
    ['funds_refunded', true, 'CANCELLED', 'the transfer has ended'],
    ['cancelled', true, 'CANCELLED', 'the transfer has ended'],
  ] as const)(
    '%s, with an active issue: %s, is %s because %s',
    (state, isHeldUp, status, _because) => {
      expect(statusOfTransfer({ state, isHeldUp })).toBe(status)
    },
  )

  it('conditionsOf selects each state only for the status that statusOfTransfer returns, and no state for UPCOMING', () => {
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
      expect(found).toEqual([statusOfTransfer({ state, isHeldUp })])
    }
    expect(conditionsOf('UPCOMING')).toEqual([])
  })
})

describe('the status of a card transaction', () => {
  it.each([
    ['IN_PROGRESS', 'IN_PROGRESS', 'the merchant has not collected the money'],
    ['COMPLETED', 'COMPLETED', 'the merchant has the money'],
    ['CANCELLED', 'CANCELLED', 'the money came back'],
    ['DECLINED', 'CANCELLED', 'no money moved, and no money will move'],
  ] as const)('%s is %s because %s', (state, status, _because) => {
    expect(statusOfCardTransaction(state)).toBe(status)
  })

  it('cardTransactionStatesOf returns each state for exactly one status, and no state for UPCOMING', () => {
    const listed = activityStatuses.flatMap(cardTransactionStatesOf)
    expect(listed.toSorted()).toEqual(cardTransactionStates.states.toSorted())
    expect(cardTransactionStatesOf('UPCOMING')).toEqual([])
  })
})
