// One page of a profile's transfers.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { ID_MAX, type Id } from '../../kernel/ids.ts'
import { type Fault, refuseAll } from '../../kernel/refusal.ts'
import { isDay, readInstantOrDay } from '../../kernel/wire.ts'
import { personalProfile } from '../../users/index.ts'
import { ListQueryInvalid } from '../errors.ts'
import { listedStatuses } from '../model.ts'
import type { TransferRow } from '../row.ts'
import { LIMIT_MAX, type ListTransfers } from '../schemas.ts'
import { listPage, type Order } from './list-store.ts'
import type { ListSummaries } from './summary-schemas.ts'

/** The first two words are documented (Facts 4.3). */
const OFFSET_MESSAGE = 'inconsistent pagination: send an offset that is a multiple of limit.'
/** The years are those that `readInstantOrDay` accepts. */
const DATE_MESSAGE =
  'Send a date, such as 2026-01-05, or a time in RFC 3339, such as 2026-01-05T10:00:00Z, in the years 1 to 9998.'
const STATUS_MESSAGE =
  'Send statuses of transfers, separated by commas, such as processing,cancelled.'

/** The query of either list. Only the list in ascending order has `seekPosition`, only the other list has `beforeId`. */
type TransferQuery = ListTransfers & Pick<ListSummaries, 'beforeId'>

/**
 * Empty for a profile that is not the caller's, and for a caller who names no profile and has no personal one: a list
 * reveals no more about the profiles of others than a 404 does.
 */
export async function listTransfers(
  db: Reader,
  caller: UserCaller,
  query: TransferQuery,
  order: Order,
): Promise<TransferRow[]> {
  const { limit = LIMIT_MAX, offset = 0 } = query
  const created = createdBetween(query)
  const statuses =
    query.status === undefined
      ? null
      : [...new Set(query.status.split(',').map((status) => status.trim()))]
  refuseAll([
    ...profileFaults(query),
    ...(offset % limit === 0 ? [] : [fault('offset', OFFSET_MESSAGE, offset)]),
    ...created.faults,
    ...statusFaults(statuses ?? []),
  ])
  const profileId = profileOf(caller, query.profile ?? query.profileId)
  if (profileId === undefined) return []
  return listPage(db, {
    profileId,
    statuses,
    sourceCurrency: query.sourceCurrency ?? null,
    targetCurrency: query.targetCurrency ?? null,
    createdFrom: created.from,
    createdBefore: created.before,
    afterId: query.seekPosition ?? 0,
    beforeId: query.beforeId ?? ID_MAX + 1,
    order,
    limit,
    offset,
  })
}

/** `profileId` is another name of `profile` (D96). */
function profileFaults({ profile, profileId }: ListTransfers): Fault[] {
  if (profile === undefined || profileId === undefined || profile === profileId) return []
  return [
    fault('profileId', 'Send either profile or profileId, or the same id as both.', profileId),
  ]
}

function statusFaults(statuses: readonly string[]): Fault[] {
  return statuses
    .filter((status) => !listedStatuses.includes(status))
    .map((status) => fault('status', `There is no status "${status}". ${STATUS_MESSAGE}`, status))
}

function profileOf(
  caller: UserCaller,
  named: Id<'profile'> | undefined,
): Id<'profile'> | undefined {
  if (named === undefined) return personalProfile(caller)?.id
  return caller.profiles.find(({ id }) => id === named)?.id
}

function fault(path: string, message: string, value: number | string): Fault {
  return { kind: ListQueryInvalid, path, message, arguments: [value] }
}

type CreatedBetween = {
  /** Inclusive; null without a limit. */
  readonly from: Temporal.Instant | null
  /** Exclusive; null without a limit. */
  readonly before: Temporal.Instant | null
  readonly faults: readonly Fault[]
}

function createdBetween({ createdDateStart, createdDateEnd }: ListTransfers): CreatedBetween {
  const from = createdDateStart === undefined ? null : readInstantOrDay(createdDateStart)
  const before = createdDateEnd === undefined ? null : exclusiveEnd(createdDateEnd)
  return {
    from: from ?? null,
    before: before ?? null,
    faults: [
      ...dateFaults('createdDateStart', createdDateStart, from),
      ...dateFaults('createdDateEnd', createdDateEnd, before),
    ],
  }
}

function dateFaults(
  path: string,
  text: string | undefined,
  time: Temporal.Instant | null | undefined,
): Fault[] {
  return text === undefined || time !== undefined ? [] : [fault(path, DATE_MESSAGE, text)]
}

/**
 * The end of the day, or of the second, that `createdDateEnd` names, because both ends are inclusive and a transfer
 * shows its creation time to the second (D96). Undefined for any other text.
 */
function exclusiveEnd(text: string): Temporal.Instant | undefined {
  const instant = readInstantOrDay(text)
  if (isDay(text)) return instant?.add({ hours: 24 })
  return instant?.round({ smallestUnit: 'second', roundingMode: 'floor' }).add({ seconds: 1 })
}
