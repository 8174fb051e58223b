// What becomes of a direct debit, as the bank tells it (D29). Members are paid when the money came,
// all at once, and stopped when it is taken back; what has left by then is owed.

import { ensureStandard } from '../balances/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import { newEvent, recordEvents } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { next } from '../kernel/states.ts'
import { toMicrosecond } from '../kernel/wire.ts'
import {
  lockMembers,
  mayBounce,
  settleTransfers,
  takeBackMembers,
  transferStates,
} from '../transfers/index.ts'
import { bookPayment } from './book-payment.ts'
import { findInitiation, type InitiationRow, lockInitiation, moveRow } from './debit-store.ts'
import { InitiationNotFound, InitiationWrongStatus } from './errors.ts'
import { PaymentInitiationStateChange } from './events.ts'
import { returnCode } from './model.ts'
import { type InitiationMove, type InitiationStatus, paymentInitiationStates } from './states.ts'
import * as store from './store.ts'
import { lockWaiting } from './take-group.ts'

export type InitiationGoal = Exclude<InitiationStatus, 'NEW'>

const moveTo: Readonly<Record<InitiationGoal, InitiationMove>> = {
  PROCESSING: 'start',
  COMPLETED: 'complete',
  FAILED: 'fail',
  CHARGED_BACK: 'chargeBack',
}

type Asked = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly paymentInitiationId: Id<'payment-initiation'>
  readonly goal: InitiationGoal
  readonly now: Temporal.Instant
  readonly settings: Settings
}

/** A move to the status it is already in changes nothing. */
export async function moveInitiation(tx: Tx, asked: Asked): Promise<InitiationRow> {
  const { profileIds, paymentInitiationId, goal, now } = asked
  const about = { arguments: [paymentInitiationId] }
  const found =
    (await findInitiation(tx, profileIds, paymentInitiationId)) ?? refuse(InitiationNotFound, about)
  const group = await store.lockGroup(tx, found.profileId, found.batchGroupId)
  const before = await lockInitiation(tx, found)
  if (group === undefined || before === undefined)
    throw new Error(`payment initiation ${found.id} or its group vanished`)
  if (before.status === goal) return before
  if (next(paymentInitiationStates, before.status, moveTo[goal]) === undefined)
    refuse(InitiationWrongStatus, { arguments: [before.status, goal] })

  const payInId = goal === 'PROCESSING' ? await store.takePaymentId(tx) : before.payInId
  const { after, write } = moveRow(before, goal, payInId)
  await tx.write(write, recordEvents(stateChanged(before, after, now)))
  if (goal === 'COMPLETED') await pay(tx, group, after, asked)
  if (goal === 'FAILED') await tx.write(store.changeGroup(group, { debited: false }).write)
  if (goal === 'CHARGED_BACK') await takeBack(tx, group, now)
  return after
}

function stateChanged(before: InitiationRow, after: InitiationRow, now: Temporal.Instant) {
  const { id, batchGroupId, profileId, accountType, eventCount: number, status } = after
  return newEvent(
    PaymentInitiationStateChange,
    { profileId, subject: `payment-initiation:${id}`, number, occurredAt: now },
    {
      resource: { id, batchGroupId, profileId },
      previousStatus: before.status,
      newStatus: status,
      occurredAt: toMicrosecond(now),
      returnCode: returnCode(accountType, status),
    },
  )
}

async function pay(
  tx: Tx,
  group: store.GroupRow,
  { id, payInId: paymentId }: InitiationRow,
  { now, settings }: Asked,
): Promise<void> {
  if (paymentId === null) throw new Error(`payment initiation ${id} completes without a payment`)
  const by = { method: 'DIRECT_DEBIT' } as const
  const settled = await settleTransfers(tx, await lockWaiting(tx, group), by.method, now)
  await bookPayment(tx, { group, settled, by, paymentId, now, settings })
}

async function takeBack(tx: Tx, group: store.GroupRow, now: Temporal.Instant): Promise<void> {
  const { profileId, id, sourceCurrency } = group
  const members = await lockMembers(tx, profileId, id, transferStates.states)
  const paid = members.filter(({ paymentMethod }) => paymentMethod === 'DIRECT_DEBIT')
  const refundsTo = paid.some(mayBounce)
    ? (await ensureStandard(tx, profileId, sourceCurrency, now)).id
    : null
  await tx.write(...takeBackMembers(paid, refundsTo, now))
}
