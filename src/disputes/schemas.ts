// Request and reply shapes of disputes.

import Type, { type Static } from 'typebox'
import { idOf } from '../kernel/ids.ts'
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
import { EMAIL_LENGTH_MAX, EMAIL_PATTERN, type SubmissionBody } from './form/check-submission.ts'
import { describeForms } from './form/describe-forms.ts'
import { disputeCodes, listedReasons, type ReasonCode, reasonCodes, reasons } from './reasons.ts'
import { canWithdraw, disputeStates, disputeStatuses, statusMessages, statusOf } from './states.ts'
import type { DisputeRow } from './store.ts'

const PAGE_SIZE_MIN = 10
const PAGE_SIZE_MAX = 100
const PAGE_NUMBER_MAX = 10_000
const TRANSACTION_IDS_LENGTH_MAX = 400
const CODE_LENGTH_MAX = 60
/** More than any form has; each unknown name is a fault in the reply. */
const FILES_MAX = 10

export const OfProfile = Type.Object({ profileId: idIn('profile') })
export const OneDispute = Type.Object({ ...OfProfile.properties, disputeId: uuid('dispute id') })

export const OneForm = Type.Object({
  ...OfProfile.properties,
  scheme: Type.String({
    maxLength: CODE_LENGTH_MAX,
    description: 'The card network of the card, in upper or lower case',
    examples: ['CARD_NETWORK_A'],
  }),
  reason: Type.String({
    maxLength: CODE_LENGTH_MAX,
    description: 'The code of a dispute reason',
    examples: ['WRONG_AMOUNT'],
  }),
})

export const OfTransactions = input({
  transactionId: Type.String({
    minLength: 1,
    maxLength: TRANSACTION_IDS_LENGTH_MAX,
    description:
      'Id of the card transaction; ids separated by commas where the reason supports several transactions',
    examples: ['1'],
  }),
})

const reasonFields = {
  code: oneOf(reasonCodes, 'The reason in paths'),
  description: Type.String({
    description: 'The reason in one sentence of the customer',
    examples: [reasons.WRONG_AMOUNT.description],
  }),
  isFraud: Type.Boolean({ description: 'Whether the reason is about fraud' }),
  tooltip: Type.String({
    description: 'A hint for the form; empty when the description needs none',
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
          description: 'Reasons to submit the dispute with instead of this one',
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

export const OpenStep = input(
  {
    email: Type.Optional(
      Type.String({
        description:
          'E-mail address for messages about the dispute, such as that of your support; without it the form has a field for it',
        maxLength: EMAIL_LENGTH_MAX,
        pattern: EMAIL_PATTERN,
        examples: ['support@partner.example'],
      }),
    ),
  },
  { title: 'OpenDisputeStepRequest' },
)

const flowObject = (description: string) =>
  Type.Array(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
    }),
    { description },
  )

export const FlowStep = Type.Object(
  {
    key: Type.String({ description: 'The reason, or final', examples: ['WRONG_AMOUNT'] }),
    type: Type.Literal('form', { description: 'Always form' }),
    title: Type.String({
      description: 'The title of the step',
      examples: [reasons.WRONG_AMOUNT.description],
    }),
    actions: flowObject('What buttons do: $id, title, url, method, data'),
    schemas: flowObject('The JSON Schema of the form, with display keys of the dynamic flow'),
    layout: flowObject('What is shown: heading, info, form, decision, button'),
  },
  { title: 'DisputeFlowStep' },
)

const open = (properties: Readonly<Record<string, object>>, more: object) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    properties,
    additionalProperties: true,
    ...more,
  })

