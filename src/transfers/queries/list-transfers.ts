import { personalProfile, type UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Fault, refuseAll } from '../../kernel/refusal.ts'
import { isDay, readMoment } from '../../kernel/wire.ts'
import { ListQueryInvalid } from '../errors.ts'
import type { TransferRow } from '../row.ts'
import type { ListTransfers } from '../schemas.ts'
import { transferStates } from '../states.ts'
import { listTransfers as listPage } from './list-store.ts'

const LIMIT_DEFAULT = 100

// Clients ask for statuses of the interface (Facts 5.2) that no transfer of ours is ever in.
const neverReached = [
  'incoming_payment_initiated',
  'waiting_recipient_input_to_proceed',
  'charged_back',
  'unknown',
]
const knownStatuses = new Set<string>([...transferStates.states, ...neverReached])

/**
 * One page, ascending by id. A profile that is not the caller's has no transfers to show, and
 * neither has a caller without a personal profile who names none.
 */
export async function listTransfers(
  db: Reader,
  caller: UserCaller,
  asked: ListTransfers,
): Promise<TransferRow[]> {
  const { limit = LIMIT_DEFAULT, offset = 0 } = asked
  const createdFrom = instantOf(asked.createdDateStart, 'start')
  const createdBefore = instantOf(asked.createdDateEnd, 'end')
  const statuses =
    asked.status === undefined
      ? null
      : [...new Set(asked.status.split(',').map((status) => status.trim()))]
  refuseAll([
    ...profileFaults(asked),
    ...(offset % limit === 0 ? [] : [fault('offset', 'inconsistent pagination', offset)]),
    ...(createdFrom === 'bad' ? [fault('createdDateStart')] : []),
    ...(createdBefore === 'bad' ? [fault('createdDateEnd')] : []),
    ...(statuses ?? [])
      .filter((status) => !knownStatuses.has(status))
      .map((status) => fault('status', `there is no status ${status}`, status)),
  ])
  const profileId = profileOf(caller, asked.profile ?? asked.profileId)
  if (profileId === undefined) return []
  return listPage(db, {
    profileId,
    statuses,
    sourceCurrency: asked.sourceCurrency ?? null,
    targetCurrency: asked.targetCurrency ?? null,
    createdFrom: createdFrom as Temporal.Instant | null,
    createdBefore: createdBefore as Temporal.Instant | null,
    afterId: asked.seekPosition ?? 0,
    limit,
    offset,
  })
}

/** D96: `profileId` is another name of `profile`. */
function profileFaults({ profile, profileId }: ListTransfers): Fault[] {
  if (profile === undefined || profileId === undefined || profile === profileId) return []
  return [
    fault('profileId', 'Send either profile or profileId, or the same id as both.', profileId),
  ]
}

function profileOf(
  caller: UserCaller,
  asked: Id<'profile'> | undefined,
): Id<'profile'> | undefined {
  if (asked === undefined) return personalProfile(caller)?.id
  return caller.profiles.find(({ id }) => id === asked)?.id
}

function fault(path: string, message = 'Invalid parameters', value?: number | string): Fault {
  return { kind: ListQueryInvalid, path, message, arguments: value === undefined ? [] : [value] }
}

/**
 * A day means its start or, as an end, the start of the next: both ends are inclusive. A moment as an
 * end includes its whole second, because a transfer shows its creation time to the second (D96).
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
