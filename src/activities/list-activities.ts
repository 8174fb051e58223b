import type { Reader } from '../kernel/database/db.ts'
import { ID_MAX, type Id } from '../kernel/ids.ts'
import { type Money, money } from '../kernel/money.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { readInstant } from '../kernel/wire.ts'
import { CursorInvalid, MomentInvalid } from './errors.ts'
import {
  type Activity,
  type ActivityStatus,
  mergePage,
  type Page,
  type ResourceType,
  readCursor,
  standingOf,
} from './model.ts'
import type { ActivitiesQuery } from './schemas.ts'
import * as store from './store.ts'

const SIZE = 10

/** A movement is written when its money moves. */
const MOVED: ActivityStatus = 'COMPLETED'

/** One page of what happened in a profile, newest first. */
export async function listActivities(
  db: Reader,
  profileId: Id<'profile'>,
  asked: ActivitiesQuery,
  now: Temporal.Instant,
): Promise<Page> {
  const { size = SIZE, nextCursor, status, monetaryResourceType: only } = asked
  const [since, until] = [momentOf(asked.since), momentOf(asked.until)]
  refuseAll([
    ...(since === 'bad' ? [{ kind: MomentInvalid, path: 'since' }] : []),
    ...(until === 'bad' ? [{ kind: MomentInvalid, path: 'until' }] : []),
  ])
  const from =
    nextCursor === undefined
      ? { TRANSFER: ID_MAX, BALANCE_TRANSACTION: ID_MAX }
      : (readCursor(nextCursor) ?? refuse(CursorInvalid, { arguments: [nextCursor] }))
  const filter = (resource: ResourceType): store.Filter => ({
    profileId,
    beforeId: from[resource],
    since: since === 'bad' ? undefined : since,
    until: until === 'bad' ? undefined : until,
    rowsMax: size + 1,
  })
  const [transfers, movements] = await Promise.all([
    only === 'BALANCE_TRANSACTION' ? [] : store.listTransfers(db, filter('TRANSFER'), status, now),
    only === 'TRANSFER' || (status ?? MOVED) !== MOVED
      ? []
      : store.listMovements(db, filter('BALANCE_TRANSACTION')),
  ])
  const streams = {
    TRANSFER: transfers.map(ofTransfer),
    BALANCE_TRANSACTION: movements.map(ofMovement),
  }
  return mergePage(streams, from, size)
}

function momentOf(text: string | undefined): Temporal.Instant | undefined | 'bad' {
  return text === undefined ? undefined : (readInstant(text) ?? 'bad')
}

function ofTransfer(row: store.TransferRow): Activity {
  const { name, sourceMinor, sourceCurrency, targetMinor, targetCurrency, ...rest } = row
  const { state, isHeldUp, ...told } = rest
  const paid = money(sourceMinor, sourceCurrency)
  const got = targetMinor === null ? undefined : money(targetMinor, targetCurrency)
  return {
    ...told,
    type: 'TRANSFER',
    resource: 'TRANSFER',
    about: name,
    primary: got ?? paid,
    secondary: got && other(paid, got),
    status: standingOf(state, isHeldUp),
  }
}

function ofMovement(row: store.MovementRow): Activity {
  const { type, name, sourceMinor, sourceCurrency, targetMinor, targetCurrency, ...told } = row
  const got = money(targetMinor, targetCurrency)
  const paid =
    sourceMinor === null || sourceCurrency === null ? got : money(sourceMinor, sourceCurrency)
  return {
    ...told,
    type: type === 'DEPOSIT' ? 'BALANCE_DEPOSIT' : 'INTERBALANCE',
    resource: 'BALANCE_TRANSACTION',
    about: name ?? targetCurrency,
    primary: got,
    secondary: other(paid, got),
    status: MOVED,
    updatedAt: row.createdAt,
  }
}

const other = (paid: Money, got: Money) => (paid.currency === got.currency ? undefined : paid)
