import Type, { type Static } from 'typebox'
import { DetailRequired } from '../corridors/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import { reads, writes, writesOnce } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { idIn, uuid } from '../kernel/wire.ts'
import { InsufficientFunds, ProfileOwes } from '../ledger/index.ts'
import { transferErrors } from '../profiles/index.ts'
import { InvalidRecipient, usableErrors } from '../quotes/index.ts'
import {
  CreateTransfer,
  DetailsInvalid,
  InvalidSourceAccount,
  listMemberIds,
  settleErrors,
  showTransfer,
  Transfer,
} from '../transfers/index.ts'
import { addTransfer } from './add-transfer.ts'
import { changeGroup } from './change-group.ts'
import { insufficientPayment } from './cover-from-balances.ts'
import { checkApprovable, coverPayment, holdGroup } from './cover-payment.ts'
import { createGroup } from './create-group.ts'
import { findInitiation, listAccounts } from './debit-store.ts'
import {
  AccountCurrencyInvalid,
  AccountUnusable,
  CancellationNotAllowed,
  CurrencyNotPayable,
  DetailInvalid,
  GroupClosed,
  GroupCurrencyMismatch,
  GroupEmpty,
  GroupFull,
  GroupNotFound,
  InitiationNotFound,
  NameTaken,
  NotCompletable,
  NotFundable,
  PaymentExists,
  PaymentTypeUnknown,
  VersionConflict,
} from './errors.ts'
import { fundGroup } from './fund-group.ts'
import { initiatePayment } from './initiate-payment.ts'
import { linkAccount } from './link-account.ts'
import {
  BatchGroup,
  ChangeGroup,
  CreateGroup,
  DebitAccount,
  DebitAccounts,
  FundGroup,
  InitiatePayment,
  LinkAccount,
  PaidGroup,
  PaymentInitiation,
  showAccount,
  showGroup,
  showInitiation,
  showPaid,
} from './schemas.ts'
import * as store from './store.ts'
import { groupAt } from './take-group.ts'

const OfProfile = Type.Object({ profileId: idIn('profile') })
const OneGroup = Type.Object({ profileId: idIn('profile'), batchGroupId: uuid('batch group id') })
const OneInitiation = Type.Object({
  ...OneGroup.properties,
  paymentInitiationId: idIn('payment-initiation'),
})
const own = { token: 'user', owns: 'profileId' } as const

async function shown<T>(
  db: Reader,
  group: store.GroupRow,
  show: (what: {
    group: store.GroupRow
    transferIds: Static<typeof BatchGroup>['transferIds']
  }) => T,
): Promise<T> {
  return show({ group, transferIds: await listMemberIds(db, group.profileId, group.id) })
}

export const create = writesOnce(
  {
    id: 'batches.create',
    operationId: 'createBatchGroup',
    route: 'POST /v3/profiles/{profileId}/batch-groups',
    summary: 'Open a batch group, whose transfers are paid together.',
    spec: 'A 4.4, D27, Facts 4.3',
    access: own,
    params: OfProfile,
    body: CreateGroup,
    reply: BatchGroup,
    status: 201,
    onRepeat: 'same',
    errors: [NameTaken, CurrencyNotPayable],
  },
  async (tx, input) => shown(tx, await createGroup(tx, input), showGroup),
)

export const get = reads(
  {
    id: 'batches.get',
    operationId: 'getBatchGroup',
    route: 'GET /v3/profiles/{profileId}/batch-groups/{batchGroupId}',
    summary: 'Read a batch group; a completed one says how to pay for it by bank transfer.',
    spec: 'A 4.4, D27, D28',
    access: own,
    params: OneGroup,
    reply: BatchGroup,
    errors: [GroupNotFound],
  },
  async (db, { params: { profileId, batchGroupId }, now }) => {
    const group = await store.findGroup(db, profileId, batchGroupId)
    if (group === undefined) refuse(GroupNotFound, { arguments: [batchGroupId] })
    return shown(db, await groupAt(db, group, now), (what) =>
      showGroup({ ...what, withPayIn: true }),
    )
  },
)

export const change = writes(
  {
    id: 'batches.change',
    operationId: 'updateBatchGroup',
    route: 'PATCH /v3/profiles/{profileId}/batch-groups/{batchGroupId}',
    summary: 'Complete a batch group, so that it can be paid, or cancel it and all its transfers.',
    spec: 'A 3.2, A 4.4, D27, D29',
    access: own,
    params: OneGroup,
    body: ChangeGroup,
    reply: BatchGroup,
    onRepeat: VersionConflict,
    errors: [GroupNotFound, VersionConflict, NotCompletable, GroupEmpty, CancellationNotAllowed],
  },
  async (tx, input) =>
    shown(tx, await changeGroup(tx, input), (what) => showGroup({ ...what, withPayIn: true })),
)

