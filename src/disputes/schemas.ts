// Request and reply shapes of disputes.

import Type, { type Static } from 'typebox'
import { identifiers } from '../kernel/dialect.ts'
import { idOut } from '../kernel/ids.ts'
import { pageFields } from '../kernel/pages.ts'
import {
  amountIn,
  currencyCode,
  idIn,
  input,
  instantOut,
  oneOf,
  toMillisecond,
  uuid,
} from '../kernel/wire.ts'
import { disputeCodes, listedReasons, type ReasonCode, reasonCodes, reasons } from './reasons.ts'
import { canWithdraw, disputeStates, disputeStatuses, statusMessages, statusOf } from './states.ts'
import { type DisputeRow, LISTED_DISPUTES_MAX } from './store.ts'

/** In characters: more than TRANSACTIONS_MAX ids of 16 digits need, with commas and spaces. */
const TRANSACTION_IDS_LENGTH_MAX = 400
/** In characters: longer than any code or step name. */
const CODE_LENGTH_MAX = 60

export const ProfileParams = Type.Object({ profileId: idIn('profile') })
export const DisputeParams = Type.Object({
  ...ProfileParams.properties,
  disputeId: uuid('The id of the dispute'),
})

export const FormParams = Type.Object({
  ...ProfileParams.properties,
  scheme: identifiers(
    ['CARD_NETWORK_A', 'CARD_NETWORK_B', 'card_network_a', 'card_network_b'],
    Type.String({
      maxLength: CODE_LENGTH_MAX,
      description: 'The card network of the card, in upper or lower case',
      examples: ['CARD_NETWORK_A'],
    }),
  ),
  reason: Type.String({
    maxLength: CODE_LENGTH_MAX,
    description: 'The code of a dispute reason',
    examples: ['WRONG_AMOUNT'],
  }),
})

export const TransactionsQuery = input({
  transactionId: Type.String({
    minLength: 1,
    maxLength: TRANSACTION_IDS_LENGTH_MAX,
    description:
      'Id of the card transaction; ids separated by commas where the reason supports several transactions',
    examples: ['1'],
  }),
})

const reasonFields = {
  code: oneOf(reasonCodes, 'The code that identifies the reason in request paths'),
  description: Type.String({
    description: 'The reason as a sentence that the customer would say',
    examples: [reasons.WRONG_AMOUNT.description],
  }),
  isFraud: Type.Boolean({ description: 'Whether the reason is about fraud' }),
  tooltip: Type.String({
    description: 'A hint for the form; empty when the description is enough',
    examples: [reasons.WRONG_AMOUNT.tooltip],
  }),
  supportsMultipleTransactions: Type.Boolean({
    description: 'Whether one submission may dispute several transactions',
  }),
}

export const DisputeReasons = Type.Array(
  Type.Object(
    {
      ...reasonFields,
      subOptions: Type.Optional(
        Type.Array(Type.Object(reasonFields, { title: 'DisputeSubOption' }), {
          description:
            'Narrower reasons: submit the dispute with one of them, not with this reason',
        }),
      ),
    },
    { title: 'DisputeReason' },
  ),
  { title: 'DisputeReasonList' },
)

export function showReasons(): Static<typeof DisputeReasons> {
  return listedReasons.map((code) => {
    const { subOptions } = reasons[code]
    return { ...showReason(code), ...(subOptions && { subOptions: subOptions.map(showReason) }) }
  })
}

function showReason(code: ReasonCode) {
  const { description, isFraud, tooltip, supportsMultipleTransactions } = reasons[code]
  return { code, description, isFraud, tooltip, supportsMultipleTransactions }
}

export const Dispute = Type.Object(
  {
    id: uuid('The dispute'),
    transactionId: idOut('card-transaction', 'The disputed card transaction'),
    profileId: idOut('profile'),
    reason: oneOf(disputeCodes, 'Why the customer disputes the transaction'),
    status: oneOf(disputeStatuses, 'CLOSED when the sub-status is final'),
    subStatus: oneOf(
      disputeStates.states,
      'The state in the review; docs/printed/states.md has the moves between states',
    ),
    statusMessage: Type.String({
      description: 'The meaning of the sub-status, in words for the customer',
      examples: [statusMessages.SUBMITTED],
    }),
    createdAt: instantOut('When the dispute was submitted'),
    createdBy: Type.String({
      description: 'Id of the user who submitted the dispute',
      examples: ['1'],
    }),
    lastUpdatedAt: instantOut('When the sub-status last changed'),
    canWithdraw: Type.Boolean({ description: 'Whether the customer can withdraw the dispute now' }),
  },
  { title: 'Dispute' },
)

export function showDispute(row: DisputeRow): Static<typeof Dispute> {
  const { id, transactionId, profileId, reason, subStatus, createdBy } = row
  return {
    id,
    transactionId,
    profileId,
    reason,
    status: statusOf(subStatus),
    subStatus,
    statusMessage: statusMessages[subStatus],
    createdAt: toMillisecond(row.createdAt),
    createdBy: String(createdBy),
    lastUpdatedAt: toMillisecond(row.updatedAt),
    canWithdraw: canWithdraw(subStatus),
  }
}

export const ListQuery = input({
  status: Type.Optional(oneOf(disputeStatuses, 'Only disputes with this status')),
  transactionId: Type.Optional(
    idIn('card-transaction', 'Only disputes of this card transaction', { examples: [] }),
  ),
  ...pageFields,
})

export const DisputePage = Type.Object(
  {
    totalCount: Type.Integer({
      description: `The number of disputes on all pages, at most ${LISTED_DISPUTES_MAX.toLocaleString('en-GB')}`,
    }),
    disputes: Type.Array(Dispute, { description: 'The page, ascending by creation' }),
  },
  { title: 'DisputePage' },
)

export const WithdrawDispute = input(
  { status: oneOf(['CLOSED'], 'CLOSED withdraws the dispute') },
  { title: 'WithdrawDisputeRequest' },
)

export const MoveDispute = input(
  {
    amount: Type.Optional(
      input(
        {
          value: amountIn('The amount to refund, in major units'),
          currency: currencyCode('The currency of the transaction', { examples: ['EUR'] }),
        },
        {
          description:
            'Only with REFUNDED: the amount to refund. The default and the maximum is the captured amount that is not refunded yet.',
          examples: [],
        },
      ),
    ),
  },
  { title: 'SimulateDisputeRequest' },
)
