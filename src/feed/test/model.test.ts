// Tests the rules of positions on random snapshots, without a database.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advance,
  formatPosition,
  isSent,
  parsePosition,
  positionAt,
  positionsOf,
  type RowKey,
  type Snapshot,
} from '../model.ts'

const shows = ({ xmax, inProgress }: Snapshot, transaction: number) =>
  transaction < xmax && !inProgress.includes(transaction)

const snapshotOf = (xmax: number, inProgress: readonly number[]): Snapshot => ({
  xmin: inProgress[0] ?? xmax,
  xmax,
  inProgress,
})

const TRANSACTIONS = 20

/** Two snapshots, of which the later one shows at least what the earlier one shows. */
const snapshotPair = fc
  .tuple(
    fc.integer({ min: 1, max: TRANSACTIONS }),
    fc.integer({ min: 1, max: TRANSACTIONS }),
    fc.subarray(Array.from({ length: TRANSACTIONS }, (_, n) => n + 1)),
    fc.subarray(Array.from({ length: TRANSACTIONS }, (_, n) => n + 1)),
  )
  .map(([a, b, first, ended]) => {
    const [before, after] = [Math.min(a, b), Math.max(a, b)]
    const open = first.filter((transaction) => transaction < before)
    const stillOpen = [
      ...open.filter((transaction) => !ended.includes(transaction)),
      ...first.filter((transaction) => transaction >= before && transaction < after),
    ]
    return [snapshotOf(before, open), snapshotOf(after, stillOpen)] as const
  })

describe('a position', () => {
  it('is unchanged after formatting and parsing', () => {
    fc.assert(
      fc.property(snapshotPair, fc.constantFrom('f', 'e', 'r'), ([from], source) => {
        const position = { seen: from, within: { transaction: 7, source, row: 12 } } as const
        expect(parsePosition(formatPosition(position))).toEqual(position)
        expect(parsePosition(formatPosition(positionAt(from)))).toEqual(positionAt(from))
      }),
    )
  })

  it('advanced to a transaction shows earlier transactions and that one like the later snapshot, and all further ones like the earlier snapshot', () => {
    fc.assert(
      fc.property(snapshotPair, fc.integer({ min: 1, max: TRANSACTIONS }), ([from, to], last) => {
        fc.pre(shows(to, last) && !shows(from, last))
        const advanced = advance(from, to, last)
        for (let transaction = 1; transaction <= TRANSACTIONS + 1; transaction++)
          expect([transaction, shows(advanced, transaction)]).toEqual([
            transaction,
            shows(transaction <= last ? to : from, transaction),
          ])
      }),
    )
  })

  it('after an entry excludes that entry and all earlier ones, and no later one', () => {
    fc.assert(
      fc.property(snapshotPair, ([from, to]) => {
        const rowKeys: RowKey[] = []
        for (let transaction = 1; transaction <= TRANSACTIONS; transaction++)
          if (shows(to, transaction) && !shows(from, transaction))
            rowKeys.push(
              { transaction, source: 'f', row: 3 },
              { transaction, source: 'e', row: 1 },
              { transaction, source: 'e', row: 2 },
            )
        const positions = positionsOf(from, to, rowKeys)
        expect(positions).toHaveLength(rowKeys.length)
        for (const [n, position] of positions.entries()) {
          const notSent = rowKeys.filter(
            (rowKey) => !shows(position.seen, rowKey.transaction) && !isSent(position, rowKey),
          )
          expect(notSent).toEqual(rowKeys.slice(n + 1))
        }
      }),
    )
  })
})
