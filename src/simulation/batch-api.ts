// Endpoints that pay a batch group by bank transfer, and report the status of its direct debits, as a bank would.

import Type from 'typebox'
import { BalanceFull } from '../balances/index.ts'
import {
  BatchGroup,
  GroupNotFound,
  InitiationNotFound,
  InitiationWrongStatus,
  moveInitiation,
  type NextInitiationStatus,
  NotFundable,
  PayInAmountInvalid,
  PayInMismatch,
  PaymentExists,
  PaymentInitiation,
  ReceivePayIn,
  receivePayIn,
  showGroup,
  showInitiation,
} from '../batches/index.ts'
import { profileIds } from '../kernel/caller.ts'
import { writes } from '../kernel/endpoint.ts'
import { idIn, oneOf, uuid } from '../kernel/wire.ts'
import { ProfileOwes } from '../ledger/index.ts'
import { listMemberIds, transferPriceErrors } from '../transfers/index.ts'
import { inEitherCase } from './schemas.ts'

export const batchPayIn = writes(
  {
    id: 'simulation.batch-pay-in',
    operationId: 'simulateBatchGroupPayIn',
    route: 'POST /v1/simulation/profiles/{profileId}/batch-groups/{batchGroupId}/pay-in',
    summary: 'Receive the money for a batch group by bank transfer.',
    spec: 'D27',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({
      profileId: idIn('profile'),
      batchGroupId: uuid('The id of the batch group'),
    }),
    body: ReceivePayIn,
    reply: BatchGroup,
    idempotencyKey: 'accepted',
    onRepeat: PaymentExists,
    errors: [
      GroupNotFound,
      PayInMismatch,
      PayInAmountInvalid,
      PaymentExists,
      NotFundable,
      ProfileOwes,
      ...transferPriceErrors,
      BalanceFull,
    ],
  },
  async (tx, { params, body, now, settings }) => {
    const group = await receivePayIn(tx, { ...params, ...body, now, settings })
    const transferIds = await listMemberIds(tx, group.profileId, group.id)
    return showGroup({ group, transferIds, hasPayInDetails: true })
  },
)

const nextStatuses = ['PROCESSING', 'COMPLETED', 'FAILED', 'CHARGED_BACK'] as const

export const paymentInitiation = writes(
  {
    id: 'simulation.payment-initiation',
    operationId: 'simulatePaymentInitiation',
    route: 'POST /v1/simulation/payment-initiations/{paymentInitiationId}/{state}',
    summary: 'Report the status of a direct debit, as the bank does.',
    spec: 'D29',
    access: { token: 'user' },
    sandboxOnly: true,
    params: Type.Object({
      paymentInitiationId: idIn('payment-initiation'),
      state: oneOf(inEitherCase(nextStatuses), 'The new status'),
    }),
    reply: PaymentInitiation,
    onRepeat: 'same',
    errors: [InitiationNotFound, InitiationWrongStatus, ProfileOwes, ...transferPriceErrors],
  },
  async (tx, { params: { paymentInitiationId, state }, caller, now, settings }) => {
    const to = state.toUpperCase() as NextInitiationStatus
    const input = { profileIds: profileIds(caller), paymentInitiationId, to, now, settings }
    return showInitiation(await moveInitiation(tx, input))
  },
)
