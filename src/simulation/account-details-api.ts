// The endpoints that pay to account details as a bank would, and the endpoint that pays the fee of an order.

import Type from 'typebox'
import {
  AccountDetailsOrder,
  BalanceMissing,
  DetailsMissing,
  FeeNotDue,
  OrderNotFound,
  payDetailsFee,
  receivePayment,
  showOrder,
} from '../account-details/index.ts'
import { AmountNotExact, AmountNotPositive, BalanceFull } from '../balances/index.ts'
import { writes } from '../kernel/endpoint.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { idIn, uuid } from '../kernel/wire.ts'
import { InsufficientFunds, ProfileOwes } from '../ledger/index.ts'
import {
  ImportTransaction,
  IncomingPayment,
  ReceiveSwift,
  senderOf,
  showPayment,
} from './account-details-schemas.ts'

const ProfileParams = Type.Object({ profileId: idIn('profile') })

/** Client programs also read `code` and `message` at the top level of the reply (Facts 4.3). */
function topLevelError({ faults: [{ kind }] }: Refusal) {
  return kind === DetailsMissing ? { code: kind.code, message: kind.message } : undefined
}

const incomingPayment = {
  access: { token: 'user', owns: 'profileId' },
  sandboxOnly: true,
  params: ProfileParams,
  reply: IncomingPayment,
  idempotencyKey: 'accepted',
  onRepeat: 'another',
  errors: [DetailsMissing, AmountNotExact, AmountNotPositive, BalanceFull],
  refusalFields: topLevelError,
} as const

export const importTransaction = writes(
  {
    ...incomingPayment,
    id: 'simulation.bank-transactions-import',
    operationId: 'simulateBankTransactionImport',
    route: 'POST /v1/simulation/profiles/{profileId}/bank-transactions/import',
    summary: 'Receive a local payment to account details.',
    spec: 'D37, D55, Facts 9.5',
    body: ImportTransaction,
    status: 201,
  },
  async (tx, { params: { profileId }, body, random, now }) => {
    const { currency, amount, accountDetailsId, reference = '' } = body
    const payment = await receivePayment(tx, {
      profileId,
      currency,
      amount,
      kind: 'LOCAL',
      accountDetailsId,
      sender: senderOf(body.sender),
      reference,
      uetr: random.uuid(),
      now,
    })
    return showPayment(payment)
  },
)

export const swiftIn = writes(
  {
    ...incomingPayment,
    id: 'simulation.swift-in',
    operationId: 'simulateSwiftPayment',
    route: 'POST /v1/simulation/profiles/{profileId}/swift-in',
    summary: 'Receive a payment over SWIFT to the international account details.',
    spec: 'D55a, Facts 9.5',
    body: ReceiveSwift,
  },
  async (tx, { params: { profileId }, body, random, now }) => {
    const { currencyCode: currency, amount, reference = '' } = body
    const payment = await receivePayment(tx, {
      profileId,
      currency,
      amount,
      kind: 'SWIFT',
      sender: senderOf(body.sender),
      reference,
      uetr: random.uuid(),
      now,
    })
    return showPayment(payment)
  },
)

export const payOrderFee = writes(
  {
    id: 'simulation.account-details-top-up',
    operationId: 'simulateAccountDetailsTopUp',
    route: 'POST /v1/simulation/profiles/{profileId}/account-details-orders/{orderId}/top-up',
    summary:
      "Pay the fee that an order of account details requires, from the balance of the fee's currency.",
    spec: 'D54a, D88',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({ profileId: idIn('profile'), orderId: uuid('The order') }),
    reply: AccountDetailsOrder,
    idempotencyKey: 'accepted',
    onRepeat: FeeNotDue,
    errors: [OrderNotFound, FeeNotDue, BalanceMissing, InsufficientFunds, ProfileOwes],
  },
  async (tx, { params, now, settings }) =>
    showOrder(await payDetailsFee(tx, { ...params, now, settings })),
)
