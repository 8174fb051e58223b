// Endpoints that move a transfer as banks would, and an endpoint that sends the event of a refund although nothing is refunded.

import Type from 'typebox'
import { profileIds } from '../kernel/caller.ts'
import { type Endpoint, writes, writesOneStatement } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { oneOf } from '../kernel/wire.ts'
import { ProfileOwes } from '../ledger/index.ts'
import { AmountNotPayable } from '../quotes/index.ts'
import {
  BounceReasonUnknown,
  DepositAmount,
  DepositInvalid,
  emitRefundEvent,
  getMovableTransfer,
  HeldByIssues,
  InBatchGroup,
  moveTransfer,
  type NextStatus,
  outsidePayIns,
  RefundWebhookMissing,
  receivePayment,
  showTransfer,
  Transfer,
  TransferNotFound,
  transferPriceErrors,
  WrongStatus,
} from '../transfers/index.ts'
import { hasSubscriber } from '../webhooks/index.ts'
import { TransferParams } from './schemas.ts'

/** In characters. Every reason code is shorter, so an unknown code of a usual length gets `BounceReasonUnknown`, not a 400. */
const REASON_LENGTH_MAX = 100

// A 4.5 requires GET, although each call writes. Whether an endpoint writes is declared by
// `reads`, `writes` or `writesOneStatement`, never derived from its method.
export const processing = writesOneStatement(
  {
    id: 'simulation.transfer-processing',
    operationId: 'simulateTransferProcessing',
    route: 'GET /v1/simulation/transfers/{transferId}/processing',
    summary: 'Receive the money for a transfer, by bank transfer unless `payIn` is another option.',
    spec: 'A 4.5, D22a, D23, D93',
    access: { token: 'user' },
    sandboxOnly: true,
    params: TransferParams,
    query: Type.Object({
      amount: Type.Optional(DepositAmount),
      payIn: Type.Optional(
        oneOf(outsidePayIns, 'A pay-in option of the quote; default: BANK_TRANSFER'),
      ),
    }),
    reply: Transfer,
    onRepeat: 'same',
    errors: [
      TransferNotFound,
      InBatchGroup,
      WrongStatus,
      ProfileOwes,
      ...transferPriceErrors,
      DepositInvalid,
    ],
  },
  async (tx, { params, query, caller, now, settings }) => {
    const context = { profileIds: profileIds(caller), now, settings }
    return showTransfer(await receivePayment(tx, { ...params, ...query, ...context }), now)
  },
)

const operationIds = {
  funds_converted: 'simulateTransferFundsConverted',
  outgoing_payment_sent: 'simulateTransferOutgoingPaymentSent',
  bounced_back: 'simulateTransferBouncedBack',
  funds_refunded: 'simulateTransferFundsRefunded',
} as const

const moveErrors = [TransferNotFound, InBatchGroup, WrongStatus, HeldByIssues]

const moveDeclaration = (name: NextStatus, summary: string) =>
  ({
    id: `simulation.transfer-${name.replaceAll('_', '-')}`,
    operationId: operationIds[name],
    route: `GET /v1/simulation/transfers/{transferId}/${name}`,
    summary,
    access: { token: 'user' },
    sandboxOnly: true,
    params: TransferParams,
    reply: Transfer,
    onRepeat: 'same',
  }) as const

const forwardMove = (
  name: 'funds_converted' | 'outgoing_payment_sent',
  summary: string,
): Endpoint =>
  writesOneStatement(
    {
      ...moveDeclaration(name, summary),
      spec: 'A 4.5, D22, D23',
      errors: [
        ...moveErrors,
        // Only the exchange can be priced again (D111a).
        ...(name === 'funds_converted' ? [AmountNotPayable] : []),
      ],
    },
    async (tx, { params, caller, now, settings }) => {
      const context = { profileIds: profileIds(caller), now, settings }
      return showTransfer(await moveTransfer(tx, { ...params, ...context, to: name }), now)
    },
  )

export const fundsConverted = forwardMove('funds_converted', 'Exchange the money of a transfer.')
export const outgoingPaymentSent = forwardMove(
  'outgoing_payment_sent',
  'Send the money of a transfer to the recipient.',
)

export const bouncedBack = writes(
  {
    ...moveDeclaration(
      'bounced_back',
      "Return the money of a transfer, as the recipient's bank does.",
    ),
    spec: 'A 4.5, D22, D22a, D23',
    query: Type.Object({
      reason: Type.Optional(
        Type.String({
          maxLength: REASON_LENGTH_MAX,
          description:
            'Why the money comes back: a payout-failure reason code; default: REASON_NOT_SPECIFIED',
          examples: ['ACCOUNT_CLOSED'],
        }),
      ),
    }),
    errors: [...moveErrors, BounceReasonUnknown],
  },
  async (tx, { params, query, caller, now, settings }) => {
    const context = { profileIds: profileIds(caller), now, settings }
    const input = { ...params, ...query, ...context, to: 'bounced_back' } as const
    return showTransfer(await moveTransfer(tx, input), now)
  },
)

export const fundsRefunded = writes(
  {
    ...moveDeclaration('funds_refunded', 'Refund the returned money to the sender.'),
    spec: 'A 4.5, D22, D23',
    errors: moveErrors,
  },
  async (tx, { params, caller, now, settings }) => {
    const context = { profileIds: profileIds(caller), now, settings }
    return showTransfer(
      await moveTransfer(tx, { ...params, ...context, to: 'funds_refunded' }),
      now,
    )
  },
)

export const webhookRefund = writes(
  {
    id: 'simulation.transfer-webhook-refund',
    operationId: 'simulateTransferRefundWebhook',
    route: 'GET /v1/simulation/transfers/{transferId}/webhook_refund',
    summary: 'Send transfers#refund to its subscribers, without changing the transfer.',
    spec: 'A 4.5, D23',
    access: { token: 'user' },
    sandboxOnly: true,
    params: TransferParams,
    reply: Transfer,
    onRepeat: 'another',
    errors: [TransferNotFound, InBatchGroup, RefundWebhookMissing],
  },
  async (tx, { params, caller, now }) => {
    const transfer = await getMovableTransfer(tx, profileIds(caller), params.transferId)
    if (!(await hasSubscriber(tx, transfer.profileId, 'transfers#refund')))
      refuse(RefundWebhookMissing)
    return showTransfer(await emitRefundEvent(tx, transfer, now), now)
  },
)
