// Requests the money of a whole group by direct debit. Until the debit succeeds or fails, the group
// cannot be paid in another way.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { requireNoDebt } from '../../ledger/index.ts'
import { priceTransfers } from '../../transfers/index.ts'
import { AccountUnusable, PaymentTypeNotSupported } from '../errors.ts'
import { lockGroupAt } from '../get-group.ts'
import { lockWaitingMembers } from '../lapse-members.ts'
import { checkPayable } from '../model.ts'
import { paymentInitiationStates } from '../states.ts'
import { updateGroup } from '../store.ts'
import { defaultReference } from './model.ts'
import { findAccount, generateInitiationId, type InitiationRow, insertInitiation } from './store.ts'

type Input = {
  readonly params: { readonly profileId: Id<'profile'>; readonly batchGroupId: string }
  readonly body: {
    readonly type: string
    readonly accountId: Id<'debit-account'>
    readonly reference?: string
  }
  readonly caller: UserCaller
  readonly now: Temporal.Instant
}

export async function initiatePayment(
  tx: Tx,
  { params, body, caller, now }: Input,
): Promise<InitiationRow> {
  const group = await lockGroupAt(tx, params.profileId, params.batchGroupId, now)
  const { profileId, id: batchGroupId } = group
  if (body.type !== 'DIRECT_DEBIT') refuse(PaymentTypeNotSupported, { arguments: [body.type] })
  const account = await findAccount(tx, profileId, body.accountId)
  if (account === undefined || account.currency !== group.sourceCurrency)
    refuse(AccountUnusable, { arguments: [body.accountId] })
  checkPayable(group)
  // Refuses members whose quotes do not allow a direct debit, before the bank is contacted.
  await priceTransfers(tx, await lockWaitingMembers(tx, group), 'DIRECT_DEBIT', now)

  const id = await generateInitiationId(tx)
  const initiation: InitiationRow = {
    profileId,
    id,
    batchGroupId,
    userId: caller.userId,
    accountId: account.id,
    accountType: account.type,
    reference: body.reference ?? defaultReference(id),
    status: paymentInitiationStates.initial,
    payInId: null,
    eventCount: 0,
    createdAt: now,
  }
  await tx.write(
    insertInitiation(initiation),
    updateGroup(group, { debitInProgress: true }).write,
    requireNoDebt(profileId),
  )
  return initiation
}
