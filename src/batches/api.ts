// The endpoints of batch groups: create, read, change, add a transfer, pay from balances.

import { DetailRequired } from '../corridors/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import { reads, writes, writesOneStatement } from '../kernel/endpoint.ts'
import { InsufficientFunds, ProfileOwes } from '../ledger/index.ts'
import { transferErrors } from '../profiles/index.ts'
import { InvalidRecipient, usableErrors } from '../quotes/index.ts'
import {
  CreateTransfer,
  DetailsInvalid,
  InvalidSourceAccount,
  listMemberIds,
  showTransfer,
  Transfer,
  transferPriceErrors,
} from '../transfers/index.ts'
import { EvidenceRequired } from '../verification/index.ts'
import { addTransfer } from './add-transfer.ts'
import { changeGroup } from './change-group.ts'
import { createGroup } from './create-group.ts'
import {
  CancellationNotAllowed,
  CurrencyNotPayable,
  GroupClosed,
  GroupCurrencyMismatch,
  GroupEmpty,
  GroupFull,
  GroupNotFound,
  NameTaken,
  NotCompletable,
  NotFundable,
  PaymentExists,
  PaymentTypeNotSupported,
  VersionConflict,
} from './errors.ts'
import { getGroup, groupAt } from './get-group.ts'
import { checkApprovable, findCoveredPayment, lockCoveredGroup } from './payments/approval.ts'
import { fundGroup, insufficientFundsFields } from './payments/fund-group.ts'
import {
  BatchGroup,
  ChangeGroup,
  CreateGroup,
  FundGroup,
  GroupParams,
  PaidGroup,
  ProfileParams,
  showGroup,
  showPaid,
} from './schemas.ts'
import type { GroupRow } from './store.ts'

export * from './direct-debits/api.ts'

const access = { token: 'user', owns: 'profileId' } as const

async function withTransferIds(db: Reader, group: GroupRow) {
  return { group, transferIds: await listMemberIds(db, group.profileId, group.id) }
}

export const create = writesOneStatement(
  {
    id: 'batches.create',
    operationId: 'createBatchGroup',
    route: 'POST /v3/profiles/{profileId}/batch-groups',
    summary: 'Create a batch group, whose transfers are paid together.',
    spec: 'A 4.4, D27, Facts 4.3',
    access,
    params: ProfileParams,
    body: CreateGroup,
    reply: BatchGroup,
    status: 201,
    onRepeat: 'same',
    errors: [NameTaken, CurrencyNotPayable],
  },
  async (tx, input) => showGroup(await withTransferIds(tx, await createGroup(tx, input))),
)

export const get = reads(
  {
    id: 'batches.get',
    operationId: 'getBatchGroup',
    route: 'GET /v3/profiles/{profileId}/batch-groups/{batchGroupId}',
    summary:
      'Get a batch group. A completed group contains the details for paying it by bank transfer.',
    spec: 'A 4.4, D27, D28',
    access,
    params: GroupParams,
    reply: BatchGroup,
    errors: [GroupNotFound],
  },
  async (db, { params: { profileId, batchGroupId }, now }) => {
    const group = await groupAt(db, await getGroup(db, profileId, batchGroupId), now)
    return showGroup({ ...(await withTransferIds(db, group)), hasPayInDetails: true })
  },
)

export const change = writes(
  {
    id: 'batches.change',
    operationId: 'updateBatchGroup',
    route: 'PATCH /v3/profiles/{profileId}/batch-groups/{batchGroupId}',
    summary: 'Complete a batch group, so that it can be paid, or cancel it and all its transfers.',
    spec: 'A 3.2, A 4.4, D27, D29',
    access,
    params: GroupParams,
    body: ChangeGroup,
    reply: BatchGroup,
    onRepeat: VersionConflict,
    errors: [GroupNotFound, VersionConflict, NotCompletable, GroupEmpty, CancellationNotAllowed],
  },
  async (tx, input) => {
    const group = await changeGroup(tx, input)
    return showGroup({ ...(await withTransferIds(tx, group)), hasPayInDetails: true })
  },
)

export const add = writesOneStatement(
  {
    id: 'batches.add-transfer',
    operationId: 'addTransferToBatchGroup',
    route: 'POST /v3/profiles/{profileId}/batch-groups/{batchGroupId}/transfers',
    summary: 'Create a transfer in a batch group.',
    spec: 'A 4.1, A 4.4, D7, D27',
    access,
    params: GroupParams,
    body: CreateTransfer,
    reply: Transfer,
    bodyKey: 'customerTransactionId',
    errors: [
      GroupNotFound,
      GroupClosed,
      GroupFull,
      GroupCurrencyMismatch,
      ...usableErrors,
      ...transferErrors,
      EvidenceRequired,
      InvalidRecipient,
      InvalidSourceAccount,
      DetailRequired,
      DetailsInvalid,
    ],
  },
  async (tx, input) => showTransfer(await addTransfer(tx, input), input.now),
)

export const fund = writes(
  {
    id: 'batches.fund',
    operationId: 'fundBatchGroup',
    route: 'POST /v3/profiles/{profileId}/batch-payments/{batchGroupId}/payments',
    summary: 'Pay a completed batch group from balances: all its transfers, or none.',
    spec: 'A 4.4, D28',
    access: { ...access, sca: 'BATCH_GROUP__FUND' },
    params: GroupParams,
    body: FundGroup,
    reply: PaidGroup,
    checkOwnership: checkApprovable,
    covers: {
      read: (db, input) => findCoveredPayment(db, input, 'BALANCE'),
      lock: lockCoveredGroup,
    },
    onRepeat: PaymentExists,
    refusalFields: insufficientFundsFields,
    errors: [
      GroupNotFound,
      PaymentTypeNotSupported,
      PaymentExists,
      NotFundable,
      ProfileOwes,
      ...transferPriceErrors,
      InsufficientFunds,
    ],
  },
  async (tx, input) => showPaid(await withTransferIds(tx, await fundGroup(tx, input))),
)
