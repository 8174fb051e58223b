// Positions in the feed. Neither ids nor times order the feed, because transactions commit in a different order than they
// begin. A position is therefore a snapshot of PostgreSQL: the transactions that had ended. The entries after a position
// are those of all other transactions, so no entry is lost or repeated, in whatever order transactions commit.

/** As `pg_current_snapshot()` prints it: transactions below `xmax` have ended, except those in progress. */
export type Snapshot = {
  readonly xmin: number
  readonly xmax: number
  /** Ascending. */
  readonly inProgress: readonly number[]
}

export type Position = {
  readonly seen: Snapshot
  /**
   * Set when only some entries of a transaction were sent: the last of them. `seen` does not show this transaction, so that
   * its other entries are sent next.
   */
  readonly within: RowKey | undefined
}

/** The tables of entries, in the order in which the entries of one transaction are sent. */
const sources = ['f', 'e', 'r'] as const
/** `f`: entries that only the feed has, `e`: events, `r`: requests. */
type Source = (typeof sources)[number]

export type RowKey = { readonly transaction: number; readonly source: Source; readonly row: number }

/** In characters: enough for a snapshot with several hundred transactions in progress. */
export const POSITION_LENGTH_MAX = 4000

/** How many requests and events ago a client without a position may begin; a choice of this project. */
export const RECENT_MAX = 100

const POSITION =
  /^(\d{1,15}):(\d{1,15}):((?:\d{1,15}(?:,\d{1,15})*)?)(?:~(\d{1,15})([a-z])(\d{1,16}))?$/

/** Undefined when the text is not a position. */
export function parsePosition(text: string): Position | undefined {
  const [, xmin, xmax, list = '', transaction, source, row] = POSITION.exec(text) ?? []
  const inProgress = list === '' ? [] : list.split(',').map(Number)
  const seen = { xmin: Number(xmin), xmax: Number(xmax), inProgress }
  if (xmin === undefined || !isConsistent(seen)) return undefined
  if (transaction === undefined) return { seen, within: undefined }
  const found = sources.find((known) => known === source)
  if (found === undefined) return undefined
  return { seen, within: { transaction: Number(transaction), source: found, row: Number(row) } }
}

/** Whether the numbers ascend, as those of a snapshot do. */
function isConsistent({ xmin, xmax, inProgress }: Snapshot): boolean {
  const bounds = [xmin - 1, ...inProgress, xmax]
  return xmin > 0 && xmin <= xmax && bounds.every((bound, n) => n === 0 || bound > bounds[n - 1]!)
}

export function formatSnapshot({ xmin, xmax, inProgress }: Snapshot): string {
  return `${xmin}:${xmax}:${inProgress.join()}`
}

export function formatPosition({ seen, within }: Position): string {
  if (within === undefined) return formatSnapshot(seen)
  return `${formatSnapshot(seen)}~${within.transaction}${within.source}${within.row}`
}

export function positionAt(seen: Snapshot): Position {
  return { seen, within: undefined }
}

/** The transactions up to `transaction` that `to` shows, and the later ones that `from` shows. */
export function advance(from: Snapshot, to: Snapshot, transaction: number): Snapshot {
  const xmax = Math.max(transaction + 1, from.xmax)
  const inProgress = [
    ...to.inProgress.filter((id) => id <= transaction),
    ...from.inProgress.filter((id) => id > transaction),
  ]
  return { xmin: inProgress[0] ?? xmax, xmax, inProgress }
}

/** Limits snapshot `now` to the transactions before this one. Those still in progress stay listed, so a later page shows them. */
export function snapshotBefore(transaction: number, now: Snapshot): Snapshot {
  const before = { xmin: transaction, xmax: transaction, inProgress: [] }
  return advance(before, now, transaction - 1)
}

/** Whether the entry with this key is of the transaction of `within`, and is the entry of `within` or comes before it. */
export function isSent({ within }: Position, { transaction, source, row }: RowKey): boolean {
  if (within?.transaction !== transaction) return false
  const [sent, order] = [sources.indexOf(within.source), sources.indexOf(source)]
  return order < sent || (order === sent && row <= within.row)
}

export function compareRowKeys(a: RowKey, b: RowKey): number {
  return (
    a.transaction - b.transaction ||
    sources.indexOf(a.source) - sources.indexOf(b.source) ||
    a.row - b.row
  )
}

/** The position after each row. `rowKeys` has the keys of all rows of one user between the two snapshots, in order. */
export function positionsOf(from: Snapshot, to: Snapshot, rowKeys: readonly RowKey[]): Position[] {
  return rowKeys.map((rowKey, n) => {
    const { transaction } = rowKey
    if (rowKeys[n + 1]?.transaction !== transaction)
      return positionAt(advance(from, to, transaction))
    return { seen: advance(from, to, transaction - 1), within: rowKey }
  })
}
