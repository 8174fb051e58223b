// Request and reply shapes of linked accounts and payment initiations.

import Type, { type Static } from 'typebox'
import { idOut } from '../../kernel/ids.ts'
import {
  currencyCode,
  idIn,
  input,
  instantOut,
  oneOf,
  toMicrosecond,
  uuid,
} from '../../kernel/wire.ts'
import { GroupParams, paymentType, TEXT_LENGTH_MAX } from '../schemas.ts'
import { paymentInitiationStates } from '../states.ts'
import { type DebitDetails, debitTypes, REFERENCE_LENGTH_MAX } from './model.ts'
import type { DebitAccountRow, InitiationRow } from './store.ts'

export const InitiationParams = Type.Object({
  ...GroupParams.properties,
  paymentInitiationId: idIn('payment-initiation'),
})

const detail = (description: string, example: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, description, examples: [example] }),
  )

const debitDetails = {
  routingNumber: detail('ACH: nine digits that end with a valid check digit', '111000025'),
  institutionNumber: detail('EFT: three digits', '621'),
  transitNumber: detail('EFT: five digits', '16001'),
  accountNumber: detail('ACH: 4 to 17 digits; EFT: 5 to 12 digits', '12345678'),
  accountType: detail('CHECKING or SAVINGS; may be absent for EFT', 'CHECKING'),
}

const DebitDetailsShape = input(debitDetails, {
  title: 'DirectDebitAccountDetails',
  description: 'The account, with the fields that its network requires',
})

export const LinkAccount = input(
  {
    currency: currencyCode('USD for ACH, CAD for EFT', { examples: ['USD'] }),
    type: oneOf(debitTypes, 'The payment network'),
    details: DebitDetailsShape,
  },
  {
    title: 'CreateDirectDebitAccountRequest',
    examples: [
      {
        currency: 'USD',
        type: 'ACH',
        details: {
          routingNumber: '111000025',
          accountNumber: '12345678',
          accountType: 'CHECKING',
        },
      },
    ],
  },
)

export const DebitAccount = Type.Object(
  {
    id: idOut('debit-account'),
    type: oneOf(debitTypes, 'The network: ACH for USD, EFT for CAD'),
    currency: currencyCode(),
    details: Type.Unsafe<DebitDetails>(DebitDetailsShape),
  },
  { title: 'DirectDebitAccount' },
)

export function showAccount({ id, type, currency, details }: DebitAccountRow) {
  return { id, type, currency, details }
}

export const InitiatePayment = input(
  {
    type: paymentType('DIRECT_DEBIT'),
    accountId: idIn('debit-account', 'The linked account to debit'),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REFERENCE_LENGTH_MAX,
        description: 'The reference that is passed to the payment network; generated when absent',
        examples: ['SALARIES'],
      }),
    ),
  },
  { title: 'CreatePaymentInitiationRequest' },
)

export const DebitAccounts = Type.Array(DebitAccount, { title: 'DirectDebitAccountList' })

export const PaymentInitiation = Type.Object(
  {
    id: idOut('payment-initiation'),
    batchGroupId: uuid('The batch group to be paid'),
    reference: Type.String({
      description: 'The reference of the payment in the network',
      examples: ['B1234567'],
    }),
    userId: idOut('user', 'The user who initiated the payment'),
    profileId: idOut('profile'),
    type: Type.Literal('DIRECT_DEBIT', { description: 'Always DIRECT_DEBIT' }),
    status: oneOf(
      paymentInitiationStates.states,
      'The status of the direct debit; docs/printed/states.md lists its changes',
    ),
    accountId: idOut('debit-account'),
    transferId: Type.Optional(
      idOut(
        'batch-payment',
        'The payment that the debit makes; absent unless the initiation has been PROCESSING',
      ),
    ),
    createdTime: instantOut('When the direct debit was initiated'),
  },
  { title: 'PaymentInitiation' },
)

export function showInitiation(row: InitiationRow): Static<typeof PaymentInitiation> {
  const { id, batchGroupId, reference, userId, profileId, status, accountId, payInId } = row
  return {
    id,
    batchGroupId,
    reference,
    userId,
    profileId,
    type: 'DIRECT_DEBIT',
    status,
    accountId,
    ...(payInId !== null && { transferId: payInId }),
    createdTime: toMicrosecond(row.createdAt),
  }
}
