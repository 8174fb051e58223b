// No transfer changes without a word: what is told of a change is read off the rows before and after
// it, and numbered here, whether one transfer changes or the members of a group together.

import { type NewEvent, recordEvents } from '../kernel/events.ts'
import { isFinal } from '../kernel/states.ts'
import { casesChanged, stateChanged, type Tell } from './announce-moves.ts'
import { isRepriced } from './model.ts'
import type { TransferChange, TransferRow } from './row.ts'
import { type TransferStatus, transferStates } from './states.ts'
import { updateTransfers } from './store.ts'

/** The transfer as the change leaves it, and the parts that write and tell it; `further` is told last. */
export function changeTransfer(
  before: TransferRow,
  change: TransferChange,
  now: Temporal.Instant,
  ...further: readonly Tell[]
) {
  const { after, told } = changed(before, change, now, further)
  return {
    after,
    write: [updateTransfers([{ before, after }], now), recordEvents(...told)] as const,
  }
}

export type Changing = { readonly before: TransferRow; readonly change: TransferChange }

/** The same for many transfers of one profile. */
export function changeTransfers(changing: readonly Changing[], now: Temporal.Instant) {
  const rows = changing.map(({ before, change }) => ({ before, ...changed(before, change, now) }))
  const told = rows.flatMap((row) => row.told)
  return {
    after: rows.map(({ after }) => after),
    write: [updateTransfers(rows, now), recordEvents(...told)] as const,
  }
}

/** A transfer that is yet to be written, and what is told of it. */
export function introduce(fresh: TransferRow, now: Temporal.Instant) {
  const tells = [stateChanged, ...(fresh.activeIssues.length > 0 ? [casesChanged] : [])]
  const transfer = { ...fresh, eventCount: tells.length }
  return { transfer, told: numbered(tells, null, transfer, now) }
}

function changed(
  before: TransferRow,
  change: TransferChange,
  now: Temporal.Instant,
  further: readonly Tell[] = [],
): { after: TransferRow; told: NewEvent[] } {
  const { status = before.status, activeIssues = before.activeIssues } = change
  // What has ended is held up by nothing any more, and does not move on by itself.
  const ended = isFinal(transferStates, status)
    ? { activeIssues: [], advancesAt: null }
    : { activeIssues }
  const tells = [
    ...(status === before.status ? [] : [stateChanged]),
    ...(ended.activeIssues.join() === before.activeIssues.join() ? [] : [casesChanged]),
    ...further,
  ]
  const eventCount = before.eventCount + tells.length
  const moved = { ...before, ...change, ...ended, eventCount }
  const after = { ...moved, heldPastLock: before.heldPastLock || releasesLate(before, moved, now) }
  return { after, told: numbered(tells, before.status, after, now) }
}

/**
 * Whether the change ends a case that held paid money past its rate lock. Without the mark the payer
 * could wait for a better rate and end the case only then (D111a).
 */
function releasesLate(before: TransferRow, after: TransferRow, now: Temporal.Instant): boolean {
  const releases = before.activeIssues.some((held) => !after.activeIssues.includes(held))
  return releases && after.status === 'processing' && isRepriced(before, now)
}

function numbered(
  tells: readonly Tell[],
  from: TransferStatus | null,
  transfer: TransferRow,
  now: Temporal.Instant,
): NewEvent[] {
  const first = transfer.eventCount - tells.length + 1
  return tells.map((tell, n) => tell({ from, transfer, number: first + n, now }))
}
