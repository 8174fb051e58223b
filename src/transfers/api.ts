import Type from 'typebox'
import { depositDetails } from '../corridors/index.ts'
import { profileIds } from '../kernel/caller.ts'
import { reads, writes, writesOnce } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { idIn } from '../kernel/wire.ts'
import { InsufficientFunds } from '../ledger/index.ts'
import { transferBars } from '../profiles/index.ts'
import { AmountNotPayable, InvalidRecipient, usableErrors } from '../quotes/index.ts'
import { createTransfer } from './create-transfer.ts'
import {
  BalanceUnusable,
  CancellationNotAllowed,
  DetailsInvalid,
  DetailsRequired,
  InvalidSourceAccount,
  ListQueryInvalid,
  NotFundable,
  OptionUnavailable,
  PaymentExists,
  PaymentTypeUnknown,
  TransferNotFound,
} from './errors.ts'
import { fundTransfer } from './fund-transfer.ts'
import { listTransfers } from './list-transfers.ts'
import { cancelTransfer } from './move-transfer.ts'
import {
  CreateTransfer,
  DepositDetails,
  FundTransfer,
  ListTransfers,
  Payment,
  showTransfer,
  Transfer,
} from './schemas.ts'
import * as store from './store.ts'

const OneTransfer = Type.Object({ transferId: idIn('transfer') })
const OneOfProfile = Type.Object({ profileId: idIn('profile'), transferId: idIn('transfer') })

export const create = writesOnce(
  {
    id: 'transfers.create',
    route: 'POST /v1/transfers',
    summary: 'Create a transfer from a quote and a recipient.',
    spec: 'A 4.1, D20',
    access: { token: 'user' },
    body: CreateTransfer,
    reply: Transfer,
    errors: [
      ...usableErrors,
      ...transferBars,
      InvalidRecipient,
      InvalidSourceAccount,
      DetailsRequired,
      DetailsInvalid,
    ],
  },
  async (tx, input) => showTransfer(await createTransfer(tx, input), input.now),
)

export const get = reads(
  {
    id: 'transfers.get',
    route: 'GET /v1/transfers/{transferId}',
    summary: 'Read a transfer.',
    spec: 'D21',
    access: { token: 'user' },
    params: OneTransfer,
    reply: Transfer,
    errors: [TransferNotFound],
  },
  async (db, { params: { transferId }, caller, now }) => {
    const transfer = await store.findTransfer(db, profileIds(caller), transferId)
    return showTransfer(transfer ?? refuse(TransferNotFound, { arguments: [transferId] }), now)
  },
)

export const list = reads(
  {
    id: 'transfers.list',
    route: 'GET /v1/transfers',
    summary: 'List transfers of a profile, ascending by id.',
    spec: 'D21, Facts 5.3',
    access: { token: 'user' },
    query: ListTransfers,
    reply: Type.Array(Transfer),
    errors: [ListQueryInvalid],
  },
  async (db, { query, caller, now }) =>
    (await listTransfers(db, caller, query)).map((transfer) => showTransfer(transfer, now)),
)

export const cancel = writes(
  {
    id: 'transfers.cancel',
    route: 'PUT /v1/transfers/{transferId}/cancel',
    summary: 'Cancel a transfer; money already paid for it goes back where it came from.',
    spec: 'D21, D22',
    access: { token: 'user' },
    params: OneTransfer,
    reply: Transfer,
    errors: [TransferNotFound, CancellationNotAllowed],
  },
  async (tx, { params: { transferId }, caller, now, settings }) => {
    const asked = { profileIds: profileIds(caller), transferId, now, settings }
    return showTransfer(await cancelTransfer(tx, asked), now)
  },
)

export const fund = writesOnce(
  {
    id: 'transfers.fund',
    route: 'POST /v3/profiles/{profileId}/transfers/{transferId}/payments',
    summary: 'Pay a transfer from a balance.',
    spec: 'D21, Facts 5.4',
    access: { token: 'user', owns: 'profileId' },
    params: OneOfProfile,
    body: FundTransfer,
    reply: Payment,
    status: 201,
    errors: [
      TransferNotFound,
      PaymentTypeUnknown,
      PaymentExists,
      NotFundable,
      BalanceUnusable,
      InsufficientFunds,
      OptionUnavailable,
      AmountNotPayable,
    ],
  },
  async (tx, { params, body, now, settings }) => {
    const { paymentId } = await fundTransfer(tx, { ...params, body, now, settings })
    return {
      type: 'BALANCE',
      status: 'COMPLETED' as const,
      errorCode: null,
      errorMessage: null,
      balanceTransactionId: paymentId,
    }
  },
)

export const getDepositDetails = reads(
  {
    id: 'transfers.deposit-details',
    route: 'GET /v1/profiles/{profileId}/transfers/{transferId}/deposit-details/bank-transfer',
    summary: 'Where to pay a transfer by bank, and what the payment must say.',
    spec: 'D21, Facts 5.4',
    access: { token: 'user', owns: 'profileId' },
    params: OneOfProfile,
    reply: DepositDetails,
    errors: [TransferNotFound],
  },
  async (db, { params: { profileId, transferId } }) => {
    const transfer = await store.findTransfer(db, [profileId], transferId)
    if (transfer === undefined) refuse(TransferNotFound, { arguments: [transferId] })
    return depositDetails(transfer.sourceCurrency, `T${transfer.id}`)
  },
)
