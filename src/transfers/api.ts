// The endpoints of transfers.

import Type from 'typebox'
import { DetailRequired, depositDetails } from '../corridors/index.ts'
import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import { reads, returnsDocument, writes, writesOneStatement } from '../kernel/endpoint.ts'
import type { Id } from '../kernel/ids.ts'
import { idIn } from '../kernel/wire.ts'
import { InsufficientFunds, ProfileOwes } from '../ledger/index.ts'
import { transferErrors } from '../profiles/index.ts'
import { InvalidRecipient, QuotesDiffer, usableErrors } from '../quotes/index.ts'
import { EvidenceRequired } from '../verification/index.ts'
import { createTransfer } from './create-transfer.ts'
import {
  BalanceUnusable,
  CancellationNotAllowed,
  DetailsInvalid,
  InBatchGroup,
  InvalidSourceAccount,
  NotFundable,
  PaymentExists,
  PaymentTypeNotSupported,
  ReceiptUnavailable,
  TimeZoneUnknown,
  TransferNotFound,
} from './errors.ts'
import { getMovableTransfer, getShownTransfer, getTransfer } from './get-transfer.ts'
import { cancelTransfer } from './moves/cancel-transfer.ts'
import { findCoveredFunding, lockForFunding } from './payments/approval.ts'
import { fundTransfer, rejectedPayment } from './payments/fund-transfer.ts'
import { listMoneyEntries } from './payments/list-money-entries.ts'
import { transferPriceErrors } from './payments/price-transfers.ts'
import { estimateDeliveryOf } from './queries/estimate-delivery.ts'
import { readReceipt, receiptDocument } from './queries/print-receipt.ts'
import {
  DeliveryEstimate,
  DeliveryQuery,
  DepositDetails,
  Issues,
  Payments,
  showIssues,
  showMoneyEntry,
} from './queries/schemas.ts'
import {
  CreateTransferV1,
  FundTransfer,
  formatTransfer,
  Payment,
  showPayment,
  showTransfer,
  Transfer,
} from './schemas.ts'

export * from './queries/list-api.ts'

const TransferParams = Type.Object({ transferId: idIn('transfer') })
const ProfileTransferParams = Type.Object({
  profileId: idIn('profile'),
  transferId: idIn('transfer'),
})

type TransferRequest = { params: { transferId: Id<'transfer'> }; caller: UserCaller }
const getOwnTransfer = (db: Reader, { params: { transferId }, caller }: TransferRequest) =>
  getTransfer(db, profileIds(caller), transferId)

export const create = writesOneStatement(
  {
    id: 'transfers.create',
    operationId: 'createTransfer',
    route: 'POST /v1/transfers',
    summary: 'Create a transfer from a quote and a recipient.',
    spec: 'A 4.1, D20',
    access: { token: 'user' },
    body: CreateTransferV1,
    reply: Transfer,
    bodyKey: 'customerTransactionId',
    errors: [
      QuotesDiffer,
      ...usableErrors,
      ...transferErrors,
      EvidenceRequired,
      InvalidRecipient,
      InvalidSourceAccount,
      DetailRequired,
      DetailsInvalid,
    ],
  },
  async (tx, input) => showTransfer(await createTransfer(tx, input), input.now),
)

export const get = reads(
  {
    id: 'transfers.get',
    operationId: 'getTransfer',
    route: 'GET /v1/transfers/{transferId}',
    summary: 'Get a transfer.',
    spec: 'D21',
    access: { token: 'user' },
    params: TransferParams,
    reply: Transfer,
    errors: [TransferNotFound],
  },
  async (db, { params: { transferId }, caller, now }) =>
    formatTransfer(await getShownTransfer(db, profileIds(caller), transferId), now),
)

export const cancel = writes(
  {
    id: 'transfers.cancel',
    operationId: 'cancelTransfer',
    route: 'PUT /v1/transfers/{transferId}/cancel',
    summary: 'Cancel a transfer; money already paid for it goes back where it came from.',
    spec: 'D21, D22',
    access: { token: 'user' },
    params: TransferParams,
    reply: Transfer,
    onRepeat: CancellationNotAllowed,
    errors: [TransferNotFound, InBatchGroup, CancellationNotAllowed],
  },
  async (tx, { params: { transferId }, caller, now, settings }) => {
    const input = { profileIds: profileIds(caller), transferId, now, settings }
    return showTransfer(await cancelTransfer(tx, input), now)
  },
)

const fundErrors = [
  TransferNotFound,
  PaymentTypeNotSupported,
  InBatchGroup,
  PaymentExists,
  NotFundable,
  BalanceUnusable,
  ProfileOwes,
  InsufficientFunds,
  ...transferPriceErrors,
]

