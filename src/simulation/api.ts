// The sandbox's hand: it moves what outside parties and time would move. It never replaces the core.

import Type from 'typebox'
import { BalanceNotFound, topUp, topUpErrors } from '../balances/index.ts'
import { profileIds } from '../kernel/caller.ts'
import { type Endpoint, writes, writesOnce } from '../kernel/endpoint.ts'
import { money, toWire } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { idIn, oneOf } from '../kernel/wire.ts'
import { ProfileOwes } from '../ledger/index.ts'
import { AmountNotPayable } from '../quotes/index.ts'
import { confirmUser } from '../security/index.ts'
import {
  BounceReasonUnknown,
  DepositAmount,
  DepositInvalid,
  emitRefundEvent,
  HeldByIssues,
  InBatchGroup,
  moveTransfer,
  type NextStatus,
  outsidePayIns,
  RefundWebhookMissing,
  receivePayment,
  settleErrors,
  showTransfer,
  Transfer,
  TransferNotFound,
  WrongStatus,
} from '../transfers/index.ts'
import { findUser } from '../users/index.ts'
import { hasSubscriber } from '../webhooks/index.ts'
import { UserNotFound } from './errors.ts'
import { OneTransfer, ToppedUp, TopUp } from './schemas.ts'
import { verifyOwner, verifyUser } from './verify-user.ts'

export { batchPayIn, paymentInitiation } from './batches.ts'
export * from './clock-api.ts'
export { tokensExpire } from './expire-token.ts'
export { rates } from './rates.ts'

// Spec A 4.5 asks for GET here, although each call moves a transfer. What an endpoint does is
// declared by its effect, never guessed from its method.
export const processing = writesOnce(
  {
    id: 'simulation.transfer-processing',
    operationId: 'simulateTransferProcessing',
    route: 'GET /v1/simulation/transfers/{transferId}/processing',
    summary: 'The money for a transfer arrives, by bank transfer unless `payIn` says otherwise.',
    spec: 'A 4.5, D22a, D23, D93',
    access: { token: 'user' },
    sandboxOnly: true,
    params: OneTransfer,
    query: Type.Object({
      amount: Type.Optional(DepositAmount),
      payIn: Type.Optional(
        oneOf(outsidePayIns, 'how it arrives: an option of the quote; default BANK_TRANSFER'),
      ),
    }),
    reply: Transfer,
    onRepeat: 'same',
    errors: [
      TransferNotFound,
      InBatchGroup,
      WrongStatus,
      ProfileOwes,
      ...settleErrors,
      DepositInvalid,
    ],
  },
  async (tx, { params, query, caller, now, settings }) => {
    const asked = { ...params, ...query, profileIds: profileIds(caller), now, settings }
    return showTransfer(await receivePayment(tx, asked), now)
  },
)

const operationIds = {
  funds_converted: 'simulateTransferFundsConverted',
  outgoing_payment_sent: 'simulateTransferOutgoingPaymentSent',
  bounced_back: 'simulateTransferBouncedBack',
  funds_refunded: 'simulateTransferFundsRefunded',
} as const

const step = (name: 'funds_converted' | 'outgoing_payment_sent', summary: string): Endpoint =>
  writesOnce(
    {
      id: `simulation.transfer-${name.replaceAll('_', '-')}`,
      operationId: operationIds[name],
      route: `GET /v1/simulation/transfers/{transferId}/${name}`,
      summary,
      spec: 'A 4.5, D22, D23',
      access: { token: 'user' },
      sandboxOnly: true,
      params: OneTransfer,
      reply: Transfer,
      onRepeat: 'same',
      errors: [
        ...[TransferNotFound, InBatchGroup, WrongStatus, HeldByIssues],
        // Only the exchange may be priced again (D111a).
        ...(name === 'funds_converted' ? [AmountNotPayable] : []),
      ],
    },
    async (tx, { params, caller, now, settings }) => {
      const asked = { ...params, profileIds: profileIds(caller), now, settings, to: name }
      return showTransfer(await moveTransfer(tx, asked), now)
    },
  )

export const fundsConverted = step('funds_converted', 'The money of a transfer is exchanged.')
export const outgoingPaymentSent = step(
  'outgoing_payment_sent',
  'The money of a transfer leaves for the recipient.',
)

