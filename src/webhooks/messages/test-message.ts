// The messages of test notifications. They have the structure of the messages about real events; ids are 0, or random where
// they are UUIDs, amounts are 0, and times are the present time (Facts 2.2).

import { toSecond } from '../../kernel/wire.ts'
import type { EventName } from '../catalogue.ts'
import { envelope } from './envelope.ts'

function testData(name: EventName, now: Temporal.Instant, uuid: () => string): object {
  return dataOf[name]({ at: toSecond(now), uuid })
}

type TestMessage = {
  readonly subscriptionId: string
  readonly eventName: EventName
  readonly version: string
}

/** The body of a test notification, as JSON text. `uuid` generates random ids. */
export function testEnvelope(
  message: TestMessage,
  now: Temporal.Instant,
  uuid: () => string,
): string {
  return envelope({
    ...message,
    data: testData(message.eventName, now, uuid),
    occurredAt: now,
    sentAt: now,
  })
}

type MessageContext = { readonly at: string; readonly uuid: () => string }

const transfer = { type: 'transfer', id: 0, profile_id: 0, account_id: 0 }
const balance = { type: 'balance-account', id: 0, profile_id: 0 }
const profile = { type: 'profile', id: 0 }

const dataOf: Readonly<Record<EventName, (context: MessageContext) => object>> = {
  'transfers#state-change': ({ at }) => ({
    resource: transfer,
    current_state: 'processing',
    previous_state: 'incoming_payment_waiting',
    occurred_at: at,
  }),
  'transfers#active-cases': ({ at }) => ({
    resource: transfer,
    active_cases: ['deposit_amount_less_invoice'],
    occurred_at: at,
  }),
  'transfers#payout-failure': ({ at }) => ({
    transfer_id: 0,
    profile_id: 0,
    failure_reason_code: 'REASON_NOT_SPECIFIED',
    failure_description: 'No reason was given',
    occurred_at: at,
  }),
  'transfers#refund': ({ at }) => ({
    resource: { ...transfer, refund_amount: 0, refund_currency: 'EUR' },
    occurred_at: at,
  }),
  'balances#credit': ({ at }) => ({
    resource: balance,
    transaction_type: 'credit',
    amount: 0,
    currency: 'EUR',
    post_transaction_balance_amount: 0,
    occurred_at: at,
  }),
  'balances#update': ({ at }) => ({
    resource: balance,
    amount: 0,
    balance_id: 0,
    channel_name: 'TRANSFER',
    currency: 'EUR',
    occurred_at: at,
    post_transaction_balance_amount: 0,
    step_id: 0,
    transaction_type: 'credit',
    transfer_reference: 'BNK-0',
  }),
  'balances#account-state-change': ({ at }) => ({
    resource: { ...balance, state: 'ACTIVE' },
    occurred_at: at,
  }),
  'hold-limit-breach#update': ({ at }) => ({
    resource: { type: 'hold-limit-breach', hold_limit_breach_id: 0, profile_id: 0 },
    amount: 0,
    currency: 'SGD',
    state: 'OPEN',
    closing_reason: null,
    created_at: at,
    updated_at: at,
    occurred_at: at,
  }),
  'profiles#verification-state-change': ({ at }) => ({
    resource: profile,
    current_state: 'verified',
    occurred_at: at,
  }),
  'profiles#cdd-check-state-change': ({ at }) => ({
    resource: profile,
    current_state: 'VERIFIED',
    required_evidences: [],
    occurred_at: at,
  }),
  'batch-payment-initiations#state-change': ({ at, uuid }) => ({
    resource: { id: 0, batchGroupId: uuid(), profileId: 0 },
    previousStatus: 'NEW',
    newStatus: 'PROCESSING',
    occurredAt: at,
    returnCode: '200',
  }),
  'cards#card-status-change': ({ at, uuid }) => ({
    resource: { profile_id: 0, client_id: 'client', card_token: uuid(), type: 'card' },
    card_status: 'ACTIVE',
    changed_by: 'internal_system',
    occurred_at: at,
  }),
  'cards#card-order-status-change': ({ at }) => ({
    resource: {
      type: 'card',
      profile_id: '0',
      client_id: 'client',
      card_token: null,
      card_program: 'CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API',
    },
    order_id: '0',
    order_status: 'PLACED',
    delivery_vendor: null,
    occurred_at: at,
  }),
  'cards#transaction-state-change': ({ at, uuid }) => ({
    resource: {
      profile_id: 0,
      client_id: 'client',
      card_token: uuid(),
      card_last_digits: '1234',
      type: 'card',
    },
    transaction_id: 0,
    transaction_type: 'POS_PURCHASE',
    is_debit: true,
    transaction_step_type: 'AUTH',
    decline_reason: null,
    transaction_state: 'IN_PROGRESS',
    transaction_amount: { value: 0, currency: 'GBP' },
    is_amount_confirmed: true,
    fees: [],
    transaction_amount_with_fees: { value: 0, currency: 'GBP' },
    billing_amount: { value: 0, currency: 'GBP' },
    authorisation_method: 'CHIP_AND_PIN',
    pin_validation_result: 'ONLINE_PIN_VALIDATED',
    approval_code: '000000',
    purge_time: null,
    balance_transaction_id: null,
    balance_movements: [],
    debits: [],
    credit: null,
    merchant: {
      name: 'Corner Shop',
      location: { country: 'GB', city: 'London', postCode: null, state: null },
      category: { code: '5411', description: 'Grocery stores' },
    },
    arn: null,
    creation_time: at,
    occurred_at: at,
  }),
  'transaction-disputes#update': ({ at, uuid }) => ({
    resource: { id: uuid(), profile_id: 0, transaction_id: 0, type: 'transaction-dispute' },
    reason: 'WRONG_AMOUNT',
    status: 'ACTIVE',
    sub_status: 'SUBMITTED',
    status_message: 'The dispute was submitted and will be reviewed.',
    created_at: at,
    created_by: '0',
    can_withdraw: true,
    occurred_at: at,
  }),
  'account-details-order#order-state-change': ({ at, uuid }) => ({
    creation_time: at,
    currency: 'EUR',
    is_account_details_issued: false,
    modification_time: at,
    order_id: uuid(),
    order_status: 'PENDING_USER',
    profile_id: 0,
    requirements: [{ status: 'PENDING_USER', type: 'VERIFICATION' }],
  }),
  'account-details-payment#state-change': ({ at }) => ({
    account_details_id: '0',
    target_account_id: '0',
    resource: { id: 0, profile_id: 0, type: 'balance-account' },
    transfer: { id: 0, type: 'credit', amount: 0, currency: 'EUR' },
    sender: { name: 'Nora Sample', account_number: null, bank_code: null, address: null },
    current_state: 'COMPLETED',
    previous_state: 'PROCESSING',
    occurred_at: at,
  }),
  'swift-in#credit': ({ at, uuid }) => ({
    action: { type: 'credit', id: 0, profile_id: 0, account_id: 0 },
    resource: {
      id: '0',
      uetr: uuid(),
      reference: '',
      recipient: { name: 'Ann Sample', address: 'London', account: '0' },
      sender: {
        name: 'Nora Sample',
        address: 'Berlin',
        account: '0',
        bank_code: { value: 'GDWTIE2DXXX', type: 'BIC' },
      },
      exchange_rate: 1,
      instructed_amount: { value: 0, currency: 'EUR' },
      settled_amount: { value: 0, currency: 'EUR' },
      fee: { provider: [], correspondent: [] },
      transaction_time: at,
    },
    occurred_at: at,
  }),
}
