// The event of card transactions.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import { amountField, instantOut, nullable, oneOf, text, uuid } from '../kernel/wire.ts'
import { stepTypes, transactionTypes } from './row.ts'
import { cardTransactionStates } from './states.ts'

const Fee = Type.Object(
  {
    amount: Type.Number({ description: 'The fee in major units', examples: [1.5] }),
    currency: text('ISO 4217 code', 'GBP'),
    fee_type: oneOf(
      ['ATM_WITHDRAWAL', 'ATM_MACHINE'],
      'ATM_WITHDRAWAL is a fee of the service, ATM_MACHINE a fee of the owner of the cash machine',
    ),
  },
  { title: 'CardTransactionEventFee' },
)

const Movement = Type.Object(
  {
    creation_time: instantOut('When the balance changed'),
    balance_id: idOut('balance'),
    type: oneOf(['debit', 'credit'], 'debit when money left the balance'),
    amount: amountField('The amount that left or arrived'),
  },
  { title: 'CardTransactionEventMovement' },
)

const Debit = Type.Object(
  {
    balance_id: idOut('balance'),
    debited_amount: amountField(
      'The cost of the payment, the fee included; before the capture, the amount that is held; 0 for a cancelled payment',
    ),
    for_amount: amountField(
      'The captured amount; before the capture, the authorised amount; 0 for a cancelled payment',
    ),
    rate: Type.Number({
      description: "Units of the payment's currency for one unit of the balance's currency",
      examples: [1.17],
    }),
    fee: amountField('The fee of the exchange'),
  },
  { title: 'CardTransactionEventDebit' },
)

export const transactionStateChanged = eventKind({
  name: 'cards#transaction-state-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'A card payment was authorised, declined, reversed, released, captured or refunded.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          profile_id: idOut('profile'),
          client_id: text(
            'Key of the application that ordered the card; personal for a personal token',
            'sandbox-partner',
          ),
          card_token: uuid('The card token, which identifies the card in request paths'),
          card_last_digits: text('The last four digits of the card number', '1234'),
          type: oneOf(['card'], 'The kind of the resource that the event is about'),
        },
        { title: 'CardTransactionResource', description: 'The card' },
      ),
      transaction_id: idOut('card-transaction'),
      transaction_type: oneOf(transactionTypes, 'The kind of transaction'),
      is_debit: Type.Boolean({ description: 'Deprecated: false for a REFUND' }),
      transaction_step_type: oneOf(stepTypes, 'The step of the payment that the event reports'),
      decline_reason: nullable(
        text('Why the payment was declined; null otherwise', 'INSUFFICIENT_FUNDS'),
      ),
      transaction_state: oneOf(
        cardTransactionStates.states,
        'The state of the transaction after this step',
      ),
      transaction_amount: amountField('The amount of the payment; negative for a REFUND'),
      is_amount_confirmed: Type.Boolean({
        description: 'False for a pre-authorisation that is not captured',
      }),
      fees: Type.Array(Fee, { description: 'Fees in addition to the exchange; always empty' }),
      transaction_amount_with_fees: amountField('transaction_amount plus the fees'),
      billing_amount: amountField(
        'The amount in the currency of the balance: negative for a REFUND, zero for a cancelled payment; transaction_amount when no balance pays',
      ),
      authorisation_method: text('How the card was read', 'CHIP_AND_PIN'),
      pin_validation_result: oneOf(
        ['ONLINE_PIN_VALIDATED', 'NOT_RECEIVED'],
        'Whether a PIN was checked',
      ),
      approval_code: nullable(
        text('Code of the approval; null when the payment was declined', '4F0A2B'),
      ),
      purge_time: nullable(instantOut('When an authorised payment lapses; null in other states')),
      balance_transaction_id: nullable(
        Type.Integer({
          description:
            'The step_id of the debit in balances#update; null where nothing was debited',
          examples: [1234567],
        }),
      ),
      balance_movements: Type.Array(Movement, {
        description: 'The changes of the balance, oldest first',
      }),
      debits: Type.Array(Debit, {
        description:
          'The balance that pays; empty when no balance pays, such as for a declined payment, and for a REFUND',
      }),
      credit: nullable(
        Type.Object(
          {
            balance_id: idOut('balance'),
            credited_amount: amountField('The amount that the refund returned'),
          },
          {
            title: 'CardTransactionEventCredit',
            description: 'The amount that a REFUND returned; null for other types',
          },
        ),
      ),
      merchant: Type.Object(
        {
          name: text('Name of the merchant', 'Corner Shop'),
          location: Type.Object(
            {
              country: nullable(text('Country', 'GB')),
              city: nullable(text('City', 'London')),
              postCode: nullable(text('Post code', 'SW1A 1AA')),
              state: nullable(text('State', 'NY')),
            },
            { description: 'The address of the merchant' },
          ),
          category: Type.Object(
            {
              code: text('Merchant category code', '5411'),
              description: text('The name of the category', 'Grocery stores'),
            },
            { description: 'The category of the merchant' },
          ),
        },
        { title: 'CardTransactionEventMerchant', description: 'The merchant' },
      ),
      arn: nullable(
        text('Acquirer reference number; null before the capture', '74000000000000000000017'),
      ),
      creation_time: instantOut(
        'When the payment was authorised or declined, or when the refund was made',
      ),
      occurred_at: instantOut('When the step that the event reports happened'),
    },
    { title: 'CardTransactionStateChange' },
  ),
})
