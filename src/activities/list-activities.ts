// Lists the activities of a profile: merges its transfers, balance movements and card transactions by time.

import type { Reader } from '../kernel/database/db.ts'
import { ID_MAX, type Id } from '../kernel/ids.ts'
import { type Money, money } from '../kernel/money.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { readInstant } from '../kernel/wire.ts'
import { type CardRow, listCardTransactions } from './card-store.ts'
import { CursorInvalid, MomentInvalid } from './errors.ts'
import {
  type Activity,
  type ActivityStatus,
  mergePage,
  type Page,
  type ResourceType,
  readCursor,
  resourceTypes,
  statusOf,
  statusOfCard,
} from './model.ts'
import type { ActivitiesQuery } from './schemas.ts'
import * as store from './store.ts'

const DEFAULT_SIZE = 10

/** A balance movement is recorded when its money moves, so it is always completed. */
const MOVEMENT_STATUS: ActivityStatus = 'COMPLETED'

/** Returns one page of the activities of a profile, newest first. */
export async function listActivities(
  db: Reader,
  profileId: Id<'profile'>,
  query: ActivitiesQuery,
  now: Temporal.Instant,
): Promise<Page> {
  const { size = DEFAULT_SIZE, nextCursor, status, monetaryResourceType: only } = query
  const [since, until] = [momentOf(query.since), momentOf(query.until)]
  refuseAll([
    ...(since === 'malformed' ? [{ kind: MomentInvalid, path: 'since' }] : []),
    ...(until === 'malformed' ? [{ kind: MomentInvalid, path: 'until' }] : []),
  ])
  const from =
    nextCursor === undefined
      ? { TRANSFER: ID_MAX, BALANCE_TRANSACTION: ID_MAX, CARD_TRANSACTION: ID_MAX }
      : (readCursor(nextCursor) ?? refuse(CursorInvalid, { arguments: [nextCursor] }))
  const filter = (resource: ResourceType): store.Filter => ({
    profileId,
    beforeId: from[resource],
    since: since === 'malformed' ? undefined : since,
    until: until === 'malformed' ? undefined : until,
    rowsMax: size + 1,
  })
  const wanted = resourceTypes.filter((type) => type === (only ?? type))
  const [transfers, movements, cardTransactions] = await Promise.all([
    wanted.includes('TRANSFER') ? store.listTransfers(db, filter('TRANSFER'), status, now) : [],
    wanted.includes('BALANCE_TRANSACTION') && (status ?? MOVEMENT_STATUS) === MOVEMENT_STATUS
      ? store.listMovements(db, filter('BALANCE_TRANSACTION'))
      : [],
    wanted.includes('CARD_TRANSACTION')
      ? listCardTransactions(db, filter('CARD_TRANSACTION'), status)
      : [],
  ])
  const streams = {
    TRANSFER: transfers.map(activityOfTransfer),
    BALANCE_TRANSACTION: movements.map(activityOfMovement),
    CARD_TRANSACTION: cardTransactions.map(activityOfCard),
  }
  return mergePage(streams, from, size)
}

function momentOf(text: string | undefined): Temporal.Instant | undefined | 'malformed' {
  return text === undefined ? undefined : (readInstant(text) ?? 'malformed')
}

function activityOfTransfer(row: store.TransferRow): Activity {
  const { name, sourceMinor, sourceCurrency, targetMinor, targetCurrency, ...rest } = row
  const { state, isHeldUp, ...others } = rest
  const paid = money(sourceMinor, sourceCurrency)
  const received = targetMinor === null ? undefined : money(targetMinor, targetCurrency)
  return {
    ...others,
    type: 'TRANSFER',
    resource: 'TRANSFER',
    title: name,
    primary: received ?? paid,
    secondary: received && inOtherCurrency(paid, received),
    status: statusOf(state, isHeldUp),
  }
}

function activityOfMovement(row: store.MovementRow): Activity {
  const { type, name, sourceMinor, sourceCurrency, targetMinor, targetCurrency, ...others } = row
  const received = money(targetMinor, targetCurrency)
  const paid =
    sourceMinor === null || sourceCurrency === null ? received : money(sourceMinor, sourceCurrency)
  return {
    ...others,
    type: type === 'DEPOSIT' ? 'BALANCE_DEPOSIT' : 'INTERBALANCE',
    resource: 'BALANCE_TRANSACTION',
    title: name ?? targetCurrency,
    primary: received,
    secondary: inOtherCurrency(paid, received),
    status: MOVEMENT_STATUS,
    updatedAt: row.createdAt,
  }
}

function activityOfCard(row: CardRow): Activity {
  const { type, state, name, minor, currency, debitMinor, debitCurrency, ...others } = row
  const primary = money(minor, currency)
  const debited =
    debitMinor === null || debitCurrency === null ? primary : money(debitMinor, debitCurrency)
  return {
    ...others,
    type: type === 'REFUND' ? 'CARD_REFUND' : 'CARD_PAYMENT',
    resource: 'CARD_TRANSACTION',
    title: name,
    primary,
    secondary: inOtherCurrency(debited, primary),
    status: statusOfCard(state),
  }
}

const inOtherCurrency = (paid: Money, received: Money) =>
  paid.currency === received.currency ? undefined : paid
