// The endpoints of linked accounts and of direct debits that pay for a batch group.

import { DetailRequired } from '../../corridors/index.ts'
import { reads, writes, writesOneStatement } from '../../kernel/endpoint.ts'
import { ProfileOwes } from '../../ledger/index.ts'
import { transferPriceErrors } from '../../transfers/index.ts'
import {
  AccountCurrencyInvalid,
  AccountUnusable,
  DetailInvalid,
  GroupNotFound,
  InitiationNotFound,
  NotFundable,
  PaymentExists,
  PaymentTypeNotSupported,
} from '../errors.ts'
import { checkApprovable, findCoveredPayment, lockCoveredGroup } from '../payments/approval.ts'
import { GroupParams, ProfileParams } from '../schemas.ts'
import { getInitiation } from './get-initiation.ts'
import { initiatePayment } from './initiate-payment.ts'
import { linkAccount } from './link-account.ts'
import {
  DebitAccount,
  DebitAccounts,
  InitiatePayment,
  InitiationParams,
  LinkAccount,
  PaymentInitiation,
  showAccount,
  showInitiation,
} from './schemas.ts'
import { listAccounts } from './store.ts'

const access = { token: 'user', owns: 'profileId' } as const

export const initiate = writes(
  {
    id: 'batches.initiate-payment',
    operationId: 'createPaymentInitiation',
    route: 'POST /v1/profiles/{profileId}/batch-groups/{batchGroupId}/payment-initiations',
    summary: 'Pay a completed batch group by direct debit from a linked account.',
    spec: 'A 4.4, D29',
    access: { ...access, sca: 'PAYMENT_INITIATION__CREATE' },
    params: GroupParams,
    body: InitiatePayment,
    reply: PaymentInitiation,
    checkOwnership: checkApprovable,
    covers: {
      read: (db, input) => findCoveredPayment(db, input, 'DIRECT_DEBIT', input.body.accountId),
      lock: lockCoveredGroup,
    },
    // A client that did not receive the reply has no other way to find the initiation.
    idempotencyKey: 'accepted',
    onRepeat: PaymentExists,
    errors: [
      GroupNotFound,
      PaymentTypeNotSupported,
      AccountUnusable,
      PaymentExists,
      NotFundable,
      ProfileOwes,
      ...transferPriceErrors,
    ],
  },
  async (tx, input) => showInitiation(await initiatePayment(tx, input)),
)

export const readInitiation = reads(
  {
    id: 'batches.get-payment-initiation',
    operationId: 'getPaymentInitiation',
    route:
      'GET /v1/profiles/{profileId}/batch-groups/{batchGroupId}/payment-initiations/{paymentInitiationId}',
    summary: 'Get a payment initiation and the status of its direct debit.',
    spec: 'A 4.4, D29',
    access,
    params: InitiationParams,
    reply: PaymentInitiation,
    errors: [InitiationNotFound],
  },
  async (db, { params: { profileId, batchGroupId, paymentInitiationId: id } }) =>
    showInitiation(await getInitiation(db, [profileId], id, batchGroupId)),
)

export const link = writesOneStatement(
  {
    id: 'batches.link-account',
    operationId: 'createDirectDebitAccount',
    route: 'POST /v1/profiles/{profileId}/direct-debit-accounts',
    summary: 'Link an account at another bank, so that it can be debited.',
    spec: 'D29, Facts 9.6',
    access,
    params: ProfileParams,
    body: LinkAccount,
    reply: DebitAccount,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [AccountCurrencyInvalid, DetailRequired, DetailInvalid],
  },
  async (tx, { params, body, now }) =>
    showAccount(await linkAccount(tx, { ...params, ...body }, now)),
)

export const listLinkedAccounts = reads(
  {
    id: 'batches.list-accounts',
    operationId: 'listDirectDebitAccounts',
    route: 'GET /v1/profiles/{profileId}/direct-debit-accounts',
    summary: 'List the linked accounts of a profile, ascending by id.',
    spec: 'D29, Facts 9.6',
    access,
    params: ProfileParams,
    reply: DebitAccounts,
    errors: [],
  },
  async (db, { params }) => (await listAccounts(db, params.profileId)).map(showAccount),
)