export const addOne = writesOnce(
  {
    id: 'batches.add-transfer',
    operationId: 'addTransferToBatchGroup',
    route: 'POST /v3/profiles/{profileId}/batch-groups/{batchGroupId}/transfers',
    summary: 'Create a transfer in a batch group.',
    spec: 'A 4.1, A 4.4, D7, D27',
    access: own,
    params: OneGroup,
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
    access: { ...own, sca: 'BATCH_GROUP__FUND' },
    params: OneGroup,
    body: FundGroup,
    reply: PaidGroup,
    checkOwnership: checkApprovable,
    covers: { read: (db, input) => coverPayment(db, input, 'BALANCE'), lock: holdGroup },
    onRepeat: PaymentExists,
    refusalFields: insufficientPayment,
    errors: [
      GroupNotFound,
      PaymentTypeUnknown,
      PaymentExists,
      NotFundable,
      ProfileOwes,
      ...settleErrors,
      InsufficientFunds,
    ],
  },
  async (tx, input) => shown(tx, await fundGroup(tx, input), showPaid),
)

export const initiate = writes(
  {
    id: 'batches.initiate-payment',
    operationId: 'createPaymentInitiation',
    route: 'POST /v1/profiles/{profileId}/batch-groups/{batchGroupId}/payment-initiations',
    summary: 'Pay a completed batch group by direct debit from a linked account.',
    spec: 'A 4.4, D29',
    access: { ...own, sca: 'PAYMENT_INITIATION__CREATE' },
    params: OneGroup,
    body: InitiatePayment,
    reply: PaymentInitiation,
    checkOwnership: checkApprovable,
    covers: {
      read: (db, input) => coverPayment(db, input, 'DIRECT_DEBIT', input.body.accountId),
      lock: holdGroup,
    },
    // A client that lost the reply has no other way to find the initiation again.
    idempotencyKey: 'accepted',
    onRepeat: PaymentExists,
    errors: [
      GroupNotFound,
      PaymentTypeUnknown,
      AccountUnusable,
      PaymentExists,
      NotFundable,
      ProfileOwes,
      ...settleErrors,
    ],
  },
  async (tx, input) => showInitiation(await initiatePayment(tx, input)),
)

export const getInitiation = reads(
  {
    id: 'batches.get-payment-initiation',
    operationId: 'getPaymentInitiation',
    route:
      'GET /v1/profiles/{profileId}/batch-groups/{batchGroupId}/payment-initiations/{paymentInitiationId}',
    summary: 'Read a payment initiation: how far the direct debit is.',
    spec: 'A 4.4, D29',
    access: own,
    params: OneInitiation,
    reply: PaymentInitiation,
    errors: [InitiationNotFound],
  },
  async (db, { params: { profileId, batchGroupId, paymentInitiationId: id } }) => {
    const found = await findInitiation(db, [profileId], id)
    if (found?.batchGroupId !== batchGroupId.toLowerCase())
      return refuse(InitiationNotFound, { arguments: [id] })
    return showInitiation(found)
  },
)

export const link = writesOnce(
  {
    id: 'batches.link-account',
    operationId: 'createDirectDebitAccount',
    route: 'POST /v1/profiles/{profileId}/direct-debit-accounts',
    summary: 'Link an account at another bank, so that it may be debited.',
    spec: 'D29, Facts 9.6',
    access: own,
    params: OfProfile,
    body: LinkAccount,
    reply: DebitAccount,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [AccountCurrencyInvalid, DetailRequired, DetailInvalid],
  },
  async (tx, { params, body, now }) =>
    showAccount(await linkAccount(tx, { ...params, ...body }, now)),
)

export const listLinked = reads(
  {
    id: 'batches.list-accounts',
    operationId: 'listDirectDebitAccounts',
    route: 'GET /v1/profiles/{profileId}/direct-debit-accounts',
    summary: 'List the linked accounts of a profile, ascending by id.',
    spec: 'D29, Facts 9.6',
    access: own,
    params: OfProfile,
    reply: DebitAccounts,
    errors: [],
  },
  async (db, { params }) => (await listAccounts(db, params.profileId)).map(showAccount),
)
