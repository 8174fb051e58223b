import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { owesNothing } from '../ledger/index.ts'
import { settleTransfers } from '../transfers/index.ts'
import {
  findAccount,
  type InitiationRow,
  insertInitiation,
  takeInitiationId,
} from './debit-store.ts'
import { AccountUnusable, PaymentTypeUnknown } from './errors.ts'
import { referenceOf } from './model.ts'
import { paymentInitiationStates } from './states.ts'
import * as store from './store.ts'
import { checkPayable, lockWaiting, takeGroup } from './take-group.ts'

type Asked = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: {
    readonly type: string
    readonly accountId: Id<'debit-account'>
    readonly reference?: string
  }
  readonly caller: UserCaller
  readonly now: Temporal.Instant
}

/** Asks for the money of a whole group by direct debit; until it came, or failed, nothing else pays. */
export async function initiatePayment(
  tx: Tx,
  { params, body, caller, now }: Asked,
): Promise<InitiationRow> {
  const group = await takeGroup(tx, params.profileId, params.batchGroupId, now)
  const { profileId, id: batchGroupId } = group
  if (body.type !== 'DIRECT_DEBIT') refuse(PaymentTypeUnknown, { arguments: [body.type] })
  const account = await findAccount(tx, profileId, body.accountId)
  if (account === undefined || account.currency !== group.sourceCurrency)
    refuse(AccountUnusable, { arguments: [body.accountId] })
  checkPayable(group)
  // Refuses members whose quotes cannot be paid this way, before a bank is asked for anything.
  await settleTransfers(tx, await lockWaiting(tx, group), 'DIRECT_DEBIT', now)
  const id = await takeInitiationId(tx)
  const initiation: InitiationRow = {
    profileId,
    id,
    batchGroupId,
    userId: caller.userId,
    accountId: account.id,
    accountType: account.type,
    reference: body.reference ?? referenceOf(id),
    status: paymentInitiationStates.initial,
    payInId: null,
    eventCount: 0,
    createdAt: now,
  }
  await tx.write(
    insertInitiation(initiation),
    store.changeGroup(group, { debited: true }).write,
    owesNothing(profileId),
  )
  return initiation
}