const back = (
  name: Exclude<NextStatus, 'funds_converted' | 'outgoing_payment_sent'>,
  summary: string,
): Endpoint =>
  writes(
    {
      id: `simulation.transfer-${name.replaceAll('_', '-')}`,
      operationId: operationIds[name],
      route: `GET /v1/simulation/transfers/{transferId}/${name}`,
      summary,
      spec: 'A 4.5, D22, D22a, D23',
      access: { token: 'user' },
      sandboxOnly: true,
      params: OneTransfer,
      query: Type.Object({
        reason: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'of a bounce: a payout-failure reason code',
            examples: ['ACCOUNT_CLOSED'],
          }),
        ),
      }),
      reply: Transfer,
      onRepeat: 'same',
      errors: [
        TransferNotFound,
        InBatchGroup,
        WrongStatus,
        HeldByIssues,
        ...(name === 'bounced_back' ? [BounceReasonUnknown] : []),
      ],
    },
    async (tx, { params, query, caller, now, settings }) => {
      const asked = { ...params, ...query, profileIds: profileIds(caller), now, settings }
      return showTransfer(await moveTransfer(tx, { ...asked, to: name }), now)
    },
  )

export const bouncedBack = back('bounced_back', "The recipient's bank returns the money.")
export const fundsRefunded = back('funds_refunded', 'The sender gets the returned money back.')

export const webhookRefund = writes(
  {
    id: 'simulation.transfer-webhook-refund',
    operationId: 'simulateTransferRefundWebhook',
    route: 'GET /v1/simulation/transfers/{transferId}/webhook_refund',
    summary: 'Send transfers#refund to those who subscribe to it; the transfer stays as it is.',
    spec: 'A 4.5, D23',
    access: { token: 'user' },
    sandboxOnly: true,
    params: OneTransfer,
    reply: Transfer,
    onRepeat: 'another',
    errors: [TransferNotFound, InBatchGroup, RefundWebhookMissing],
  },
  async (tx, { params, caller, now, settings }) => {
    const asked = { ...params, profileIds: profileIds(caller), now, settings }
    const transfer = await emitRefundEvent(tx, asked)
    if (!(await hasSubscriber(tx, transfer.profileId, 'transfers#refund')))
      refuse(RefundWebhookMissing)
    return showTransfer(transfer, now)
  },
)

const verification = {
  summary:
    "Verify all of the user's profiles, and release what waited for it. Repeating it changes nothing.",
  sandboxOnly: true,
  reply: Type.String(),
  replies: 'text/plain',
  onRepeat: 'same',
  errors: [],
} as const

export const verifyProfile = writes(
  {
    ...verification,
    id: 'simulation.verify-profile',
    operationId: 'simulateProfileVerification',
    route: 'POST /v1/simulation/verify-profile',
    spec: 'A 4.5',
    access: { token: 'user' },
  },
  async (tx, { caller, now }) => verifyUser(tx, caller.userId, now),
)

export const profileVerifications = writes(
  {
    ...verification,
    id: 'simulation.profile-verifications',
    operationId: 'simulateVerificationsOfProfile',
    route: 'POST /v1/simulation/profiles/{profileId}/verifications',
    spec: 'Facts 9.5',
    access: { token: 'any', owns: 'profileId' },
    params: Type.Object({ profileId: idIn('profile') }),
  },
  async (tx, { params: { profileId }, now }) => verifyOwner(tx, profileId, now),
)

// The simulation plays the operator, so it reaches any user; an application would confirm itself.
export const confirm = writes(
  {
    id: 'simulation.confirm-user',
    operationId: 'simulateUserConfirmation',
    route: 'POST /v1/simulation/users/{userId}/confirm',
    summary: 'Confirm the person behind a user one of whose factors was deleted by an application.',
    spec: 'D112',
    access: { token: 'personal' },
    sandboxOnly: true,
    params: Type.Object({ userId: idIn('user') }),
    reply: Type.Null(),
    status: 204,
    changesFactors: true,
    onRepeat: 'same',
    errors: [UserNotFound],
  },
  async (tx, { params: { userId }, report }) => {
    if ((await findUser(tx, userId)) === undefined) refuse(UserNotFound, { arguments: [userId] })
    await confirmUser(tx, userId, report)
    return null
  },
)

export const topUpBalance = writes(
  {
    id: 'simulation.balance-topup',
    operationId: 'simulateBalanceTopUp',
    route: 'POST /v1/simulation/balance/topup',
    summary: 'Money arrives on a balance.',
    spec: 'A 4.5, Facts 9.5',
    access: { token: 'user' },
    sandboxOnly: true,
    body: TopUp,
    reply: ToppedUp,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [...topUpErrors],
  },
  async (tx, { body, caller, now }) => {
    if (!profileIds(caller).includes(body.profileId)) refuse(BalanceNotFound)
    const { movementId, balance } = await topUp(tx, {
      ...body,
      channel: body.channel ?? 'CARD',
      now,
    })
    const { id, currency, availableMinor } = balance
    return {
      transactionId: movementId,
      state: 'COMPLETED' as const,
      balancesAfter: [{ id, value: toWire(money(availableMinor, currency)), currency }],
    }
  },
)
