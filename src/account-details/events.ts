// The events of account details (Facts 2.3).

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import {
  amountField,
  amountOut,
  currencyCode,
  instantOut,
  MoneyOut,
  nullable,
  oneOf,
  uuid,
} from '../kernel/wire.ts'
import {
  ACCOUNT_LENGTH_MAX,
  PARTY_LENGTH_MAX,
  requirementStatuses,
  requirementTypes,
} from './model.ts'
import { accountDetailsOrderStates, incomingPaymentStates } from './states.ts'

export const orderStateChanged = eventKind({
  name: 'account-details-order#order-state-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'An order of account details was created, or one of its requirements changed.',
  payload: Type.Object(
    {
      creation_time: instantOut('When the order was created'),
      currency: currencyCode('The currency of the account details'),
      is_account_details_issued: Type.Boolean({
        description: 'Whether the account details were issued',
      }),
      modification_time: instantOut('When the order changed'),
      order_id: uuid('The order'),
      order_status: oneOf(
        accountDetailsOrderStates.states,
        'PENDING_USER: the user has to act; PENDING_TW: the service has to act; REQUIREMENTS_FULFILLED: all requirements are met, but the account details are not issued yet; DONE: the account details are issued',
      ),
      profile_id: idOut('profile'),
      requirements: Type.Array(
        Type.Object({
          status: oneOf(
            requirementStatuses,
            'PENDING_USER: the user has to act; PENDING_TW: the service has to act; DONE: nothing is left to do',
          ),
          type: oneOf(requirementTypes, 'The kind of the requirement'),
        }),
        { description: 'The requirements of the order' },
      ),
    },
    { title: 'AccountDetailsOrderStateChange' },
  ),
})

const nullableText = (description: string) => nullable(Type.String({ description }))
const paymentState = (description: string) => oneOf(incomingPaymentStates.states, description)

export const paymentStateChanged = eventKind({
  name: 'account-details-payment#state-change',
  versions: ['2.0.0', '4.0.0'],
  scopes: ['profile', 'application'],
  summary: 'A payment to account details arrived, was credited, or was returned.',
  payload: Type.Object(
    {
      account_details_id: Type.String({
        description: 'The id of the account details, as text',
        examples: ['1'],
      }),
      target_account_id: Type.String({
        description: 'The id of the balance, as text',
        examples: ['12345'],
      }),
      resource: Type.Object(
        {
          id: idOut('balance'),
          profile_id: idOut('profile'),
          type: oneOf(['balance-account'], 'Always balance-account'),
        },
        { description: 'The balance that is credited' },
      ),
      transfer: Type.Object(
        {
          id: idOut('incoming-payment'),
          type: oneOf(['credit'], 'Always credit'),
          amount: amountOut('The amount that arrived'),
          currency: currencyCode(),
        },
        { description: 'The payment' },
      ),
      sender: Type.Object(
        {
          name: nullableText('The name of the sender'),
          account_number: nullableText('The account of the sender'),
          bank_code: nullableText('The bank of the sender'),
          address: nullableText('The address of the sender'),
        },
        { description: 'The sender of the money, as far as the bank reported it' },
      ),
      current_state: paymentState('The state after the change'),
      previous_state: nullable(paymentState('The state before the change; null on arrival')),
      occurred_at: instantOut('When the state changed'),
    },
    { title: 'AccountDetailsPaymentStateChange' },
  ),
})

const party = {
  name: Type.String({ minLength: 1, maxLength: PARTY_LENGTH_MAX, description: 'Name' }),
  address: Type.String({ minLength: 1, maxLength: PARTY_LENGTH_MAX, description: 'Address' }),
  account: Type.String({ minLength: 1, maxLength: ACCOUNT_LENGTH_MAX, description: 'Account' }),
}

export const swiftCredited = eventKind({
  name: 'swift-in#credit',
  versions: ['3.0.0'],
  scopes: ['profile', 'application'],
  summary: 'A payment received over SWIFT was credited.',
  payload: Type.Object(
    {
      action: Type.Object(
        {
          type: oneOf(['credit'], 'Always credit'),
          id: idOut('incoming-payment'),
          profile_id: idOut('profile'),
          account_id: idOut('balance'),
        },
        { description: 'The credit of the balance' },
      ),
      resource: Type.Object(
        {
          id: Type.String({ description: 'The id of the payment, as text', examples: ['55555'] }),
          uetr: uuid('The unique end-to-end transaction reference'),
          reference: Type.String({
            maxLength: PARTY_LENGTH_MAX,
            description: 'The text that the sender gave',
          }),
          recipient: Type.Object(party, { description: 'The recipient of the money' }),
          sender: Type.Object(
            {
              ...party,
              bank_code: Type.Object(
                {
                  value: Type.String({ description: 'The BIC or the name of the bank' }),
                  type: oneOf(['BIC', 'BANK NAME'], 'The kind of value'),
                },
                { description: 'The bank of the sender' },
              ),
            },
            { description: 'The sender of the money' },
          ),
          exchange_rate: Type.Number({
            description:
              'Always 1, because a payment is credited in the currency in which it arrived',
            examples: [1],
          }),
          instructed_amount: amountField('The amount that the sender ordered'),
          settled_amount: amountField('The amount that was credited'),
          fee: Type.Object(
            {
              provider: Type.Array(
                Type.Object({
                  type: Type.String({ description: 'The kind of the fee' }),
                  ...MoneyOut.properties,
                }),
                { description: 'Fees of this service; always empty' },
              ),
              correspondent: Type.Array(MoneyOut, {
                description: 'Fees of correspondent banks; always empty',
              }),
            },
            { description: 'Fees that were taken from the amount' },
          ),
          transaction_time: instantOut('When the payment was credited'),
        },
        { description: 'The payment' },
      ),
      occurred_at: instantOut('When the payment was credited'),
    },
    { title: 'SwiftCredit' },
  ),
})
