// A change of a transfer with the events about it. Every change of stored transfers is made here, so that no transfer changes
// without its events, and the numbers of its events have no gaps.

import { type NewEvent, recordEvents } from '../../kernel/events.ts'
import { isFinal } from '../../kernel/states.ts'
import { isRepriced } from '../model.ts'
import type { TransferChange, TransferRow } from '../row.ts'
import { type TransferStatus, transferStates } from '../states.ts'
import { updateTransfers } from '../store.ts'
import { activeIssuesEvent, type EventBuilder, stateChangeEvent } from './event-payloads.ts'

/**
 * The transfer after the change, and the write steps that store it and its events. `extraEvents` come after the
 * events of the change itself.
 */
export function changeTransfer(
  before: TransferRow,
  change: TransferChange,
  now: Temporal.Instant,
  ...extraEvents: readonly EventBuilder[]
) {
  const { after, events } = applyChange(before, change, now, extraEvents)
  return {
    after,
    steps: [updateTransfers([{ before, after }], now), recordEvents(...events)] as const,
  }
}

export type PlannedChange = { readonly before: TransferRow; readonly change: TransferChange }

/** Changes many transfers of one profile, as `changeTransfer` changes one. */
export function changeTransfers(changing: readonly PlannedChange[], now: Temporal.Instant) {
  const rows = changing.map(({ before, change }) => ({
    before,
    ...applyChange(before, change, now),
  }))
  const events = rows.flatMap((row) => row.events)
  return {
    after: rows.map(({ after }) => after),
    steps: [updateTransfers(rows, now), recordEvents(...events)] as const,
  }
}

/** A transfer that is about to be inserted, with the count of its events, and these events. */
export function withEvents(transfer: TransferRow, now: Temporal.Instant) {
  const builders = [
    stateChangeEvent,
    ...(transfer.activeIssues.length > 0 ? [activeIssuesEvent] : []),
  ]
  const counted = { ...transfer, eventCount: builders.length }
  return { transfer: counted, events: buildEvents(builders, null, counted, now) }
}

function applyChange(
  before: TransferRow,
  change: TransferChange,
  now: Temporal.Instant,
  extraEvents: readonly EventBuilder[] = [],
): { after: TransferRow; events: NewEvent[] } {
  const { status = before.status, activeIssues = before.activeIssues } = change
  // A transfer that has ended has no issues, and the sandbox must not move it.
  const settledFields = isFinal(transferStates, status)
    ? { activeIssues: [], advancesAt: null }
    : { activeIssues }
  const builders = [
    ...(status === before.status ? [] : [stateChangeEvent]),
    ...(settledFields.activeIssues.join() === before.activeIssues.join()
      ? []
      : [activeIssuesEvent]),
    ...extraEvents,
  ]
  const eventCount = before.eventCount + builders.length
  const changed = { ...before, ...change, ...settledFields, eventCount }
  const heldPastLock = before.heldPastLock || releasesLate(before, changed, now)
  const after = { ...changed, heldPastLock }
  return { after, events: buildEvents(builders, before.status, after, now) }
}

/**
 * Whether the change resolves, after the rate lock, an issue of a transfer that is paid now: an issue that held the paid
 * money, or a deposit that was too small and is complete now (gap 322). Without `heldPastLock` the payer could wait for a
 * better rate and resolve the issue only then (D111a).
 */
function releasesLate(before: TransferRow, after: TransferRow, now: Temporal.Instant): boolean {
  const resolvesIssue = before.activeIssues.some((issue) => !after.activeIssues.includes(issue))
  return resolvesIssue && after.status === 'processing' && isRepriced(before, now)
}

/** Builds the events, numbered so that the last one has the number `transfer.eventCount`. */
function buildEvents(
  builders: readonly EventBuilder[],
  from: TransferStatus | null,
  transfer: TransferRow,
  now: Temporal.Instant,
): NewEvent[] {
  const firstNumber = transfer.eventCount - builders.length + 1
  return builders.map((build, n) => build({ from, transfer, number: firstNumber + n, now }))
}