export const fund = writesOneStatement(
  {
    id: 'transfers.fund',
    operationId: 'fundTransfer',
    route: 'POST /v3/profiles/{profileId}/transfers/{transferId}/payments',
    summary: 'Pay a transfer from a balance.',
    spec: 'D21, Facts 5.4',
    access: { token: 'user', owns: 'profileId', sca: 'TRANSFER__FUND' },
    params: ProfileTransferParams,
    body: FundTransfer,
    reply: Payment,
    status: 201,
    onRepeat: PaymentExists,
    errors: fundErrors,
    refusalFields: rejectedPayment,
    covers: {
      read: (db, { params: { profileId, transferId } }) =>
        findCoveredFunding(db, { profileIds: [profileId], transferId }),
      lock: (tx, { params: { profileId, transferId } }) =>
        lockForFunding(tx, { profileIds: [profileId], transferId }),
    },
  },
  async (tx, { params: { profileId, transferId }, body, now, settings }) => {
    const input = { profileIds: [profileId], transferId, body, now, settings }
    return showPayment(await fundTransfer(tx, input))
  },
)

export const fundById = writesOneStatement(
  {
    id: 'transfers.fund-by-id',
    operationId: 'fundTransferV1',
    route: 'POST /v1/transfers/{transferId}/payments',
    summary: 'Pay a transfer from a balance, without naming the profile.',
    spec: 'D21',
    access: { token: 'user', sca: 'TRANSFER__FUND' },
    params: TransferParams,
    body: FundTransfer,
    reply: Payment,
    status: 201,
    checkOwnership: getOwnTransfer,
    onRepeat: PaymentExists,
    errors: fundErrors,
    refusalFields: rejectedPayment,
    covers: {
      read: (db, { params: { transferId }, caller }) =>
        findCoveredFunding(db, { profileIds: profileIds(caller), transferId }),
      lock: (tx, { params: { transferId }, caller }) =>
        lockForFunding(tx, { profileIds: profileIds(caller), transferId }),
    },
  },
  async (tx, { params: { transferId }, body, caller, now, settings }) => {
    const input = { profileIds: profileIds(caller), transferId, body, now, settings }
    return showPayment(await fundTransfer(tx, input))
  },
)

export const getDepositDetails = reads(
  {
    id: 'transfers.deposit-details',
    operationId: 'getDepositDetails',
    route: 'GET /v1/profiles/{profileId}/transfers/{transferId}/deposit-details/bank-transfer',
    summary: 'Get the bank account and the reference for a payment by bank transfer.',
    spec: 'D21, Facts 5.4',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileTransferParams,
    reply: DepositDetails,
    errors: [TransferNotFound, InBatchGroup],
  },
  async (db, { params: { profileId, transferId } }) => {
    const transfer = await getMovableTransfer(db, [profileId], transferId)
    return depositDetails(transfer.sourceCurrency, `T${transfer.id}`)
  },
)

export const payments = reads(
  {
    id: 'transfers.payments',
    operationId: 'listTransferPayments',
    route: 'GET /v1/transfers/{transferId}/payments',
    summary: 'List the payments and refunds of a transfer.',
    spec: 'D21, D95, Facts 5.3',
    access: { token: 'user' },
    params: TransferParams,
    reply: Payments,
    errors: [TransferNotFound],
  },
  async (db, input) =>
    (await listMoneyEntries(db, await getOwnTransfer(db, input))).map(showMoneyEntry),
)

export const receipt = returnsDocument(
  {
    id: 'transfers.receipt',
    operationId: 'getTransferReceipt',
    route: 'GET /v1/transfers/{transferId}/receipt.pdf',
    summary:
      'Get a receipt as a PDF document, once the money has left and as long as it has not come back.',
    spec: 'D106',
    access: { token: 'user', sca: 'BALANCE__GET_STATEMENT' },
    params: TransferParams,
    documents: ['application/pdf'],
    reply: Type.String({ description: 'The receipt, as a PDF document' }),
    replyHeaders: ['content-disposition'],
    checkOwnership: getOwnTransfer,
    errors: [TransferNotFound, ReceiptUnavailable],
  },
  async (db, input) => {
    const transfer = await getOwnTransfer(db, input)
    const document = receiptDocument(await readReceipt(db, transfer), input.mode)
    return async () => ({
      mediaType: 'application/pdf',
      fileName: `receipt_${transfer.id}.pdf`,
      chunks: await input.print(transfer.profileId, document, []),
    })
  },
)

export const issues = reads(
  {
    id: 'transfers.issues',
    operationId: 'listTransferIssues',
    route: 'GET /v1/transfers/{transferId}/issues',
    summary: 'List the issues that hold a transfer up.',
    spec: 'D21, D22a',
    access: { token: 'user' },
    params: TransferParams,
    reply: Issues,
    errors: [TransferNotFound],
  },
  async (db, input) => showIssues(await getOwnTransfer(db, input)),
)

export const deliveryEstimate = reads(
  {
    id: 'transfers.delivery-estimate',
    operationId: 'getDeliveryEstimate',
    route: 'GET /v1/delivery-estimates/{transferId}',
    summary: 'Estimate when the recipient will have the money.',
    spec: 'D15, D21, Facts 7',
    access: { token: 'user' },
    params: TransferParams,
    query: DeliveryQuery,
    reply: DeliveryEstimate,
    errors: [TransferNotFound, TimeZoneUnknown],
  },
  async (db, input) =>
    estimateDeliveryOf(db, await getOwnTransfer(db, input), input.now, input.query.timezone),
)
