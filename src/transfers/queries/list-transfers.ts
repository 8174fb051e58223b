// One page of a profile's transfers, ascending by id.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Fault, refuseAll } from '../../kernel/refusal.ts'
import { isDay, readMoment } from '../../kernel/wire.ts'
import { personalProfile } from '../../users/index.ts'
import { ListQueryInvalid } from '../errors.ts'
import { listedStatuses } from '../model.ts'
import type { TransferRow } from '../row.ts'
import type { ListTransfers } from '../schemas.ts'
import { listTransfers as listPage } from './list-store.ts'

const LIMIT_DEFAULT = 100

/**
 * Empty for a profile that is not the caller's, and for a caller who names no profile and has no personal one: a list
 * reveals no more about the profiles of others than a 404 does.
 */
export async function listTransfers(
  db: Reader,
  caller: UserCaller,
  query: ListTransfers,
): Promise<TransferRow[]> {
  const { limit = LIMIT_DEFAULT, offset = 0 } = query
  const createdFrom = instantOf(query.createdDateStart, 'start')
  const createdBefore = instantOf(query.createdDateEnd, 'end')
  const statuses =
    query.status === undefined
      ? null
      : [...new Set(query.status.split(',').map((status) => status.trim()))]
  refuseAll([
    ...profileFaults(query),
    ...(offset % limit === 0 ? [] : [fault('offset', 'inconsistent pagination', offset)]),
    ...(createdFrom === 'bad' ? [fault('createdDateStart')] : []),
    ...(createdBefore === 'bad' ? [fault('createdDateEnd')] : []),
    ...(statuses ?? [])
      .filter((status) => !listedStatuses.includes(status))
      .map((status) => fault('status', `there is no status ${status}`, status)),
  ])
  const profileId = profileOf(caller, query.profile ?? query.profileId)
  if (profileId === undefined) return []
  return listPage(db, {
    profileId,
    statuses,
    sourceCurrency: query.sourceCurrency ?? null,
    targetCurrency: query.targetCurrency ?? null,
    createdFrom: createdFrom as Temporal.Instant | null,
    createdBefore: createdBefore as Temporal.Instant | null,
    afterId: query.seekPosition ?? 0,
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

function profileOf(
  caller: UserCaller,
  named: Id<'profile'> | undefined,
): Id<'profile'> | undefined {
  if (named === undefined) return personalProfile(caller)?.id
  return caller.profiles.find(({ id }) => id === named)?.id
}

function fault(path: string, message = 'Invalid parameters', value?: number | string): Fault {
  return { kind: ListQueryInvalid, path, message, arguments: value === undefined ? [] : [value] }
}

/**
 * Both ends are inclusive. An end that is a day includes the whole day, and an end that is a moment its whole second,
 * because a transfer shows its creation time to the second (D96).
 */
function instantOf(
  text: string | undefined,
  end: 'start' | 'end',
): Temporal.Instant | null | 'bad' {
  if (text === undefined) return null
  const instant = readMoment(text)
  if (instant === undefined) return 'bad'
  if (end === 'start') return instant
  if (isDay(text)) return instant.add({ hours: 24 })
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).add({ seconds: 1 })
}
