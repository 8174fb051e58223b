// The events of balances. SQL writes their payloads: `recordEntriesStep` those of `balances#credit` and `balances#update`, in the
// statement that moves the money, because the new amounts are known only there, and `opening-store.ts` that of
// `balances#account-state-change`.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { idOut } from '../kernel/ids.ts'
import { amountOut, currencyCode, described, instantOut, oneOf } from '../kernel/wire.ts'

const resource = {
  id: idOut('balance'),
  profile_id: idOut('profile'),
  type: oneOf(['balance-account'], 'The kind of the resource that the event is about'),
}
const Resource = Type.Object(resource, { title: 'BalanceResource' })

export const balanceCredited = eventKind({
  name: 'balances#credit',
  versions: ['2.0.0'],
  scopes: ['profile'],
  summary: 'Money arrived on a balance. Superseded by balances#update.',
  payload: Type.Object(
    {
      resource: described(Resource, 'The balance that was credited'),
      transaction_type: oneOf(['credit'], 'Always credit'),
      amount: amountOut('The amount that was credited'),
      currency: currencyCode(),
      post_transaction_balance_amount: amountOut('The amount on the balance after the change'),
      occurred_at: instantOut('When the money arrived'),
    },
    { title: 'BalanceCredit' },
  ),
})

export const balanceUpdated = eventKind({
  name: 'balances#update',
  versions: ['2.0.0', '2.2.0', '3.0.0'],
  scopes: ['profile', 'application'],
  summary: 'A balance was credited or debited.',
  payload: Type.Object(
    {
      resource: described(Resource, 'The balance that changed'),
      amount: amountOut('The amount that was credited or debited; never negative'),
      balance_id: idOut('balance'),
      channel_name: Type.String({
        description: 'Kind of operation, such as TRANSFER, CONVERSION or CARD',
        examples: ['TRANSFER'],
      }),
      currency: currencyCode(),
      occurred_at: instantOut('When the money moved'),
      post_transaction_balance_amount: amountOut('The amount on the balance after the change'),
      step_id: Type.Integer({
        description: 'Id of the change: a later change of the same balance has a greater one',
        examples: [1234567],
      }),
      transaction_type: oneOf(['credit', 'debit'], 'credit when money arrived, debit when it left'),
      transfer_reference: Type.String({
        description:
          'BNK- and digits for a credit; for a debit, the id of its cause, such as a transfer or a card transaction, or the payment reference of a batch group',
        examples: ['BNK-1234567'],
      }),
    },
    { title: 'BalanceUpdate' },
  ),
})

export const balanceStateChanged = eventKind({
  name: 'balances#account-state-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'A balance was opened or closed.',
  payload: Type.Object(
    {
      resource: Type.Object(
        {
          ...resource,
          state: oneOf(
            ['ACTIVE', 'INACTIVE'],
            'ACTIVE when the balance was opened, INACTIVE when it was closed',
          ),
        },
        { description: 'The balance and its new state' },
      ),
      occurred_at: instantOut('When the balance was opened or closed'),
    },
    { title: 'BalanceStateChange' },
  ),
})