// Open objects, because a fault has to be refused with `validation` at its field, which a schema does not do.
export const SubmitDispute = Type.Unsafe<SubmissionBody>(
  input(
    {
      transaction: open(
        {
          transactionId: {
            description: 'Id of the card transaction; ids separated by commas for several',
            examples: ['1'],
          },
          email: {
            description: 'E-mail address for messages about the dispute',
            examples: ['support@partner.example'],
          },
        },
        { description: 'What is disputed' },
      ),
      form: open(
        {},
        { description: `The answers, by the reason in the path:\n\n${describeForms()}` },
      ),
      disclaimer: open(
        {
          allAnswered: { description: 'Must be true: every question was answered truthfully' },
          filesUploaded: { description: 'Must be true: all documents were added' },
        },
        { description: 'What the customer confirms' },
      ),
      files: Type.Optional(
        open(
          {},
          {
            maxProperties: FILES_MAX,
            description: 'Ids of uploaded files, by the names of the files of the form',
          },
        ),
      ),
    },
    {
      title: 'SubmitDisputeRequest',
      examples: [
        {
          transaction: { transactionId: '1', email: 'support@partner.example' },
          form: {
            charged: { value: 50, currency: 'EUR' },
            expected: { value: 5, currency: 'EUR' },
            agreedDetails: { agreed: false },
            goods: 'A coffee',
            details: 'I paid 5 EUR according to the receipt.',
          },
          disclaimer: { allAnswered: true, filesUploaded: true },
          files: {},
        },
      ],
    },
  ),
)

export const UploadedFile = Type.Record(Type.String(), Type.String(), {
  title: 'UploadedDisputeFile',
  description: 'The file id by the name of the uploaded part',
  examples: [{ receipt: 'ab4f5d2c90e1' }],
})

export const Dispute = Type.Object(
  {
    id: uuid('The dispute'),
    transactionId: idOf('card-transaction', 'The disputed card transaction'),
    profileId: idOf('profile'),
    reason: oneOf(disputeCodes, 'Why the customer disputes the transaction'),
    status: oneOf(disputeStatuses, 'CLOSED when the sub-status is final'),
    subStatus: oneOf(disputeStates.states, 'see docs/printed/states.md'),
    statusMessage: Type.String({
      description: 'What the sub-status means, for the customer',
      examples: [statusMessages.SUBMITTED],
    }),
    createdAt: instantOut('When the dispute was submitted'),
    createdBy: Type.String({
      description: 'Id of the user who submitted the dispute',
      examples: ['1'],
    }),
    lastUpdatedAt: instantOut('When its sub-status last changed'),
    canWithdraw: Type.Boolean({ description: 'Whether the customer can withdraw it now' }),
  },
  { title: 'Dispute' },
)

export function showDispute(row: DisputeRow): Static<typeof Dispute> {
  const { id, transactionId, profileId, reason, subStatus, createdBy } = row
  return {
    ...{ id, transactionId, profileId, reason },
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
  pageSize: Type.Optional(
    Type.Integer({
      minimum: PAGE_SIZE_MIN,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_MIN,
      description: 'How many disputes a page has',
    }),
  ),
  pageNumber: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_NUMBER_MAX,
      default: 1,
      description: 'Which page, counted from one',
    }),
  ),
})

export const DisputePage = Type.Object(
  {
    totalCount: Type.Integer({ description: 'How many disputes there are on all pages' }),
    disputes: Type.Array(Dispute, { description: 'The page, ascending by creation' }),
  },
  { title: 'DisputePage' },
)

export const CloseDispute = input(
  { status: oneOf(['CLOSED'], 'CLOSED withdraws the dispute') },
  { title: 'WithdrawDisputeRequest' },
)

export const MoveDispute = input(
  {
    amount: Type.Optional(
      input(
        {
          value: amountIn('What is refunded, in major units'),
          currency: currencyCode('The currency of the transaction', { examples: ['EUR'] }),
        },
        {
          description:
            'Only with REFUNDED: what is refunded; default and most: what was captured and is not refunded yet',
          examples: [],
        },
      ),
    ),
  },
  { title: 'SimulateDisputeRequest' },
)
