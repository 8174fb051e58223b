// Records what the bank reports about a direct debit (D29). When the money arrives, all members are paid together. When the
// debit is charged back, the members whose money has not left are cancelled, and the amounts of all others become a debt.

import { ensureStandardBalance } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { newEvent, recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
import { next } from '../../kernel/states.ts'
import { toMicrosecond } from '../../kernel/wire.ts'
import {
  chargeBackMembers,
  lockMembers,
  mayBeRefunded,
  priceTransfers,
  transferStates,
} from '../../transfers/index.ts'
import { InitiationWrongStatus } from '../errors.ts'
import { initiationStateChanged } from '../events.ts'
import { lockWaitingMembers } from '../lapse-members.ts'
import { bookGroupPayment } from '../payments/book-group-payment.ts'
import { type InitiationMove, type InitiationStatus, paymentInitiationStates } from '../states.ts'
import { type GroupRow, generatePaymentId, lockGroup, updateGroup } from '../store.ts'
import { getInitiation } from './get-initiation.ts'
import { returnCode } from './model.ts'
import { type InitiationRow, lockInitiation, updateInitiation } from './store.ts'

export type NextInitiationStatus = Exclude<InitiationStatus, 'NEW'>

const moveByStatus: Readonly<Record<NextInitiationStatus, InitiationMove>> = {
  PROCESSING: 'start',
  COMPLETED: 'complete',
  FAILED: 'fail',
  CHARGED_BACK: 'chargeBack',
}

type Input = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly paymentInitiationId: Id<'payment-initiation'>
  readonly to: NextInitiationStatus
  readonly now: Temporal.Instant
  readonly settings: Settings
}

/** A move to the current status changes nothing. */
export async function moveInitiation(tx: Tx, input: Input): Promise<InitiationRow> {
  const { profileIds, paymentInitiationId, to, now } = input
  const found = await getInitiation(tx, profileIds, paymentInitiationId)
  const group = await lockGroup(tx, found.profileId, found.batchGroupId)
  const before = await lockInitiation(tx, found)
  if (group === undefined || before === undefined)
    throw new Error(`payment initiation ${found.id} or its group does not exist any more`)
  if (before.status === to) return before
  if (next(paymentInitiationStates, before.status, moveByStatus[to]) === undefined)
    refuse(InitiationWrongStatus, { arguments: [before.status, to] })

  const payInId = to === 'PROCESSING' ? await generatePaymentId(tx) : before.payInId
  const { after, write } = updateInitiation(before, to, payInId)
  await tx.write(write, recordEvents(initiationEvent(before, after, now)))
  if (to === 'COMPLETED') await payGroup(tx, group, after, input)
  if (to === 'FAILED') await tx.write(updateGroup(group, { debitInProgress: false }).write)
  if (to === 'CHARGED_BACK') await chargeBackGroup(tx, group, now)
  return after
}

function initiationEvent(before: InitiationRow, after: InitiationRow, now: Temporal.Instant) {
  const { id, batchGroupId, profileId, accountType, eventCount: number, status } = after
  return newEvent(
    initiationStateChanged,
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

async function payGroup(
  tx: Tx,
  group: GroupRow,
  { id, payInId: paymentId }: InitiationRow,
  { now, settings }: Input,
): Promise<void> {
  if (paymentId === null) throw new Error(`payment initiation ${id} completes without a payment id`)
  const by = { method: 'DIRECT_DEBIT' } as const
  const priced = await priceTransfers(tx, await lockWaitingMembers(tx, group), by.method, now)
  await bookGroupPayment(tx, { group, priced, by, paymentId, now, settings })
}

async function chargeBackGroup(tx: Tx, group: GroupRow, now: Temporal.Instant): Promise<void> {
  const { profileId, id, sourceCurrency } = group
  const members = await lockMembers(tx, profileId, id, { statuses: transferStates.states })
  const paid = members.filter(({ paymentMethod }) => paymentMethod === 'DIRECT_DEBIT')
  const refundsTo = paid.some(mayBeRefunded)
    ? (await ensureStandardBalance(tx, profileId, sourceCurrency, now)).id
    : null
  await tx.write(...chargeBackMembers(paid, refundsTo, now))
}
