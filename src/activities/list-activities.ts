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
  statusOfCardTransaction,
  statusOfTransfer,
} from './model.ts'
import { type ActivitiesQuery, PAGE_SIZE_DEFAULT } from './schemas.ts'
import * as store from './store.ts'

/** A balance movement is recorded when its money moves, so it is always completed. */
const MOVEMENT_STATUS: ActivityStatus = 'COMPLETED'

/** Returns one page of the activities of a profile, newest first. */
export async function listActivities(
  db: Reader,
  profileId: Id<'profile'>,
  query: ActivitiesQuery,
  now: Temporal.Instant,
): Promise<Page> {
  const { size = PAGE_SIZE_DEFAULT, nextCursor, status, monetaryResourceType: listedType } = query
  const interval = readInterval(query)
  const from =
    nextCursor === undefined
      ? { TRANSFER: ID_MAX, BALANCE_TRANSACTION: ID_MAX, CARD_TRANSACTION: ID_MAX }
      : (readCursor(nextCursor) ?? refuse(CursorInvalid, { arguments: [nextCursor] }))
  const filterFor = (resource: ResourceType): store.Filter => ({
    profileId,
    beforeId: from[resource],
    ...interval,
    rowsMax: size + 1,
  })
  const isListed = (type: ResourceType) => listedType === undefined || listedType === type
  const canBeMovement = status === undefined || status === MOVEMENT_STATUS
  const [transfers, movements, cardTransactions] = await Promise.all([
    isListed('TRANSFER') ? store.listTransfers(db, filterFor('TRANSFER'), status, now) : [],
    isListed('BALANCE_TRANSACTION') && canBeMovement
      ? store.listMovements(db, filterFor('BALANCE_TRANSACTION'))
      : [],
    isListed('CARD_TRANSACTION')
      ? listCardTransactions(db, filterFor('CARD_TRANSACTION'), status)
      : [],
  ])
  const lists = {
    TRANSFER: transfers.map(activityOfTransfer),
    BALANCE_TRANSACTION: movements.map(activityOfMovement),
    CARD_TRANSACTION: cardTransactions.map(activityOfCard),
  }
  return mergePage(lists, from, size)
}

/** Both ends are inclusive; undefined without a limit. Refuses malformed times. */
function readInterval(query: ActivitiesQuery): Pick<store.Filter, 'since' | 'until'> {
  const readMoment = (text: string | undefined) =>
    text === undefined ? undefined : readInstant(text)
  const interval = { since: readMoment(query.since), until: readMoment(query.until) }
  refuseAll(
    (['since', 'until'] as const)
      .filter((path) => query[path] !== undefined && interval[path] === undefined)
      .map((path) => ({ kind: MomentInvalid, path })),
  )
  return interval
}

function activityOfTransfer(row: store.TransferRow): Activity {
  const { name, sourceMinor, sourceCurrency, targetMinor, targetCurrency, state, isHeldUp } = row
  const paid = money(sourceMinor, sourceCurrency)
  const received = targetMinor === null ? undefined : money(targetMinor, targetCurrency)
  return {
    type: 'TRANSFER',
    resource: 'TRANSFER',
    id: row.id,
    title: name,
    primary: received ?? paid,
    secondary: received && secondaryOf(paid, received),
    status: statusOfTransfer({ state, isHeldUp }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

function activityOfMovement(row: store.MovementRow): Activity {
  const { type, name, sourceMinor, sourceCurrency, targetMinor, targetCurrency } = row
  const received = money(targetMinor, targetCurrency)
  const paid =
    sourceMinor === null || sourceCurrency === null ? received : money(sourceMinor, sourceCurrency)
  return {
    type: type === 'DEPOSIT' ? 'BALANCE_DEPOSIT' : 'INTERBALANCE',
    resource: 'BALANCE_TRANSACTION',
    id: row.id,
    title: name ?? targetCurrency,
    primary: received,
    secondary: secondaryOf(paid, received),
    status: MOVEMENT_STATUS,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
  }
}

function activityOfCard(row: CardRow): Activity {
  const { type, state, name, minor, currency, balanceMinor, balanceCurrency } = row
  const primary = money(minor, currency)
  const onBalance =
    balanceMinor === null || balanceCurrency === null
      ? primary
      : money(balanceMinor, balanceCurrency)
  return {
    type: type === 'REFUND' ? 'CARD_REFUND' : 'CARD_PAYMENT',
    resource: 'CARD_TRANSACTION',
    id: row.id,
    title: name,
    primary,
    secondary: secondaryOf(onBalance, primary),
    status: statusOfCardTransaction(state),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** The amount that was paid or refunded; undefined when its currency is that of the primary amount. */
function secondaryOf(paid: Money, primary: Money): Money | undefined {
  return paid.currency === primary.currency ? undefined : paid
}
